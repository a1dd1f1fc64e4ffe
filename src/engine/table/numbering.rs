//! Columns of numbers that only count or identify the rows.

use std::collections::HashSet;

/// The usual names of a column of numbers that identify the rows.
const ID_COLUMN_NAMES: [&str; 9] =
    ["id", "ids", "index", "idx", "row", "rowid", "rownames", "row_number", "uuid"];
/// The fewest rows of a column that numbers them or repeats another; in fewer, numbers are
/// consecutive or equal by chance.
pub(super) const MIN_NUMBERED_ROWS: usize = 10;
/// The fewest rows of a numbering in any order, or with gaps.
const MIN_SHUFFLED_ROWS: usize = 20;
/// The number of pairs of equal numbers that would be expected in a column that numbers the rows if
/// its numbers were random ones of its range.
const MIN_EQUAL_PAIRS: f64 = 6.0;
/// The mean length of the runs of a numbering that begins again.
const MIN_RUN: usize = 5;

/// Returns `true` for names such as `id`, `customer_id`, `customerID` and `Unnamed: 0`.
pub(super) fn is_id_name(name: &str) -> bool {
    let small = name.to_lowercase();
    let ends = |end: &str| name.ends_with(end) && name.len() > 2;
    ID_COLUMN_NAMES.contains(&small.as_str())
        || small.starts_with("unnamed: ")
        || [" id", "_id", ".id", "-id"].iter().any(|end| small.ends_with(end))
        || (ends("Id") || ends("ID")) && !name.ends_with("GRID")
}

/// Returns `true` if whole numbers only count the rows, by one from row to row. A count may begin
/// again in each group of rows. If these groups have one size, as in a grid, only the name of a
/// column tells a count.
pub(super) fn counts_rows(name: &str, numbers: &[f64]) -> bool {
    let rows = numbers.len();
    if rows < MIN_NUMBERED_ROWS || numbers.iter().any(|number| number.fract() != 0.0) {
        return false;
    }
    let first = numbers[0];
    let begins = |at: &usize| numbers[*at] == first && (first == 0.0 || first == 1.0);
    let starts: Vec<usize> = [0].into_iter().chain((1..rows).filter(begins)).collect();
    let rises = (1..rows).all(|at| numbers[at] == numbers[at - 1] + 1.0 || begins(&at));
    let ends = starts[1..].iter().chain([&rows]);
    let runs: Vec<usize> = starts.iter().zip(ends).map(|(start, end)| end - start).collect();
    let (last, others) = runs.split_last().expect("a first run");
    let is_grid = others.iter().all(|run| *run == runs[0]) && *last <= runs[0];
    let is_count = starts.len() == 1 || is_id_name(name) || !is_grid;
    rises && is_count && rows >= MIN_RUN * starts.len()
}

/// Returns `true` if whole numbers all differ, in any order, and have few gaps.
pub(super) fn identifies_rows(numbers: &[f64]) -> bool {
    let rows = numbers.len();
    let low = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let high = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Random numbers of this range would hardly all differ (the birthday problem).
    let pairs = (rows as f64).powi(2) / 2.0;
    let is_whole = numbers.iter().all(|number| number.fract() == 0.0);
    if rows < MIN_SHUFFLED_ROWS || !is_whole || MIN_EQUAL_PAIRS * (high - low + 1.0) > pairs {
        return false;
    }
    let different: HashSet<u64> = numbers.iter().map(|number| number.to_bits()).collect();
    different.len() == rows
}
