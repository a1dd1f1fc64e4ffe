//! A context in few letters: the page unpacks it in `context.js`.
//!
//! Each row is its length, then the gaps between its attributes, each number in groups of seven
//! bits, the lowest first, with the eighth bit set where more follow (LEB128); all of it in base64
//! (RFC 4648).

use crate::base::csr::Csr;

/// The rows as one word of base64.
pub fn packed(rows: &Csr) -> String {
    let mut bytes = Vec::with_capacity(rows.total() + rows.len());
    for row in rows.iter() {
        push(&mut bytes, row.len() as u32);
        let mut next = 0;
        for &attribute in row {
            push(&mut bytes, attribute - next);
            next = attribute + 1;
        }
    }
    base64(&bytes)
}

fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Base64 with padding.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let of = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = of(0) << 16 | of(1) << 8 | of(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize] as char;
            text.push(if at <= group.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let coded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(words.map(|word| base64(word.as_bytes())), coded);
    }

    #[test]
    fn rows_are_lengths_and_gaps() {
        let rows: Csr = [vec![], vec![0, 1, 4], vec![200]].into_iter().collect();
        assert_eq!(packed(&rows), base64(&[0, 3, 0, 0, 2, 1, 0xc8, 1]));
    }
}
