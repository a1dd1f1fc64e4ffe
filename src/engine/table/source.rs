//! The bytes of an input and their text, with the faults that all readers of files share.
//!
//! Invariant: a text is UTF-8 without byte order mark and without NUL bytes, so that whatever a
//! reader quotes in an error can be shown to a person.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use encoding_rs::{Encoding, WINDOWS_1252};
use flate2::read::MultiGzDecoder;

use super::formats::unpack::{GZIP_MAGIC, unpack};
use crate::base::display_safe;
use crate::base::input_error::{InputError, Location};

/// The number of bytes by which the format of a file is known.
const HEAD_BYTES: u64 = 1 << 16;

pub(crate) const STANDARD_INPUT: &str = "standard input";

/// Returns `true` if a path stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of an input in messages.
pub fn input_name(path: &Path) -> String {
    match is_standard_input(path) {
        true => STANDARD_INPUT.to_owned(),
        false => path.display().to_string(),
    }
}

/// Reads a file, or standard input if the path is `-`, and parses it. Errors get its name.
///
/// # Errors
/// Returns an error if the file is missing, a directory or unreadable, or if `parse` returns one.
pub fn read<T>(
    path: &Path,
    parse: impl FnOnce(&Arc<Vec<u8>>) -> Result<T, InputError>,
) -> Result<T, InputError> {
    parse(&read_bytes(path)?).map_err(|error| error.in_file(input_name(path)))
}

/// Returns the unpacked bytes of a file, or of standard input if the path is `-`.
pub(super) fn read_bytes(path: &Path) -> Result<Arc<Vec<u8>>, InputError> {
    let read = load(path).map_err(|error| unreadable_error(path, &error));
    let read = read.and_then(unpack).map(Arc::new);
    read.map_err(|error| error.in_file(input_name(path)))
}

fn load(path: &Path) -> io::Result<Vec<u8>> {
    match is_standard_input(path) {
        true => {
            let mut bytes = STANDARD_INPUT_BYTES.lock().unwrap_or_else(PoisonError::into_inner);
            bytes.take().map_or_else(read_standard_input, Ok)
        }
        false => fs::read(path),
    }
}

fn read_standard_input() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
}

/// The bytes of standard input from their first look until they are taken.
static STANDARD_INPUT_BYTES: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// Returns the first bytes of a file, unpacked if they are gzip; none if it cannot be read.
pub fn read_head(path: &Path) -> Vec<u8> {
    if is_standard_input(path) {
        let mut bytes = STANDARD_INPUT_BYTES.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.is_none() {
            *bytes = read_standard_input().ok();
        }
        return bytes.as_deref().map_or_else(Vec::new, unpack_head);
    }
    // A pipe that is opened and closed loses its bytes.
    if !fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return Vec::new();
    }
    fs::File::open(path).map_or_else(|_| Vec::new(), |file| unpack_head(BufReader::new(file)))
}

fn unpack_head(mut source: impl Read) -> Vec<u8> {
    let (mut head, mut magic) = (Vec::new(), [0; 2]);
    if source.read_exact(&mut magic).is_err() {
        return head;
    }
    let source = magic.chain(source);
    let _ = match magic == GZIP_MAGIC {
        true => MultiGzDecoder::new(source).take(HEAD_BYTES).read_to_end(&mut head),
        false => source.take(HEAD_BYTES).read_to_end(&mut head),
    };
    head
}

fn unreadable_error(path: &Path, error: &io::Error) -> InputError {
    let word = path.to_string_lossy();
    let (found, remedy) = match error.kind() {
        ErrorKind::NotFound if word.contains("://") => {
            let remedy =
                format!("download it first: curl -LO {}", display_safe::quote_shell(&word));
            return InputError::data(Location::Whole, "this is a web address, not a file", remedy);
        }
        ErrorKind::NotFound => ("no such file".to_owned(), "check the path"),
        ErrorKind::PermissionDenied => {
            ("no permission to read it".to_owned(), "make the file readable")
        }
        ErrorKind::IsADirectory => ("this is a directory".to_owned(), "give a file"),
        _ => (format!("cannot be read ({error})"), "check the file and its disk"),
    };
    InputError::data(Location::Whole, found, remedy)
}

/// Returns the text in the bytes, without the byte order mark.
pub(crate) fn decode_text(bytes: &[u8]) -> Result<&str, InputError> {
    let fault = |place, found, remedy| Err(InputError::data(place, found, remedy));
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.is_empty() {
        return fault(Location::Whole, "the file is empty", "check that it was written");
    }
    // A test for a NUL byte is much faster than the search for its position.
    if bytes.contains(&0) {
        let at = bytes.iter().take_while(|&&byte| byte != 0).count();
        let place = Location::Line(line_at(bytes, at));
        return fault(place, "found a NUL byte, so this is not text", "give a text file in UTF-8");
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let place = Location::Line(line_at(bytes, error.valid_up_to()));
            fault(place, "this is not UTF-8", "save the file as UTF-8")
        }
    }
}

/// Returns the text of a table, and a note if it is not UTF-8 but the encoding of Western Europe.
pub(super) fn decode_table(
    bytes: &[u8],
) -> Result<(Cow<'_, str>, Option<&'static str>), InputError> {
    let is_text = |byte: &u8| !matches!(byte, 0..=8 | 14..=31 | 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
    match decode_text(bytes) {
        Ok(text) => Ok((Cow::Borrowed(text), None)),
        Err(_)
            if !bytes.is_empty()
                && std::str::from_utf8(bytes).is_err()
                && bytes.iter().all(is_text) =>
        {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
            Ok((text, Some("the text is not UTF-8, and read as Windows-1252")))
        }
        Err(fault) => Err(fault),
    }
}

/// Returns the bytes of a text in UTF-8, if a byte order mark says that it is UTF-16.
pub(super) fn decode_utf16(bytes: Vec<u8>) -> Vec<u8> {
    match Encoding::for_bom(&bytes) {
        Some((encoding, mark)) if encoding != encoding_rs::UTF_8 => {
            encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned().into_bytes()
        }
        _ => bytes,
    }
}

/// Returns the line, from 1, of the byte at the offset `at`.
pub(crate) fn line_at(bytes: &[u8], at: usize) -> u64 {
    1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// Quotes a finding on one line, shortened to 40 characters.
pub(crate) fn quote_short(found: &str) -> String {
    match found.char_indices().nth(40) {
        None => format!("{found:?}"),
        Some(_) => format!("{:?}", found.chars().take(37).chain("...".chars()).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_says_why() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let message =
            |path: &Path| read(path, |_| Ok(())).expect_err("no file to read").to_string();
        let missing = folder.path().join("none.csv");
        assert_eq!(
            message(&missing),
            format!("{}: no such file; check the path", missing.display())
        );
        assert!(message(Path::new("https://a.b/c.csv")).ends_with("curl -LO https://a.b/c.csv"));
        let place = folder.path().display();
        assert_eq!(message(folder.path()), format!("{place}: this is a directory; give a file"));
        let denied = unreadable_error(Path::new("x"), &ErrorKind::PermissionDenied.into());
        let says = "no permission to read it; make the file readable";
        assert_eq!(denied.to_string(), says);
        let other = unreadable_error(Path::new("x"), &io::Error::other("broken pipe"));
        let says = "cannot be read (broken pipe); check the file and its disk";
        assert_eq!(other.to_string(), says);
    }

    #[test]
    fn what_is_not_text_is_told_by_line() {
        let specification: [(&[u8], &str); 4] = [
            (b"", "the file is empty; check that it was written"),
            (b"\xEF\xBB\xBF", "the file is empty; check that it was written"),
            (b"a\nb\0", "line 2: found a NUL byte, so this is not text; give a text file in UTF-8"),
            (b"a\nb\n\xE9t\xE9", "line 3: this is not UTF-8; save the file as UTF-8"),
        ];
        for (bytes, expected) in specification {
            assert_eq!(decode_text(bytes).expect_err(expected).to_string(), expected);
        }
    }

    #[test]
    fn other_encodings_become_utf8() {
        assert_eq!(decode_utf16(b"\xFF\xFEa\0\xE9\0".to_vec()), "aé".as_bytes());
        assert_eq!(decode_utf16(b"\xFE\xFF\0a".to_vec()), b"a");
        assert_eq!(decode_utf16(b"\xEF\xBB\xBFa".to_vec()), b"\xEF\xBB\xBFa");
        let (text, note) = decode_table(b"a\n\xE9\n").expect("a text");
        assert_eq!((&*text, note.is_some()), ("a\né\n", true));
        assert!(decode_table(b"a\n\x81").is_err() && decode_table(b"a\n\0\xE9").is_err());
    }

    #[test]
    fn text_is_given_without_its_mark() {
        assert_eq!(decode_text("\u{FEFF}é".as_bytes()), Ok("é"));
    }

    #[test]
    fn long_findings_are_shortened() {
        assert_eq!(quote_short("a\nb"), r#""a\nb""#);
        assert_eq!(quote_short(&"é".repeat(40)), format!("\"{}\"", "é".repeat(40)));
        assert_eq!(quote_short(&"é".repeat(41)), format!("\"{}...\"", "é".repeat(37)));
    }
}
