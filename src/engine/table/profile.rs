//! The content of the columns of a table: numbers in a notation, words, dates or nothing.
//!
//! The notation of numbers is that in which all cells of a column are numbers. Where a column has
//! several, the other columns of the table decide; where they do not, only a person knows.

use std::collections::{BTreeMap, HashSet};

use rayon::prelude::*;

use super::cell::{is_missing_number, is_missing_word};
use super::cells::{ColumnCells, TextCells};
use super::notation::{
    Amount, Notation, has_letters, is_code, is_date, is_mixed_code, truth_words,
};
use super::options::ReadOptions;
use super::raw_table::RawTable;
use super::requests::Request;
use super::source::quote_short;
use crate::base::input_error::{Fix, InputError};
use crate::base::numbers::pluralize;
use crate::base::numerals::{Numerals, parse_number};

/// The share of numbers from which on the other cells of a column are missing or faulty; that of
/// numbers with units of letters, since words may begin with a number.
const MIN_NUMBER_SHARE: f64 = 0.8;
const MIN_AMOUNT_SHARE: f64 = 0.95;
/// The share of a column that the caller wants to be numbers.
const MIN_WANTED_SHARE: f64 = 0.5;
/// The most different words in a column of numbers that stand for missing values.
const MAX_MISSING_WORDS: usize = 3;
/// The least whole number that has a separator if thousands have one.
const THOUSAND: f64 = 1000.0;

/// The content of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ColumnContent {
    /// Numbers in a notation; NaN is a gap.
    Numbers(Vec<f64>, Notation),
    Words(Words),
    Empty,
}

/// The words of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Words {
    /// The number of different words.
    pub distinct: usize,
    pub are_dates: bool,
    /// `true` if a text is too long for a name, or has several lines.
    pub are_long: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Profile {
    pub content: ColumnContent,
    pub gaps: usize,
}

/// The most characters of a name.
const MAX_NAME_CHARS: usize = 100;

/// The counts of the cells of a column by which its notation is chosen.
#[derive(Default)]
struct Survey {
    present: usize,
    /// The numbers without sign and fraction, and the largest of these.
    whole: usize,
    largest_whole: f64,
    /// The numbers with a point, and those of these with three digits after each.
    pointed: usize,
    grouped: usize,
    /// `true` if a cell without a point or a comma is a code.
    has_code: bool,
    /// The text around the first number that has one.
    around: Option<(String, String)>,
    /// The other cells that are numbers in each notation, without text around them and with it.
    others: Vec<(usize, usize)>,
    has_other: bool,
    /// The cells that are numbers in some notation.
    numbers: usize,
}

impl Survey {
    fn new(texts: &TextCells, notations: &[Numerals], na: &[String]) -> Self {
        let mut survey = Self { others: vec![(0, 0); notations.len()], ..Self::default() };
        texts.present(na).for_each(|cell| survey.add(cell, notations));
        survey
    }

    fn add(&mut self, cell: &str, notations: &[Numerals]) {
        self.present += 1;
        self.has_code |= is_code(cell);
        if let Some(number) = parse_number(cell) {
            self.numbers += 1;
            if !cell.contains('.') {
                self.whole += 1;
                self.largest_whole = self.largest_whole.max(number.abs());
                return;
            }
            self.pointed += 1;
            let points = Numerals { decimal_comma: false, thousands: Some('.') };
            self.grouped += usize::from(points.parse(cell).is_some());
            return;
        }
        let Some(amount) = Amount::split(cell) else { return };
        self.has_other = true;
        let is_bare = amount.prefix.is_empty() && amount.suffix.is_empty();
        if !is_bare {
            let around =
                self.around.get_or_insert_with(|| (amount.prefix.into(), amount.suffix.into()));
            if around.0 != amount.prefix || around.1 != amount.suffix {
                return;
            }
        }
        let mut is_number = false;
        for (count, &numerals) in self.others.iter_mut().zip(notations) {
            let fits = amount.parse(numerals).is_some();
            *(if is_bare { &mut count.0 } else { &mut count.1 }) += usize::from(fits);
            is_number |= fits;
        }
        self.numbers += usize::from(is_number || amount.is_number());
    }

    /// Returns the numbers of a notation without text around them.
    fn bare(&self, at: usize, numerals: Numerals) -> usize {
        let pointed = match numerals {
            Numerals { thousands: Some('.'), .. } => self.grouped,
            Numerals { decimal_comma: true, .. } => 0,
            _ => self.pointed,
        };
        self.whole + pointed + self.others[at].0
    }

    /// Returns the most cells that are numbers in one notation, these notations, and `true` if
    /// there is text around the numbers.
    fn best(&self, notations: &[Numerals]) -> (usize, Vec<Numerals>, bool) {
        let bare = |at: usize| self.bare(at, notations[at]);
        let all = || 0..notations.len();
        let most_bare = all().map(bare).max().unwrap_or(0);
        let most_around = self.others.iter().map(|count| count.1).max().unwrap_or(0);
        let is_around = most_around > most_bare;
        let count = |at: usize| if is_around { self.others[at].1 } else { bare(at) };
        let most = most_bare.max(most_around);
        (most, all().filter(|&at| count(at) == most).map(|at| notations[at]).collect(), is_around)
    }

    /// Returns `true` if the points in the numbers may separate thousands.
    fn may_be_grouped(&self) -> bool {
        let is_small = self.whole > 0 && self.largest_whole < THOUSAND;
        self.pointed > 0 && self.grouped == self.pointed && is_small
    }
}

/// Returns the content of each column, and the faults of columns that are not clear, by column. A
/// column that is requested as a feature has numbers if most of its cells are; a column that is
/// requested for anything else has words.
pub(super) fn profile_columns(
    table: &RawTable,
    reading: &ReadOptions,
    requests: &BTreeMap<usize, Request>,
) -> (Vec<Profile>, Vec<(usize, InputError)>) {
    let notations = reading.numerals.notations();
    let surveys: Vec<Option<Survey>> = table
        .columns
        .par_iter()
        .enumerate()
        .map(|(at, column)| match &column.cells {
            ColumnCells::Texts(texts) if requests.get(&at).is_none_or(Request::is_feature) => {
                Some(Survey::new(texts, &notations, &reading.na))
            }
            _ => None,
        })
        .collect();
    let known = table_notations(&surveys, &notations);
    let profile = |at: usize| {
        let cells = &table.columns[at].cells;
        match (&surveys[at], cells) {
            (Some(survey), ColumnCells::Texts(texts)) => {
                let is_wanted = requests.contains_key(&at);
                let judged = survey.judge(&notations, &known, is_wanted);
                profile_texts(table, at, texts, &reading.na, survey, judged)
            }
            (_, ColumnCells::Texts(texts)) => Ok(profile_words(texts, &reading.na)),
            (_, ColumnCells::Numbers(_)) => {
                Ok(profile_numbers(cells, Notation::default(), &reading.na))
            }
        }
    };
    let found: Vec<Result<Profile, InputError>> =
        (0..table.columns.len()).into_par_iter().map(profile).collect();
    let (mut profiles, mut faults) = (Vec::new(), Vec::new());
    for (at, profile) in found.into_iter().enumerate() {
        profiles.push(profile.unwrap_or_else(|fault| {
            faults.push((at, fault));
            Profile { content: ColumnContent::Empty, gaps: 0 }
        }));
    }
    (profiles, faults)
}

/// Returns the notations in which all columns of numbers with signs are written.
fn table_notations(surveys: &[Option<Survey>], notations: &[Numerals]) -> Vec<Numerals> {
    let mut known = notations.to_vec();
    for survey in surveys.iter().flatten() {
        let (most, best, _) = survey.best(notations);
        let has_signs = survey.pointed > 0 || survey.has_other;
        if most > 0 && most == survey.present && has_signs {
            known.retain(|numerals| best.contains(numerals));
        }
    }
    known
}

/// The judgement on a column of texts.
enum Judgement {
    /// Numbers in a notation.
    Numbers(Notation),
    /// Numbers, and cells that are not.
    Faulty(Notation),
    /// Numbers whose signs have two meanings: the sign is a comma or a point.
    Ambiguous(char),
    Words,
}

impl Survey {
    fn judge(&self, notations: &[Numerals], known: &[Numerals], is_wanted: bool) -> Judgement {
        let (most, best, is_around) = self.best(notations);
        let has_unit = is_around && self.around.as_ref().is_some_and(has_letters);
        let least = match has_unit {
            true => MIN_AMOUNT_SHARE,
            false if is_wanted => MIN_WANTED_SHARE,
            false => MIN_NUMBER_SHARE,
        };
        let are_codes = self.has_code && !is_wanted;
        // Cells that are numbers in several notations do not agree.
        let are_numbers = self.numbers == self.present && self.present > 0;
        let are_few = (most as f64) < least * self.present as f64;
        if are_codes || !are_numbers && (most == 0 || are_few) {
            return Judgement::Words;
        }
        if most == self.present && self.pointed == 0 && !self.has_other {
            return Judgement::Numbers(Notation::default());
        }
        let plain_fits = best.contains(&Numerals::default());
        let shared: Vec<Numerals> =
            best.iter().copied().filter(|numerals| known.contains(numerals)).collect();
        let best = if shared.is_empty() { best } else { shared };
        let has = |sign: char| best.iter().any(|numerals| numerals.thousands == Some(sign));
        let is_plain = best.contains(&Numerals::default());
        // A separator of thousands that no cell has is not named.
        let has_points = !best[0].decimal_comma && best[0].thousands != Some('.');
        let numerals = if plain_fits && has_points { Numerals::default() } else { best[0] };
        let around = self.around.clone().filter(|_| is_around).unwrap_or_default();
        let notation = Notation { numerals, around, ..Notation::default() };
        let has_commas = best.iter().any(|numerals| numerals.decimal_comma);
        match most == self.present {
            false => Judgement::Faulty(notation),
            true if is_plain && has('.') && self.may_be_grouped() => Judgement::Ambiguous('.'),
            true if !is_plain && has(',') && has_commas => Judgement::Ambiguous(','),
            true => Judgement::Numbers(notation),
        }
    }
}

fn profile_texts(
    table: &RawTable,
    at: usize,
    texts: &TextCells,
    na: &[String],
    survey: &Survey,
    judged: Judgement,
) -> Result<Profile, InputError> {
    let cells = &table.columns[at].cells;
    match judged {
        Judgement::Numbers(notation) => Ok(profile_numbers(cells, notation, na)),
        Judgement::Faulty(notation) => {
            let (odd, words) = odd_cells(texts, na, &notation);
            match words {
                _ if odd.iter().all(|&row| is_mixed_code(texts.get(row))) => {
                    Ok(profile_words(texts, na))
                }
                Some(missing) => Ok(profile_numbers(cells, Notation { missing, ..notation }, na)),
                None => Err(odd_cells_error(table, at, &odd, survey, &notation)),
            }
        }
        Judgement::Ambiguous(sign) => Err(ambiguous_error(table, at, texts, na, sign)),
        Judgement::Words => Ok(match truth_notation(texts, na) {
            None => profile_words(texts, na),
            Some(notation) => profile_numbers(cells, notation, na),
        }),
    }
}

pub(super) fn profile_numbers(cells: &ColumnCells, notation: Notation, na: &[String]) -> Profile {
    let number = |row: usize| match cells {
        _ if cells.is_missing_number(row, na) => f64::NAN,
        ColumnCells::Numbers(numbers) => numbers[row],
        ColumnCells::Texts(texts) => notation.parse(texts.get(row)).unwrap_or(f64::NAN),
    };
    let numbers: Vec<f64> = (0..cells.len()).map(number).collect();
    let gaps = numbers.iter().filter(|number| number.is_nan()).count();
    let content = match gaps == numbers.len() {
        true => ColumnContent::Empty,
        false => ColumnContent::Numbers(numbers, notation),
    };
    Profile { content, gaps }
}

fn profile_words(cells: &TextCells, na: &[String]) -> Profile {
    let present = || {
        (0..cells.len()).map(|row| cells.get(row).trim()).filter(|cell| !is_missing_word(cell, na))
    };
    let different: HashSet<&str> = present().collect();
    let gaps = cells.len() - present().count();
    let is_long =
        |cell: &&str| cell.contains(['\n', '\r']) || cell.chars().count() > MAX_NAME_CHARS;
    let words = Words {
        distinct: different.len(),
        are_dates: different.iter().all(|cell| is_date(cell)),
        are_long: different.iter().any(is_long),
    };
    let content =
        if different.is_empty() { ColumnContent::Empty } else { ColumnContent::Words(words) };
    Profile { content, gaps }
}

/// Returns the notation of a column in which every cell is one of two words for true and false.
fn truth_notation(texts: &TextCells, na: &[String]) -> Option<Notation> {
    let mut present = texts.present(na);
    let mut pairs: Vec<_> = truth_words(present.next()?).collect();
    for cell in present {
        if pairs.is_empty() {
            break;
        }
        pairs.retain(|pair| truth_words(cell).any(|own| own == *pair));
    }
    let &(yes, no) = pairs.first()?;
    Some(Notation { truth: Some((yes.to_owned(), no.to_owned())), ..Notation::default() })
}

/// Returns the rows whose cells are not numbers in a column of numbers, and the words in these if
/// they are few and have no digits, so that they stand for missing values.
fn odd_cells(
    texts: &TextCells,
    na: &[String],
    notation: &Notation,
) -> (Vec<usize>, Option<Vec<String>>) {
    let is_odd = |&row: &usize| {
        let cell = texts.get(row);
        !is_missing_number(cell, na) && notation.parse(cell).is_none()
    };
    let odd: Vec<usize> = (0..texts.len()).filter(is_odd).collect();
    let mut words: Vec<String> = odd.iter().map(|&row| texts.get(row).trim().to_owned()).collect();
    words.sort_unstable();
    words.dedup();
    let are_missing = words.len() <= MAX_MISSING_WORDS
        && !words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()));
    (odd, are_missing.then_some(words))
}

/// Returns the error of the cells that are not numbers in a column of numbers.
fn odd_cells_error(
    table: &RawTable,
    at: usize,
    odd: &[usize],
    survey: &Survey,
    notation: &Notation,
) -> InputError {
    let cell = table.columns[at].cells.text(odd[0]);
    let more = match odd.len() {
        1 => String::new(),
        many => format!(" ({} of {})", pluralize(many as u64, "cell", "cells"), survey.present),
    };
    let found = format!("{}{more}", notation.describe_odd(&cell));
    let fault = table.cell_error(odd[0], at, found, "correct it, or only show the column");
    fault.with_fix(Fix::Shown(table.option_name(at)))
}

fn ambiguous_error(
    table: &RawTable,
    at: usize,
    texts: &TextCells,
    na: &[String],
    sign: char,
) -> InputError {
    let has_sign = |&row: &usize| {
        let cell = texts.get(row);
        !is_missing_number(cell, na) && cell.contains(sign)
    };
    let row = (0..texts.len()).find(has_sign).unwrap_or(0);
    let cell = texts.get(row).trim();
    let name = if sign == ',' { "comma" } else { "point" };
    let found = format!("found {}, where the {name} has two meanings", quote_short(cell));
    let remedy = "say whether it separates thousands or decimals";
    let fault = table.cell_error(row, at, found, remedy);
    fault.with_fixes(vec![Fix::Thousands(sign), Fix::Decimal(sign)])
}
