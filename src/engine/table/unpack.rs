//! Inputs that are no text: what gzip packed is unpacked, of other formats it is said how they
//! become a table.

use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::base::input_error::{InputFault, Location};
use crate::base::memory::Memory;

/// The bytes of a file, or of standard input without a path, unpacked where gzip packed them.
///
/// # Errors
/// A packed file that is damaged or larger than the memory; a format that is no text, with the
/// command that converts it.
pub(super) fn unpacked(bytes: Vec<u8>, path: Option<&Path>) -> Result<Vec<u8>, InputFault> {
    if bytes.starts_with(&[0x1F, 0x8B]) {
        return gunzip(&bytes, Memory::available().bytes());
    }
    match Format::of(&bytes) {
        None => Ok(bytes),
        Some(format) => {
            let found = format!("this is {}", format.name);
            Err(InputFault::data(Location::Whole, found, (format.remedy)(&Files::of(path))))
        }
    }
}

fn gunzip(bytes: &[u8], most: u64) -> Result<Vec<u8>, InputFault> {
    let fault = |found: String, remedy| Err(InputFault::data(Location::Whole, found, remedy));
    let mut unpacked = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut unpacked);
    match read {
        Ok(_) if unpacked.len() as u64 > most => {
            fault("unpacked it is larger than the memory".into(), "take a part of it")
        }
        Ok(_) => Ok(unpacked),
        Err(error) if error.kind() == io::ErrorKind::OutOfMemory => {
            fault("unpacked it is larger than the memory".into(), "take a part of it")
        }
        Err(error) => {
            fault(format!("a damaged gzip file ({error})"), "check that it was written whole")
        }
    }
}

/// The file, and the one it becomes, as a command names them.
struct Files {
    from: String,
    to: String,
}

impl Files {
    fn of(path: Option<&Path>) -> Self {
        // In a command in double quotes each stands in single ones.
        let is_odd = |name: &str| name.contains(['\'', '"', '\\', '$', '`', '!', '\n']);
        let named = path.map(|path| {
            let to = path.with_extension("csv");
            // A file of another format may well be called so.
            let to = if to == path { path.with_extension("converted.csv") } else { to };
            (path.display(), to)
        });
        let named = named.map(|(from, to)| (from.to_string(), to.display().to_string()));
        match named.filter(|(from, _)| !is_odd(from)) {
            Some((from, to)) => Self { from, to },
            None => Self { from: "FILE".into(), to: "FILE.csv".into() },
        }
    }

    /// The command that pandas converts with.
    fn pandas(&self, how: &str) -> String {
        let Self { from, to } = self;
        let read = how.replace("{}", &format!("'{from}'"));
        format!("convert it: python3 -c \"import pandas; {read}.to_csv('{to}', index=False)\"")
    }

    fn unpack(&self, with: &str) -> String {
        format!("unpack it: {with} '{}'", self.from)
    }
}

/// A format that is no text.
struct Format {
    name: &'static str,
    remedy: fn(&Files) -> String,
}

/// What files of these formats begin with.
const FORMATS: [(&[u8], Format); 10] = [
    (b"PAR1", Format { name: "a Parquet file", remedy: |f| f.pandas("pandas.read_parquet({})") }),
    (b"ARROW1", Format { name: "a Feather file", remedy: |f| f.pandas("pandas.read_feather({})") }),
    (b"\x89HDF", Format { name: "an HDF5 file", remedy: |f| f.pandas("pandas.read_hdf({})") }),
    (b"\xD0\xCF\x11\xE0", Format { name: "an Excel file", remedy: excel }),
    (
        b"\x93NUMPY",
        Format {
            name: "an array of NumPy",
            remedy: |f| {
                let read = "import numpy; pandas.DataFrame(numpy.load({})).add_prefix('x')";
                f.pandas(read)
            },
        },
    ),
    (
        b"SQLite format 3\0",
        Format {
            name: "a SQLite file",
            remedy: |f| {
                let Files { from, to } = f;
                format!(
                    "write one of its tables: sqlite3 -header -csv '{from}' 'SELECT * FROM TABLE' \
                     > '{to}'"
                )
            },
        },
    ),
    (b"BZh", Format { name: "a file that bzip2 packed", remedy: |f| f.unpack("bzip2 -dk") }),
    (b"\xFD7zXZ", Format { name: "a file that xz packed", remedy: |f| f.unpack("xz -dk") }),
    (
        b"\x28\xB5\x2F\xFD",
        Format { name: "a file that zstd packed", remedy: |f| f.unpack("zstd -d") },
    ),
    (b"PK\x03\x04", Format { name: "a zip file", remedy: |f| f.unpack("unzip") }),
];

fn excel(files: &Files) -> String {
    files.pandas("pandas.read_excel({})")
}

impl Format {
    fn of(bytes: &[u8]) -> Option<&'static Format> {
        const SPREADSHEET: Format = Format { name: "an Excel file", remedy: excel };
        const OPEN: Format = Format { name: "a LibreOffice file", remedy: excel };
        let has = |name: &[u8]| bytes.windows(name.len()).any(|part| part == name);
        let (_, format) = FORMATS.iter().find(|(magic, _)| bytes.starts_with(magic))?;
        Some(match format.name {
            "a zip file" if has(b"xl/workbook") => &SPREADSHEET,
            "a zip file" if has(b"opendocument.spreadsheet") => &OPEN,
            _ => format,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(text).expect("packed into memory");
        packer.finish().expect("packed into memory")
    }

    #[test]
    fn what_gzip_packed_is_unpacked_also_in_pieces() {
        let two = [packed(b"x,y\n1,"), packed(b"2\n")].concat();
        assert_eq!(unpacked(two.clone(), Some(Path::new("a.csv.gz"))), Ok(b"x,y\n1,2\n".to_vec()));
        let cut = unpacked(two[..two.len() - 9].to_vec(), Some(Path::new("a.csv.gz")));
        let cut = cut.expect_err("damaged").to_string();
        assert!(cut.starts_with("a damaged gzip file ("), "{cut}");
        let large = gunzip(&packed(&[b'1'; 100_000]), 1000).expect_err("too large").to_string();
        assert_eq!(large, "unpacked it is larger than the memory; take a part of it");
    }

    #[test]
    fn other_formats_come_with_the_command_that_converts_them() {
        let excel = "python3 -c \"import pandas; pandas.read_excel('t/a.xlsx').to_csv('t/a.csv', \
             index=False)\"";
        let specification: [(&[u8], &str, String); 5] = [
            (
                b"PK\x03\x04..xl/workbook.xml",
                "t/a.xlsx",
                format!("an Excel file; convert it: {excel}"),
            ),
            (b"PK\x03\x04", "a.zip", "a zip file; unpack it: unzip 'a.zip'".into()),
            (b"PK\x03\x04", "it's.zip", "a zip file; unpack it: unzip 'FILE'".into()),
            (b"BZh9", "-", "a file that bzip2 packed; unpack it: bzip2 -dk 'FILE'".into()),
            (
                b"\x93NUMPY\x01",
                "a.npy",
                "an array of NumPy; convert it: python3 -c \"import pandas; import numpy; \
                 pandas.DataFrame(numpy.load('a.npy')).add_prefix('x').to_csv('a.csv', \
                 index=False)\""
                    .into(),
            ),
        ];
        for (bytes, name, expected) in specification {
            let path = Some(Path::new(name)).filter(|_| name != "-");
            let fault = unpacked(bytes.to_vec(), path).expect_err(name);
            assert_eq!(fault.to_string(), format!("this is {expected}"));
        }
    }
}
