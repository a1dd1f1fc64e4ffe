//! Columns of numbers that only count or identify the rows.

use std::collections::HashSet;

/// The usual names of a column of numbers that identify things.
const ID_COLUMN_NAMES: &str = "id ids index idx row rowid rownames row_number uuid subject subj \
     patient nr obsno zip zipcode cusip firm state county docno";
/// The fewest rows of a column that numbers them or repeats another; in fewer, numbers are
/// consecutive or equal by chance.
pub(super) const MIN_NUMBERED_ROWS: usize = 10;
/// The fewest rows of a numbering in any order, or with gaps.
const MIN_SHUFFLED_ROWS: usize = 20;
/// The number of pairs of equal numbers that would be expected in a column that numbers the rows if
/// its numbers were random ones of its range.
const MIN_EQUAL_PAIRS: f64 = 6.0;
/// The names of columns that count units of time, which also rise by one.
const TIME_COLUMN_NAMES: [&str; 9] =
    ["time", "year", "quarter", "month", "week", "day", "hour", "minute", "trend"];
/// The fewest groups of a column that numbers groups of rows.
const MIN_GROUPS: f64 = 6.0;
/// The mean length of the runs of a numbering that begins again.
const MIN_RUN: usize = 5;

/// The way in which a column of numbers refers to the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    /// The numbers count the rows.
    Count,
    /// The numbers all differ, in any order, and have few gaps.
    AnyOrder,
}

impl Numbering {
    /// Returns the way in which the numbers of a column refer to the rows; `None` if they do not.
    pub(super) fn detect(name: &str, numbers: &[f64]) -> Option<Self> {
        match counts_rows(name, numbers) {
            true => Some(Self::Count),
            false => identifies_rows(numbers).then_some(Self::AnyOrder),
        }
    }
}

/// Returns `true` for names such as `id`, `customer_id`, `customerID` and `Unnamed: 0`.
pub(super) fn is_id_name(name: &str) -> bool {
    let small = name.to_lowercase();
    let ends = |end: &str| name.ends_with(end) && name.len() > 2;
    ID_COLUMN_NAMES.split(' ').any(|known| known == small)
        || small.starts_with("unnamed: ")
        || [" id", "_id", ".id", "-id", " number"].iter().any(|end| small.ends_with(end))
        || (ends("Id") || ends("ID")) && !name.ends_with("GRID")
}

/// Returns `true` if whole numbers only count the rows, by one from row to row. A count may begin
/// again in each group of rows if its name is that of an identifier; other columns, such as months,
/// begin again too.
fn counts_rows(name: &str, numbers: &[f64]) -> bool {
    let rows = numbers.len();
    if rows < MIN_NUMBERED_ROWS || numbers.iter().any(|number| number.fract() != 0.0) {
        return false;
    }
    let first = numbers[0];
    let begins = |at: &usize| numbers[*at] == first && (first == 0.0 || first == 1.0);
    let starts: Vec<usize> = [0].into_iter().chain((1..rows).filter(begins)).collect();
    let rises = (1..rows).all(|at| numbers[at] == numbers[at - 1] + 1.0 || begins(&at));
    let is_count = starts.len() == 1 || is_id_name(name);
    rises && is_count && rows >= MIN_RUN * starts.len()
}

/// Returns `true` if whole numbers all differ, in any order, and have few gaps.
fn identifies_rows(numbers: &[f64]) -> bool {
    let rows = numbers.len();
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Random numbers of this range would hardly all differ (the birthday problem).
    let pairs = (rows as f64).powi(2) / 2.0;
    let is_whole = numbers.iter().all(|number| number.fract() == 0.0);
    if rows < MIN_SHUFFLED_ROWS || !is_whole || MIN_EQUAL_PAIRS * (high - low + 1.0) > pairs {
        return false;
    }
    count_distinct(numbers) == rows
}

/// Counts the distinct numbers; NaN is a gap.
pub(super) fn count_distinct(numbers: &[f64]) -> usize {
    let present = numbers.iter().filter(|number| !number.is_nan());
    present.map(|number| number.to_bits()).collect::<HashSet<u64>>().len()
}

/// Returns `true` if whole numbers rise from 0 or 1 by one at some rows and remain at others, so
/// that they only number groups of rows.
pub(super) fn numbers_groups(name: &str, numbers: &[f64]) -> bool {
    let rows = numbers.len();
    let is_step = |pair: &[f64]| pair[1] == pair[0] || pair[1] == pair[0] + 1.0;
    let Some((&first, &last)) = numbers.first().zip(numbers.last()) else { return false };
    let groups = last - first + 1.0;
    let is_time = TIME_COLUMN_NAMES.contains(&name.to_lowercase().as_str());
    !is_time
        && rows >= MIN_SHUFFLED_ROWS
        && (first == 0.0 || first == 1.0)
        && (MIN_GROUPS..rows as f64).contains(&groups)
        && numbers.windows(2).all(is_step)
}
