//! The notation of a column of numbers as people write them: `$1,200`, `47.29 %`, `(12.50)`,
//! `1.200,00 €`, `12 kg`, `1.5D+03`, `yes`.
//!
//! Invariant: all numbers of a column are read in one notation, and a number is finite.

use std::borrow::Cow;

use super::source::quote_short;
use crate::base::numerals::{NumeralSigns, Numerals, parse_number};

/// The words and signs of currencies that may stand before a number.
const CURRENCIES: [&str; 19] = [
    "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "US$", "R$", "A$", "C$", "Rs", "Rs.", "EUR", "USD",
    "GBP", "CHF", "JPY",
];
/// The most letters of a unit.
const MAX_UNIT_CHARS: usize = 15;
/// The words for true and false, in small letters.
const TRUTH_WORDS: [(&str, &str); 10] = [
    ("true", "false"),
    ("yes", "no"),
    ("t", "f"),
    ("y", "n"),
    ("wahr", "falsch"),
    ("ja", "nein"),
    ("j", "n"),
    ("vrai", "faux"),
    ("oui", "non"),
    ("sí", "no"),
];

/// The notation of the numbers of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// The decimal sign, and the separator of thousands.
    pub numerals: Numerals,
    /// The text before and after every number, without blanks.
    pub around: (String, String),
    /// The words for 1 and 0, if the cells are these.
    pub truth: Option<(String, String)>,
    /// Words that are read as missing values.
    pub missing: Vec<String>,
}

impl Notation {
    /// Parses a cell; returns `None` if it is not a number in this notation.
    pub(super) fn parse(&self, cell: &str) -> Option<f64> {
        let cell = cell.trim();
        if let Some((yes, no)) = &self.truth {
            return parse_truth(cell, yes, no);
        }
        let is_bare = self.around.0.is_empty() && self.around.1.is_empty();
        if let Some(number) = self.numerals.parse(cell).filter(|_| is_bare) {
            return Some(number);
        }
        let written = Amount::split(cell)?;
        let is_it = written.prefix == self.around.0 && written.suffix == self.around.1;
        is_it.then(|| written.parse(self.numerals)).flatten()
    }

    /// Returns the advice for a cell that is not a number in this notation.
    pub(super) fn remedy(&self) -> String {
        match self.describe() {
            Some(way) => format!("correct it; the column was read {way}"),
            None => "correct it".to_owned(),
        }
    }

    /// Returns the way in which the cells are read, if it is not that of programs: `without $`.
    pub(super) fn describe(&self) -> Option<String> {
        let mut ways = Vec::new();
        if let Some((yes, no)) = &self.truth {
            ways.push(format!("with 1 for {yes} and 0 for {no}"));
        }
        let (before, after) = (self.around.0.as_str(), self.around.1.as_str());
        let signs: Vec<&str> = [before, after].into_iter().filter(|of| !of.is_empty()).collect();
        if !signs.is_empty() {
            ways.push(format!("without {}", signs.join(" and ")));
        }
        if self.numerals.decimal_comma {
            ways.push("with decimal commas".to_owned());
        }
        if let Some(sign) = self.numerals.thousands {
            let sign = match sign {
                ' ' => "spaces".to_owned(),
                sign => quote_short(&sign.to_string()),
            };
            ways.push(format!("with {sign} between thousands"));
        }
        if !self.missing.is_empty() {
            let words: Vec<String> = self.missing.iter().map(|word| quote_short(word)).collect();
            ways.push(format!("with {} as a missing value", words.join(", ")));
        }
        (!ways.is_empty()).then(|| ways.join(" and "))
    }

    /// Describes a cell that is not a number in this notation.
    pub(super) fn describe_odd(&self, cell: &str) -> String {
        let found = format!("found {}", quote_short(cell.trim()));
        let Some(amount) = Amount::split(cell).filter(Amount::is_number) else {
            return format!("{found}, not a number");
        };
        let signs = |before: &str, after: &str| format!("{before} {after}").trim().to_owned();
        let usual = signs(&self.around.0, &self.around.1);
        let own = signs(amount.prefix, amount.suffix);
        match (own.is_empty(), usual.is_empty()) {
            _ if own == usual => format!("{found}, not a number"),
            (true, _) => format!("{found} without the {usual} of other cells"),
            (_, true) => format!("{found} with {own}, which other cells lack"),
            _ => format!("{found} with {own} instead of {usual}"),
        }
    }
}

/// Parses a cell without knowledge of its column; returns `None` if its signs have two meanings.
pub(super) fn parse_alone(cell: &str) -> Option<f64> {
    if let Some(number) = parse_number(cell) {
        return Some(number);
    }
    let amount = Amount::split(cell)?;
    let numbers = NumeralSigns::default().notations();
    let mut numbers: Vec<f64> = numbers.iter().filter_map(|&of| amount.parse(of)).collect();
    numbers.dedup();
    if let [number] = numbers[..] { Some(number) } else { None }
}

fn parse_truth(cell: &str, yes: &str, no: &str) -> Option<f64> {
    let is = |word: &str| cell.to_lowercase() == word;
    if is(yes) { Some(1.0) } else { is(no).then_some(0.0) }
}

/// Returns the words for 1 and 0 of which one is `cell`; several pairs may have a word.
pub(super) fn truth_words(cell: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let cell = cell.trim().to_lowercase();
    TRUTH_WORDS.into_iter().filter(move |(yes, no)| cell == *yes || cell == *no)
}

/// A number and the text around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Amount<'c> {
    pub prefix: &'c str,
    pub suffix: &'c str,
    number: &'c str,
    is_negative: bool,
}

impl<'c> Amount<'c> {
    /// Splits a cell into a currency, a number and a unit; returns `None` if it is otherwise.
    pub(super) fn split(cell: &'c str) -> Option<Self> {
        let cell = cell.trim();
        let inside = cell.strip_prefix('(').and_then(|cell| cell.strip_suffix(')'));
        // Some programs write the sign behind the number.
        let before =
            cell.strip_suffix('-').filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
        let (mut rest, mut is_negative) = match inside.or(before) {
            Some(rest) => (rest.trim(), true),
            None => (cell, false),
        };
        let mut take_sign = |rest: &mut &'c str| {
            let signed = rest.strip_prefix(['-', '−', '–']);
            if let Some(after) = signed.or_else(|| rest.strip_prefix('+')) {
                is_negative ^= signed.is_some();
                *rest = after.trim_start();
            }
        };
        take_sign(&mut rest);
        let start = rest.find(|c: char| c.is_ascii_digit() || "-−–+.".contains(c))?;
        // `Rs.` ends with a point.
        let start = if rest[..start] == *"Rs" { rest.find(char::is_whitespace)? } else { start };
        let prefix = rest[..start].trim();
        if !prefix.is_empty() && !CURRENCIES.contains(&prefix) {
            return None;
        }
        rest = rest[start..].trim_start();
        if !prefix.is_empty() {
            take_sign(&mut rest);
        }
        let (number, suffix) = split_number(rest)?;
        Some(Self { prefix, suffix, number, is_negative })
    }

    /// Returns the number in a notation, with `D` for the exponent as in Fortran.
    pub(super) fn parse(&self, numerals: Numerals) -> Option<f64> {
        let number = match self.number.contains(['D', 'd']) {
            true => Cow::Owned(self.number.replace(['D', 'd'], "e")),
            false => Cow::Borrowed(self.number),
        };
        let number = numerals.parse(&number)?;
        Some(if self.is_negative { -number } else { number })
    }

    /// Returns `true` if the number is one in any notation.
    pub(super) fn is_number(&self) -> bool {
        NumeralSigns::default().notations().iter().any(|&of| self.parse(of).is_some())
    }
}

/// Returns `true` if a cell is a number in any notation.
pub(super) fn is_number_as_written(cell: &str) -> bool {
    parse_number(cell).is_some() || Amount::split(cell).is_some_and(|amount| amount.is_number())
}

/// Splits a text that begins with a number into it and the unit that follows it.
fn split_number(text: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || ".,'’_ \u{a0}\u{2009}\u{202f}".contains(c);
    let mut end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    if !text[..end].contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let exponent = &text[end..];
    if exponent.starts_with(['e', 'E', 'd', 'D']) {
        let digits = exponent[1..].strip_prefix(['+', '-']).unwrap_or(&exponent[1..]);
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 {
            end += exponent.len() - digits.len() + count;
        }
    }
    let (number, suffix) = (text[..end].trim(), text[end..].trim());
    // The exponent of a unit is its last digit, as in m2.
    let letters = suffix.strip_suffix(['2', '3']).unwrap_or(suffix);
    let is_sign = |c: char| c.is_alphabetic() || " %‰°$€£¥₹₽₩₺²³µ·*/.".contains(c);
    let is_unit = suffix.chars().count() <= MAX_UNIT_CHARS
        && !suffix.starts_with(['/', '.', '*'])
        && letters.chars().all(is_sign);
    is_unit.then_some((number, suffix))
}

/// Returns `true` if a cell is a code rather than a number: digits after a zero, or more digits
/// than a number keeps.
pub(super) fn is_code(cell: &str) -> bool {
    let digits = cell.trim();
    let are_digits = digits.len() > 1 && digits.bytes().all(|byte| byte.is_ascii_digit());
    are_digits && (digits.starts_with('0') || parse_number(digits).is_none())
}

/// Returns `true` if a cell is a code of letters and digits, such as 207a.
pub(super) fn is_mixed_code(cell: &str) -> bool {
    let cell = cell.trim();
    let has = |is_it: fn(char) -> bool| cell.contains(is_it);
    cell.chars().all(char::is_alphanumeric)
        && has(char::is_alphabetic)
        && has(|c| c.is_ascii_digit())
}

/// Returns `true` if the text around a number is a unit of letters rather than a sign.
pub(super) fn has_letters(around: &(String, String)) -> bool {
    around.1.chars().any(char::is_alphabetic)
}

/// Returns `true` if a cell is a date or a time of day, such as 2021-01-31, 31.1.2021 or 12:30.
pub(super) fn is_date(cell: &str) -> bool {
    let cell = cell.trim();
    let day = cell.split(['T', ' ']).next().unwrap_or_default();
    let has_parts = |text: &str, sign: char, count: std::ops::RangeInclusive<usize>| {
        let mut parts = 0;
        let are_short = text.split(sign).all(|part| {
            parts += 1;
            (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        });
        are_short && count.contains(&parts)
    };
    let is_time = |text: &str| {
        let text = text.split(['.', '+', 'Z']).next().unwrap_or_default();
        has_parts(text, ':', 2..=3)
    };
    ['-', '/', '.'].iter().any(|&sign| has_parts(day, sign, 3..=3)) || is_time(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_split_from_their_signs() {
        let plain = Numerals::default();
        let commas = Numerals { decimal_comma: true, thousands: None };
        let specification = [
            ("$134.41", plain, "$", "", 134.41),
            ("-$3.20", plain, "$", "", -3.2),
            ("$ -3.20", plain, "$", "", -3.2),
            ("($12.50)", plain, "$", "", -12.5),
            ("(12.50)", plain, "", "", -12.5),
            ("3.5-", plain, "", "", -3.5),
            ("47.29%", plain, "", "%", 47.29),
            ("1.200,00 €", commas, "", "€", 1200.0),
            ("EUR 5", plain, "EUR", "", 5.0),
            ("Rs. 5", plain, "Rs.", "", 5.0),
            ("12 kg", plain, "", "kg", 12.0),
            ("5 m2", plain, "", "m2", 5.0),
            ("-5°C", plain, "", "°C", -5.0),
            ("−5", plain, "", "", -5.0),
            ("1.5D+03", plain, "", "", 1500.0),
            ("1.5e-3 s", plain, "", "s", 0.0015),
            (".5", plain, "", "", 0.5),
        ];
        for (cell, numerals, before, after, number) in specification {
            let amount = Amount::split(cell).expect(cell);
            assert_eq!((amount.prefix, amount.suffix), (before, after), "{cell}");
            assert_eq!(amount.parse(numerals), Some(number), "{cell}");
        }
        for cell in
            ["", "red", "C001", "00 €;5", "Q1", "2021-01-31", "12:30", "1/2", "-", "$", "()"]
        {
            let amount = Amount::split(cell).and_then(|amount| amount.parse(plain));
            assert_eq!(amount, None, "{cell}");
        }
    }

    #[test]
    fn a_notation_reads_what_it_describes() {
        let of = |before: &str, after: &str, comma| Notation {
            numerals: Numerals { decimal_comma: comma, thousands: None },
            around: (before.to_owned(), after.to_owned()),
            ..Notation::default()
        };
        assert_eq!(of("$", "", false).describe().as_deref(), Some("without $"));
        let percent = of("", "%", true);
        assert_eq!(percent.describe().as_deref(), Some("without % and with decimal commas"));
        assert_eq!([percent.parse("4,5 %"), percent.parse("4,5")], [Some(4.5), None]);
        assert_eq!(Notation::default().describe(), None);
        assert_eq!(percent.describe_odd("7"), "found \"7\" without the % of other cells");
        assert_eq!(percent.describe_odd("$7"), "found \"$7\" with $ instead of %");
        assert_eq!(percent.describe_odd("x%"), "found \"x%\", not a number");
        let truth = Notation { truth: Some(("yes".into(), "no".into())), ..Notation::default() };
        assert_eq!(
            [truth.parse("Yes "), truth.parse("no"), truth.parse("1")],
            [Some(1.0), Some(0.0), None]
        );
    }

    #[test]
    fn codes_and_dates_are_no_numbers() {
        for code in ["00501", "01", "9007199254740993", "12345678901234567890"] {
            assert!(is_code(code), "{code}");
        }
        for number in ["0", "501", "0.5", "-01", "100000000000000000000", "1e5", ""] {
            assert!(!is_code(number), "{number}");
        }
        for date in ["2021-01-31", "31.12.2020", "1/2/21", "2021-01-31T12:30:00Z", "12:30"] {
            assert!(is_date(date), "{date}");
        }
        for other in ["1.5", "a-b-c", "1-2", "12", "192.168.1.1", ""] {
            assert!(!is_date(other), "{other}");
        }
    }
}
