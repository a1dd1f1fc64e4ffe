//! Formatting of numbers for people, and their mean and deviation.

use std::ops::Range;

/// Formats with a comma between thousands: `15,407`.
pub fn group_thousands(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for (at, digit) in digits[first..].chars().enumerate() {
        if at % 3 == 0 && !text.is_empty() {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Rounds to three digits: further digits of an estimate are noise.
pub fn round_estimate(number: f64) -> f64 {
    let digits = 10_f64.powf((number.max(1.0).log10().floor() - 2.0).max(0.0));
    (number / digits).round() * digits
}

/// Returns the last significant digit of a mean, a power of ten: at least three digits, and a
/// quarter of the deviation visible.
pub fn last_digit(mean: f64, deviation: f64) -> i32 {
    let power = |number: f64| number.abs().log10().floor();
    let third = power(mean) - 2.0;
    let last = match deviation > 0.0 {
        true => third.min(power(deviation / 4.0)).max(power(deviation) - 2.0),
        false => third,
    };
    last as i32
}

/// Formats a number up to `last_digit`, a power of ten: `1995`, `501,000`, `-0.20`.
pub(crate) fn format_to_digit(number: f64, last_digit: i32) -> String {
    let number = match last_digit {
        -12..=0 => format!("{number:.*}", last_digit.unsigned_abs() as usize),
        1..=12 => {
            let unit = 10_f64.powi(last_digit);
            format!("{:.0}", (number / unit).round() * unit)
        }
        _ if number == 0.0 => "0".to_owned(),
        _ => return format!("{number:.2e}"),
    };
    let (whole, rest) = number.split_once('.').unwrap_or((&number, ""));
    let whole = match whole.parse::<i64>() {
        // A zero has no sign: `-0.0` becomes `0.0`.
        Ok(0) if rest.bytes().all(|digit| digit == b'0') => "0".to_owned(),
        Ok(many) if many.abs() >= 10_000 => {
            format!("{}{}", if many < 0 { "-" } else { "" }, group_thousands(many.unsigned_abs()))
        }
        _ => whole.to_owned(),
    };
    if rest.is_empty() { whole } else { format!("{whole}.{rest}") }
}

/// Formats a number up to `last_digit`, a power of ten, without trailing zeros after the point.
pub fn format_briefly(number: f64, last_digit: i32) -> String {
    let text = format_to_digit(number, last_digit);
    match text.contains('.') && !text.contains('e') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Formats the share of a class: `61 % versicolor`, but `82 % class 1` for readability.
pub fn format_class_share(share: f64, class: &str) -> String {
    let word = if class.starts_with(|c: char| c.is_ascii_digit()) { "class " } else { "" };
    format!("{} {word}{class}", format_percent(share))
}

/// Formats a share in whole percent: `92 %`. Only 1 is `100 %`, and only 0 is `0 %`.
pub fn format_percent(share: f64) -> String {
    match share {
        nearly if nearly > 0.995 && nearly < 1.0 => {
            format!("{:.1} %", (1000.0 * nearly).floor() / 10.0)
        }
        hardly if hardly > 0.0 && hardly < 0.005 => {
            format!("{:.1} %", (1000.0 * hardly).ceil() / 10.0)
        }
        share => format!("{:.0} %", 100.0 * share),
    }
}

/// Formats a number of things: `1 cluster`, `2 clusters`.
pub fn pluralize(number: u64, one: &str, several: &str) -> String {
    format!("{} {}", group_thousands(number), if number == 1 { one } else { several })
}

/// Formats bytes as hexadecimal digits, two for each byte.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses hexadecimal digits, two for each byte; returns `None` for any other text.
pub fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| match pair {
        [high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
            u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()
        }
        _ => None,
    };
    pairs.map(byte).collect()
}

/// Formats a number by the fewest digits that tell it from others, those far from 1 with an
/// exponent.
pub fn format_shortest(number: f64) -> String {
    match number.abs() {
        0.0 | 1e-5..1e16 => number.to_string(),
        _ => format!("{number:e}"),
    }
}

/// Returns the mean; `None` if there are no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the sample standard deviation; `None` for fewer than two values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    let divisor = magnitude_divisor(values);
    let values: Vec<f64> = values.iter().map(|value| value / divisor).collect();
    let mean = mean(&values).filter(|_| values.len() > 1)?;
    let square = |value: &f64| (value - mean) * (value - mean);
    Some(divisor * (values.iter().map(square).sum::<f64>() / (values.len() - 1) as f64).sqrt())
}

/// Returns the mean and the standard deviation; NaN if there are no values.
pub fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let (count, divisor) = (values.len() as f64, magnitude_divisor(values));
    let scaled = || values.iter().map(|value| value / divisor);
    let mean = scaled().sum::<f64>() / count;
    let squares = scaled().map(|value| (value - mean).powi(2));
    (divisor * mean, divisor * (squares.sum::<f64>() / count).sqrt())
}

/// The usual range of the largest magnitude of values, whose squares are neither infinite nor 0.
const USUAL_MAGNITUDES: Range<f64> = 1e-100..1e100;

/// Returns the divisor of values before they are squared: 1 if they are usual.
pub fn magnitude_divisor(values: &[f64]) -> f64 {
    let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    if USUAL_MAGNITUDES.contains(&most) || most == 0.0 { 1.0 } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_far_from_1_have_an_exponent() {
        let formatted = [0.0, 5.1, -12.0, 1e-5, 1e160, -2.5e-9].map(format_shortest);
        assert_eq!(formatted, ["0", "5.1", "-12", "0.00001", "1e160", "-2.5e-9"]);
    }

    #[test]
    fn one_is_singular() {
        let words = [0, 1, 1001].map(|number| pluralize(number, "cover", "covers"));
        assert_eq!(words, ["0 covers", "1 cover", "1,001 covers"]);
    }

    #[test]
    fn bytes_are_pairs_of_digits() {
        assert_eq!(from_hex(&to_hex(&[0, 10, 255])), Some(vec![0, 10, 255]));
        for other in ["0", "+f", "0g", "é"] {
            assert_eq!(from_hex(other), None, "{other}");
        }
    }

    #[test]
    fn means_and_deviations_of_few_values() {
        assert_eq!((mean(&[]), mean(&[2.0, 4.0])), (None, Some(3.0)));
        assert_eq!((deviation(&[2.0]), deviation(&[2.0, 4.0])), (None, Some(2.0_f64.sqrt())));
    }

    #[test]
    fn means_have_the_digits_that_matter() {
        let specification = [
            (2008.0312, 0.82, "2008.0", "0.8"),
            (1995.4, 20.0, "1995", "20"),
            (501_234.0, 119_812.0, "501,000", "120,000"),
            (-119.57, 2.0, "-119.6", "2.0"),
            (-12_345.678, 1.0, "-12,345.7", "1.0"),
            (1.462, 0.1719, "1.46", "0.17"),
            (-0.0012, 1.0, "0.00", "1.00"),
            (0.0, 0.0, "0", "0"),
            (7.0, 0.0, "7.00", "0.00"),
            (1.234_5e300, 1e299, "1.23e300", "1.00e299"),
            (1.234_5e-20, 1e-21, "1.23e-20", "1.00e-21"),
        ];
        for (mean, deviation, one, other) in specification {
            let last = last_digit(mean, deviation);
            assert_eq!(
                [format_to_digit(mean, last), format_to_digit(deviation, last)],
                [one, other],
                "{last}"
            );
        }
        let brief = [(1995.0, -1), (-0.001, -2), (1.2e20, 18), (500.0, 0)];
        let brief = brief.map(|(number, last_digit)| format_briefly(number, last_digit));
        assert_eq!(brief, ["1995", "0", "1.20e20", "500"]);
    }

    #[test]
    fn nearly_all_is_not_all() {
        let words = [0.0, 0.0001, 0.004, 0.5, 0.996, 1.0].map(format_percent);
        assert_eq!(words, ["0 %", "0.1 %", "0.4 %", "50 %", "99.6 %", "100 %"]);
    }

    #[test]
    fn thousands_stand_apart() {
        let words = [0, 7, 999, 1000, 15_407, 1_000_000].map(group_thousands);
        assert_eq!(words, ["0", "7", "999", "1,000", "15,407", "1,000,000"]);
    }
}
