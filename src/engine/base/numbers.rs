//! Numbers as people read them.

/// With thousands apart: `15,407`.
pub fn grouped(number: u64) -> String {
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

/// A number in three digits: further ones of an estimate are noise.
pub fn rough(number: f64) -> f64 {
    let digits = 10_f64.powf((number.max(1.0).log10().floor() - 2.0).max(0.0));
    (number / digits).round() * digits
}

/// `61 % versicolor`, and `82 % class 1`, since two numbers in a row are hard to read.
pub fn percent_of_class(share: f64, class: &str) -> String {
    let word = if class.starts_with(|c: char| c.is_ascii_digit()) { "class " } else { "" };
    format!("{} {word}{class}", percent(share))
}

/// A share in whole percent: `92 %`. Nearly all is not called all.
pub fn percent(share: f64) -> String {
    match share {
        nearly if nearly > 0.995 && nearly < 1.0 => {
            format!("{:.1} %", (1000.0 * nearly).floor() / 10.0)
        }
        share => format!("{:.0} %", 100.0 * share),
    }
}

/// A number of things: `1 cluster`, `2 clusters`.
pub fn counted(number: u64, one: &str, several: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { several })
}

/// Bytes in letters, two a byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The mean; none of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation of a sample, from two values on.
pub fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let square = |value: &f64| (value - mean) * (value - mean);
    Some((values.iter().map(square).sum::<f64>() / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let words = [0, 1, 1001].map(|number| counted(number, "cover", "covers"));
        assert_eq!(words, ["0 covers", "1 cover", "1,001 covers"]);
    }

    #[test]
    fn means_and_deviations_of_few_values() {
        assert_eq!((mean(&[]), mean(&[2.0, 4.0])), (None, Some(3.0)));
        assert_eq!((deviation(&[2.0]), deviation(&[2.0, 4.0])), (None, Some(2.0_f64.sqrt())));
    }

    #[test]
    fn thousands_stand_apart() {
        let words = [0, 7, 999, 1000, 15_407, 1_000_000].map(grouped);
        assert_eq!(words, ["0", "7", "999", "1,000", "15,407", "1,000,000"]);
    }
}
