//! The limit on the memory of a run: sizes are computed and checked before memory is allocated.
//!
//! Code that needs much memory checks its size in bytes first ([`MemoryLimit::check`]). The limit
//! is given by the caller, or is three quarters of the available memory of the machine: on Linux
//! the least of `/proc/meminfo` and the remainders of the control groups of the process, of either
//! version (a container's limit is one of them). On other systems the default is no limit.

use std::fs;
use std::path::Path;
use std::str::FromStr;

/// The most memory that a run may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryLimit(Option<u64>);

/// An error: more memory is needed than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("would take about {}, more than {}", format_bytes(*.needed), format_bytes(*.most))]
pub struct MemoryError {
    /// The number of needed bytes.
    pub needed: u64,
    /// The number of allowed bytes.
    pub most: u64,
}

/// An error: a word that is not a size of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a size such as 500M or 4G")]
pub struct MemorySizeError(String);

/// The letters of the units, each 1024 times the one before.
const UNITS: [char; 4] = ['K', 'M', 'G', 'T'];

impl MemoryLimit {
    /// Returns the absence of a limit.
    pub fn unlimited() -> Self {
        Self(None)
    }

    /// Returns a limit of `bytes` bytes.
    pub fn from_bytes(bytes: u64) -> Self {
        Self(Some(bytes))
    }

    /// Returns three quarters of the memory that this machine has available now.
    pub fn available() -> Self {
        Self(available_bytes(Path::new("/")).map(|bytes| bytes / 4 * 3))
    }

    /// Returns the smaller of this limit and `bytes`.
    pub fn at_most(self, bytes: u64) -> Self {
        Self::from_bytes(self.0.map_or(bytes, |most| most.min(bytes)))
    }

    /// Returns the number of allowed bytes; the largest `u64` without a limit.
    pub fn bytes(self) -> u64 {
        self.0.unwrap_or(u64::MAX)
    }

    /// Checks that `needed` bytes are allowed: a float, as products of sizes may exceed integers.
    pub fn check(self, needed: f64) -> Result<(), MemoryError> {
        let most = self.bytes();
        let needed = needed as u64;
        if needed <= most { Ok(()) } else { Err(MemoryError { needed, most }) }
    }
}

impl FromStr for MemoryLimit {
    type Err = MemorySizeError;

    /// Parses `500M`, `4G`, `4GiB`, `1.5g`; a number alone means bytes.
    fn from_str(word: &str) -> Result<Self, MemorySizeError> {
        let no_size = || MemorySizeError(word.to_owned());
        let upper = word.trim().to_ascii_uppercase();
        let without_b = upper.strip_suffix("IB").or(upper.strip_suffix('B'));
        let number = without_b.unwrap_or(&upper);
        let (number, unit) = match number.char_indices().last() {
            Some((at, letter)) if UNITS.contains(&letter) => {
                let power = UNITS.iter().position(|&unit| unit == letter).unwrap_or(0) + 1;
                (&number[..at], 1024_f64.powi(power as i32))
            }
            _ => (number, 1.0),
        };
        let number: f64 = number.trim().parse().map_err(|_| no_size())?;
        let bytes = number * unit;
        if (1.0..=u64::MAX as f64).contains(&bytes) {
            Ok(Self::from_bytes(bytes as u64))
        } else {
            Err(no_size())
        }
    }
}

/// Formats a number of bytes for people: `3.7 GiB`.
pub fn format_bytes(number: u64) -> String {
    let mut left = number as f64;
    let mut unit = None;
    for letter in UNITS {
        if left < 1024.0 {
            break;
        }
        (left, unit) = (left / 1024.0, Some(letter));
    }
    match unit {
        None => format!("{number} bytes"),
        Some(unit) if left < 9.95 => format!("{left:.1} {unit}iB"),
        Some(unit) => format!("{left:.0} {unit}iB"),
    }
}

/// Returns the resident memory of this process in bytes, on Linux.
pub fn resident_bytes() -> Option<u64> {
    process_status_bytes("VmRSS:")
}

/// Returns the peak of the resident memory of this process in bytes, on Linux.
pub fn peak_bytes() -> Option<u64> {
    process_status_bytes("VmHWM:")
}

fn process_status_bytes(name: &str) -> Option<u64> {
    Some(parse_field(&fs::read_to_string("/proc/self/status").ok()?, name)? * 1024)
}

/// The files with the limit and the use of a control group, and the field of `memory.stat` with the
/// part of the use that is only cache.
type CgroupFiles = [&'static str; 3];
const CGROUP_V1: CgroupFiles =
    ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"];
const CGROUP_V2: CgroupFiles = ["memory.max", "memory.current", "inactive_file"];

/// Returns the number of available bytes, by the files of the system below `root`.
fn available_bytes(root: &Path) -> Option<u64> {
    let read = |file: &str| fs::read_to_string(root.join(file)).ok();
    let machine = parse_field(&read("proc/meminfo")?, "MemAvailable:")?.saturating_mul(1024);
    let groups = read("proc/self/cgroup").unwrap_or_default();
    let left = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, path) = (parts.next()?, parts.next()?);
        let (folder, files) = match controllers {
            "" => ("sys/fs/cgroup", CGROUP_V2),
            _ if controllers.split(',').any(|c| c == "memory") => {
                ("sys/fs/cgroup/memory", CGROUP_V1)
            }
            _ => return None,
        };
        // A limit holds for the descendants of a group; a container may see the root only.
        let within = Path::new(path.trim_start_matches('/')).ancestors();
        within.filter_map(|group| cgroup_free_bytes(&root.join(folder).join(group), files)).min()
    });
    left.chain([machine]).min()
}

/// Returns the remainder of a control group; `None` if it has no limit.
fn cgroup_free_bytes(group: &Path, [limit, used, cache]: CgroupFiles) -> Option<u64> {
    let read = |file: &str| fs::read_to_string(group.join(file)).ok();
    let number = |file: &str| read(file)?.trim().parse::<u64>().ok();
    let (limit, used) = (number(limit)?, number(used)?);
    let cache = read("memory.stat").and_then(|stat| parse_field(&stat, cache)).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(cache)))
}

/// Returns the number after a name at the beginning of a line.
fn parse_field(text: &str, name: &str) -> Option<u64> {
    let value = |line: &str| {
        let mut words = line.split_whitespace();
        (words.next()? == name).then(|| words.next()?.parse().ok())?
    };
    text.lines().find_map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let file = root.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        root
    }

    const MACHINE: (&str, &str) =
        ("proc/meminfo", "MemTotal:       2000 kB\nMemAvailable:   1000 kB\n");

    #[test]
    fn a_machine_has_what_it_says() {
        assert_eq!(available_bytes(system(&[MACHINE]).path()), Some(1_024_000));
        assert_eq!(available_bytes(system(&[]).path()), None);
        #[cfg(target_os = "linux")]
        assert!(available_bytes(Path::new("/")).is_some_and(|bytes| bytes > 1 << 20));
    }

    #[test]
    fn the_tightest_group_decides_whatever_its_version() {
        let second = system(&[
            MACHINE,
            ("proc/self/cgroup", "0::/outer/inner\n"),
            ("sys/fs/cgroup/outer/inner/memory.max", "max\n"),
            ("sys/fs/cgroup/outer/inner/memory.current", "7\n"),
            ("sys/fs/cgroup/outer/memory.max", "5000\n"),
            ("sys/fs/cgroup/outer/memory.current", "3000\n"),
            ("sys/fs/cgroup/outer/memory.stat", "anon 9\ninactive_file 1000\n"),
        ]);
        assert_eq!(available_bytes(second.path()), Some(3000));
        // A container sees its own group at the root, whatever path is listed.
        let first = system(&[
            MACHINE,
            ("proc/self/cgroup", "5:cpu:/x\n4:cpuset,memory:/docker/1a\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "4000\n"),
        ]);
        assert_eq!(available_bytes(first.path()), Some(5000));
        let wide = system(&[
            MACHINE,
            ("proc/self/cgroup", "0::/\n"),
            ("sys/fs/cgroup/memory.max", "9000000000\n"),
            ("sys/fs/cgroup/memory.current", "1\n"),
        ]);
        assert_eq!(available_bytes(wide.path()), Some(1_024_000));
    }

    #[test]
    fn sizes_are_read_and_written() {
        let size = |word: &str| word.parse::<MemoryLimit>().map(MemoryLimit::bytes);
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("1.5gib"), Ok(3 << 29));
        assert_eq!(size("500 MB"), Ok(500 << 20));
        assert_eq!(size("77"), Ok(77));
        for wrong in ["", "G", "4GBB", "4GIBIB", "0", "-1G", "4X", "nan", "inf", "1e40G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
        let words = [5, 1 << 10, 3 << 29, 2_000_000_000_000].map(format_bytes);
        assert_eq!(words, ["5 bytes", "1.0 KiB", "1.5 GiB", "1.8 TiB"]);
    }

    #[test]
    fn a_limit_says_what_it_refuses() {
        assert_eq!(MemoryLimit::unlimited().check(1e30), Ok(()));
        assert_eq!(MemoryLimit::from_bytes(9).check(9.0), Ok(()));
        let refused =
            MemoryLimit::from_bytes(4 << 30).check(4e12).map_err(|error| error.to_string());
        let words = "would take about 3.6 TiB, more than 4.0 GiB";
        assert_eq!(refused, Err(words.to_owned()));
        assert_eq!(MemoryLimit::unlimited().at_most(3), MemoryLimit::from_bytes(3));
        assert_eq!(MemoryLimit::from_bytes(2).at_most(3), MemoryLimit::from_bytes(2));
    }
}
