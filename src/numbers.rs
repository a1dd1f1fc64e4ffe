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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let told = [0, 7, 999, 1000, 15_407, 1_000_000].map(grouped);
        assert_eq!(told, ["0", "7", "999", "1,000", "15,407", "1,000,000"]);
    }
}
