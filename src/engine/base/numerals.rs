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

/// The possible separators of thousands. A space includes no-break spaces, an apostrophe the
/// typographic one.
pub const THOUSANDS_SEPARATORS: [char; 5] = [',', '.', ' ', '\'', '_'];

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
    is_digits(digits, 18..=400) && !digits.parse().is_ok_and(is_kept)
}

impl Numerals {
    /// Parses the finite number in a cell.
    pub fn parse(self, cell: &str) -> Option<f64> {
        match self == Self::default() {
            true => parse_number(cell),
            false => parse_number(&self.normalize(cell.trim())?),
        }
    }

    /// Returns other notations in which a cell is a number, simplest first; set signs stay.
    pub(crate) fn alternatives(self, cell: &str) -> Vec<Self> {
        let with = |decimal_comma| move |sign| Self { decimal_comma, thousands: Some(sign) };
        let commas = Self { decimal_comma: true, thousands: None };
        let all = THOUSANDS_SEPARATORS.into_iter().map(with(false)).chain([commas]);
        let all = all.chain(THOUSANDS_SEPARATORS[1..].iter().copied().map(with(true)));
        all.filter(|other| {
            (other.decimal_comma || !self.decimal_comma)
                && (self.thousands.is_none() || other.thousands == self.thousands)
                && other.parse(cell).is_some()
        })
        .collect()
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
        ' ' => [' ', '\u{a0}', '\u{202f}'].contains(&c),
        '\'' => ['\'', '\u{2019}'].contains(&c),
        _ => c == sign,
    };
    let mut groups = whole.trim_start_matches(['-', '+']).split(is_sign);
    let first = groups.next().is_some_and(|first| is_digits(first, 1..=3));
    let is_grouped = first && groups.all(|group| is_digits(group, 3..=3));
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
        assert_eq!(apart('.').parse("1.5"), None);
        assert_eq!(apart(' ').parse("1\u{202f}234\u{a0}567"), Some(1_234_567.0));
        assert_eq!(apart('\'').parse("1\u{2019}234.5"), Some(1234.5));
        let both = |thousands| Numerals { decimal_comma: true, thousands: Some(thousands) };
        assert_eq!(both('.').parse("1.234"), Some(1234.0));
        assert_eq!(both(' ').parse("1 234,5"), Some(1234.5));
        assert_eq!(both(' ').parse("1.234"), None);
    }

    #[test]
    fn other_ways_to_write_a_number_are_known() {
        let others = |of: Numerals, cell: &str| of.alternatives(cell).into_iter().take(2).collect();
        let simplest = |cell: &str| -> Vec<Numerals> { others(Numerals::default(), cell) };
        assert_eq!(simplest("1,234"), [apart(','), COMMAS]);
        assert_eq!(simplest("1,20")[0], COMMAS);
        assert_eq!(simplest("1,234,567"), [apart(',')]);
        assert_eq!(simplest("1 200")[0], apart(' '));
        assert_eq!(simplest("red"), []);
        assert_eq!(apart(',').alternatives("1,20"), []);
        let both = Numerals { thousands: Some('.'), ..COMMAS };
        assert_eq!(COMMAS.alternatives("1.234"), [both]);
    }
}
