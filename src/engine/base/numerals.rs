//! Notations of numbers in a table: the decimal sign, and the separator of thousands.
//!
//! Invariant: a number is finite. Spaces around a number are not part of it.

use std::ops::RangeInclusive;

/// The notation of numbers; by default that of programming languages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numerals {
    /// `true` if a comma is the decimal sign; points may then separate thousands: `1.234,5`.
    pub decimal_comma: bool,
    /// The separator of thousands, one of [`THOUSANDS_SEPARATORS`].
    pub thousands: Option<char>,
}

/// The possible separators of thousands. A space includes no-break and thin spaces, an apostrophe
/// the typographic one.
pub const THOUSANDS_SEPARATORS: [char; 5] = [',', '.', ' ', '\'', '_'];

/// The signs in numbers that a caller knows; a sign that is `None` follows from the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumeralSigns {
    /// The decimal sign: a point or a comma.
    pub decimal: Option<char>,
    /// The separator of thousands, one of [`THOUSANDS_SEPARATORS`].
    pub thousands: Option<char>,
}

impl NumeralSigns {
    /// Returns the notations with these signs, simplest first.
    pub(crate) fn notations(self) -> Vec<Numerals> {
        let with = |decimal_comma, thousands| Numerals { decimal_comma, thousands };
        let signs = || [None].into_iter().chain(THOUSANDS_SEPARATORS.map(Some));
        let points = signs().map(|sign| with(false, sign));
        let commas = signs().filter(|&sign| sign != Some(',')).map(|sign| with(true, sign));
        let is_meant = |numerals: &Numerals| {
            let decimal = if numerals.decimal_comma { ',' } else { '.' };
            let is_decimal = match numerals.thousands == Some(decimal) {
                // Numbers with points between thousands have no decimal sign.
                true => self.decimal.is_none(),
                false => self.decimal.is_none_or(|sign| sign == decimal),
            };
            is_decimal && self.thousands.is_none_or(|sign| numerals.thousands == Some(sign))
        };
        points.chain(commas).filter(is_meant).collect()
    }
}

pub(crate) fn parse_number(cell: &str) -> Option<f64> {
    let finite = cell.trim().parse().ok().filter(|value: &f64| value.is_finite());
    finite.filter(|_| !loses_digits(cell))
}

/// Returns `true` if a cell is a whole number whose last digits would be lost.
pub(crate) fn loses_digits(cell: &str) -> bool {
    let digits = cell.trim().trim_start_matches(['+', '-']).trim_start_matches('0');
    // Programs write a large number with all its digits, or with zeros after the significant ones.
    let is_kept =
        |number: f64| [format!("{number:.0}"), number.to_string()].contains(&digits.into());
    is_digits(digits, 16..=400) && !digits.parse().is_ok_and(is_kept)
}

impl Numerals {
    /// Parses the finite number in a cell.
    pub fn parse(self, cell: &str) -> Option<f64> {
        match self == Self::default() {
            true => parse_number(cell),
            false => parse_number(&self.normalize(cell.trim())?),
        }
    }

    /// Rewrites a number as programs do. If points separate thousands, none is the decimal sign.
    fn normalize(self, cell: &str) -> Option<String> {
        let decimal = if self.decimal_comma { ',' } else { '.' };
        let parts = cell.split_once(decimal).filter(|_| self.thousands != Some(decimal));
        let (whole, fraction) = parts.map_or((cell, None), |(whole, rest)| (whole, Some(rest)));
        let points = Some('.').filter(|_| self.decimal_comma && fraction.is_some());
        let mut number = match self.thousands.or(points) {
            Some(sign) => strip_separators(whole, sign)?,
            None => whole.to_owned(),
        };
        if self.decimal_comma && number.contains('.') {
            return None;
        }
        fraction.into_iter().for_each(|fraction| number.extend([".", fraction]));
        Some(number)
    }
}

/// Removes the separators of thousands from a whole number; returns `None` if one is misplaced.
fn strip_separators(whole: &str, sign: char) -> Option<String> {
    let is_sign = |c: char| match sign {
        ' ' => [' ', '\u{a0}', '\u{2009}', '\u{202f}'].contains(&c),
        '\'' => ['\'', '\u{2019}'].contains(&c),
        _ => c == sign,
    };
    let mut groups = whole.trim_start_matches(['-', '+']).split(is_sign);
    let first =
        groups.next().is_some_and(|first| is_digits(first, 1..=3) && !first.starts_with('0'));
    let groups: Vec<&str> = groups.collect();
    // In India, groups of two digits stand before the last three: 12,34,567.
    let is_grouped = first
        && groups.split_last().is_some_and(|(last, others)| {
            let is_even = |digits| others.iter().all(|group| is_digits(group, digits..=digits));
            is_digits(last, 3..=3) && (is_even(3) || sign == ',' && is_even(2))
        });
    (is_grouped || !whole.contains(is_sign)).then(|| whole.replace(is_sign, ""))
}

fn is_digits(part: &str, many: RangeInclusive<usize>) -> bool {
    many.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMAS: Numerals = Numerals { decimal_comma: true, thousands: None };

    fn apart(thousands: char) -> Numerals {
        Numerals { decimal_comma: false, thousands: Some(thousands) }
    }

    #[test]
    fn numbers_are_finite_and_may_stand_among_spaces() {
        let specification = [
            (" 1 ", Some(1.0)),
            ("\t-2.5e-3", Some(-0.0025)),
            ("+.5", Some(0.5)),
            ("1.", Some(1.0)),
            ("", None),
            ("nan", None),
            ("-Infinity", None),
            ("1e999", None),
            ("1,5", None),
            ("0x1F", None),
            ("1_000", None),
            ("12345678901234567890", None),
            ("9007199254740993", None),
            ("9007199254740992", Some(9_007_199_254_740_992.0)),
            ("-0012345678901234567891", None),
            ("00000000000000000000012", Some(12.0)),
            ("100000000000000000000", Some(1e20)),
            ("1180591620717411303424", Some(1_180_591_620_717_411_303_424.0)),
        ];
        for (cell, value) in specification {
            assert_eq!(Numerals::default().parse(cell), value, "{cell:?}");
        }
    }

    #[test]
    fn a_table_has_one_decimal_sign() {
        for (cell, number) in [
            (" 94,75 ", Some(94.75)),
            ("1.234,5", Some(1234.5)),
            ("-0,5e-3", Some(-0.0005)),
            ("1,234", Some(1.234)),
            ("12", Some(12.0)),
            ("1.234", None),
            ("1,234,567", None),
            ("12.34,5", None),
            (",", None),
            ("inf", None),
        ] {
            assert_eq!(COMMAS.parse(cell), number, "{cell:?}");
        }
    }

    #[test]
    fn groups_of_thousands_have_three_digits() {
        for sign in THOUSANDS_SEPARATORS {
            let read = |cell: &str| apart(sign).parse(&cell.replace('|', &sign.to_string()));
            assert_eq!(read(" -12|345|678 "), Some(-12_345_678.0), "{sign}");
            assert_eq!([read("1200"), read("7e2")], [Some(1200.0), Some(700.0)], "{sign}");
            for wrong in ["1|20", "1||200", "-|200", "1|200|0", "1200|300", "1|2000"] {
                assert_eq!(read(wrong), None, "{wrong:?} by {sign:?}");
            }
        }
        assert_eq!(apart(',').parse("1,234.5"), Some(1234.5));
        assert_eq!(apart(',').parse("12,34,567"), Some(1_234_567.0));
        assert_eq!(apart('.').parse("1.5"), None);
        assert_eq!(apart(' ').parse("1\u{202f}234\u{a0}567"), Some(1_234_567.0));
        assert_eq!(apart('\'').parse("1\u{2019}234.5"), Some(1234.5));
        let both = |thousands| Numerals { decimal_comma: true, thousands: Some(thousands) };
        assert_eq!(both('.').parse("1.234"), Some(1234.0));
        assert_eq!(both(' ').parse("1 234,5"), Some(1234.5));
        assert_eq!(both(' ').parse("1.234"), None);
    }

    #[test]
    fn notations_have_the_known_signs() {
        let all = NumeralSigns::default().notations();
        assert_eq!((all.len(), all[0], all[1]), (11, Numerals::default(), apart(',')));
        let commas = NumeralSigns { decimal: Some(','), thousands: None }.notations();
        assert!(commas.len() == 5 && commas[0] == COMMAS, "{commas:?}");
        let points = NumeralSigns { decimal: None, thousands: Some('.') }.notations();
        assert_eq!(points, [apart('.'), Numerals { thousands: Some('.'), ..COMMAS }]);
    }
}
