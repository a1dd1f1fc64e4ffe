//! Lists of numbers in few letters, which the page unpacks in `packed.js`.
//!
//! A list is its length, then its numbers. An ascending list is written as the gaps between its
//! numbers; in a list in any other order, each number is raised by 1, and 0 stands for an absent
//! number. Each is written in groups of seven bits, the lowest first, with the eighth bit set if
//! more follow (LEB128), and all of it in base64 (RFC 4648).

/// Returns one ascending list as a word of base64.
pub(crate) fn pack_list(list: impl ExactSizeIterator<Item = u32>) -> String {
    pack_lists([list])
}

/// Returns ascending lists, one after the other, as a word of base64.
pub(crate) fn pack_lists<I: ExactSizeIterator<Item = u32>>(
    lists: impl IntoIterator<Item = I>,
) -> String {
    let mut bytes = Vec::new();
    for list in lists {
        push_varint(&mut bytes, list.len() as u32);
        let mut next = 0;
        for number in list {
            push_varint(&mut bytes, number - next);
            next = number + 1;
        }
    }
    encode_base64(&bytes)
}

/// Returns lists in any order, whose numbers may be absent, as a word of base64.
pub(crate) fn pack_optional_lists(lists: impl IntoIterator<Item = Vec<Option<u32>>>) -> String {
    let mut bytes = Vec::new();
    for list in lists {
        push_varint(&mut bytes, list.len() as u32);
        list.into_iter().for_each(|number| push_varint(&mut bytes, number.map_or(0, |at| at + 1)));
    }
    encode_base64(&bytes)
}

fn push_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Encodes bytes as base64 with padding.
pub(crate) fn encode_base64(bytes: &[u8]) -> String {
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
        assert_eq!(words.map(|word| encode_base64(word.as_bytes())), coded);
    }

    #[test]
    fn ascending_lists_are_lengths_and_gaps() {
        let lists = [vec![], vec![0, 1, 4], vec![200]];
        let expected = encode_base64(&[0, 3, 0, 0, 2, 1, 0xc8, 1]);
        assert_eq!(pack_lists(lists.map(Vec::into_iter)), expected);
        assert_eq!(pack_list([0, 1, 4].into_iter()), encode_base64(&[3, 0, 0, 2]));
    }

    #[test]
    fn other_lists_are_lengths_and_numbers_or_nothing() {
        let lists = [vec![], vec![Some(4), None, Some(0)], vec![Some(199)]];
        assert_eq!(pack_optional_lists(lists), encode_base64(&[0, 3, 5, 0, 1, 1, 0xc8, 1]));
    }
}
