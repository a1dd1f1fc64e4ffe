//! The rules that give the columns of a table their roles: feature, left out, name, shown, label.
//!
//! Each column has one role, by these rules unless the caller gives it another:
//!
//! - A column of numbers is a feature; numbers may be written as in [`super::notation`].
//! - Left out is a column that numbers the rows, that has one value, or that repeats a feature.
//! - The name of a point is in the first column of words that all differ.
//! - Other columns are shown: words, dates, codes, numbers of which most are missing, and whole
//!   numbers that number groups of rows, or in a column that is called like classes or identifiers.
//! - If no column has numbers, columns of few words are features, a word each.
//! - No column is the label; one of few words is proposed.
//!
//! A row without a value in a feature is left out. If these were more than a fifth of the rows, the
//! columns that lack more than a tenth are shown instead of used; if that does not suffice, or if
//! these were most of the columns, the gaps are filled in with means.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};

use super::missing_policy::MissingPolicy;
use super::numbering::{MIN_NUMBERED_ROWS, Numbering, count_distinct, is_id_name, numbers_groups};
use super::options::ReadOptions;
use super::profile::{ColumnContent, Profile};
use super::raw_table::{RawColumn, RawTable};
use super::requests::Request;
use super::roles::Roles;

/// The usual names of the column of the classes.
const CLASS_COLUMN_NAMES: [&str; 8] =
    ["class", "classes", "species", "label", "target", "category", "diagnosis", "outcome"];
/// The most classes of a column that is proposed as the label.
const MAX_LABELS: usize = 20;
/// The most words of a column, each of which becomes a feature; more hardly describe points.
pub(super) const MAX_WORDS: usize = 100;
/// The share of rows that may be left out because of empty cells.
const MAX_LEFT_OUT_SHARE: f64 = 0.2;
/// The role of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Feature,
    /// A feature for each word.
    Nominal,
    Name,
    Label,
    /// Shown beside the points, with the reason unless it holds words.
    Shown(Option<String>),
    /// Left out for a reason; `None` if the caller left it out, or if it has no name and no cells.
    LeftOut(Option<String>),
}

/// The columns of a table with their contents, while roles are assigned.
pub(super) struct Assignment<'a> {
    table: &'a RawTable,
    profiles: &'a [Profile],
    pub roles: Vec<Role>,
    requests: &'a BTreeMap<usize, Request>,
    reading: &'a ReadOptions,
    /// The way in which each column refers to the rows.
    numberings: Vec<Option<Numbering>>,
}

impl<'a> Assignment<'a> {
    /// Assigns a role to each column.
    pub(super) fn new(
        table: &'a RawTable,
        profiles: &'a [Profile],
        requests: &'a BTreeMap<usize, Request>,
        reading: &'a ReadOptions,
    ) -> Self {
        let roles = vec![Role::LeftOut(None); table.columns.len()];
        let mut all = Self { table, profiles, roles, requests, reading, numberings: Vec::new() };
        let numbering = |(column, at): (&RawColumn, usize)| {
            all.numbers(at).and_then(|numbers| Numbering::detect(&column.name, numbers))
        };
        all.numberings = table.columns.iter().zip(0..).map(numbering).collect();
        let shuffled = all.numberings.iter().filter(|of| **of == Some(Numbering::AnyOrder));
        if shuffled.count() > 1 {
            // Several orders of the rows are ranks.
            let is_count = |of: &Numbering| *of == Numbering::Count;
            all.numberings.iter_mut().for_each(|of| *of = of.filter(is_count));
        }
        let has_columns = reading.columns.is_some();
        for at in 0..all.roles.len() {
            all.roles[at] = match requests.get(&at) {
                Some(Request::Label) => Role::Label,
                Some(Request::Id) => Role::Name,
                Some(Request::Nominal) => Role::Nominal,
                Some(Request::Shown) => Role::Shown(None),
                Some(Request::Dropped) => Role::LeftOut(None),
                Some(Request::Feature) => match all.profiles[at].content {
                    ColumnContent::Words(_) => Role::Nominal,
                    _ => Role::Feature,
                },
                None if table.columns[at].second_file.is_some() => Role::LeftOut(None),
                None => all.default_role(at, has_columns),
            };
        }
        if table.rows >= MIN_NUMBERED_ROWS {
            all.leave_out_repeats();
        }
        if !requests.values().any(|request| *request == Request::Id) {
            all.assign_name();
        }
        if all.features().next().is_none() && !has_columns {
            all.use_words();
        }
        all
    }

    pub(super) fn features(&self) -> impl Iterator<Item = usize> + '_ {
        let is_feature = |&at: &usize| matches!(self.roles[at], Role::Feature | Role::Nominal);
        (0..self.roles.len()).filter(is_feature)
    }

    /// Returns the first column of numbers that could be a feature, although it is not one.
    pub(super) fn usable_column(&self) -> Option<usize> {
        let is_usable = |&at: &usize| match &self.roles[at] {
            Role::Shown(_) => self.numbers(at).is_some(),
            _ => false,
        };
        (0..self.roles.len()).find(is_usable)
    }

    pub(super) fn is_requested(&self, at: usize) -> bool {
        self.requests.contains_key(&at)
    }

    pub(super) fn missing_words(&self) -> &[String] {
        &self.reading.na
    }

    fn numbers(&self, at: usize) -> Option<&[f64]> {
        match &self.profiles[at].content {
            ColumnContent::Numbers(numbers, _) => Some(numbers),
            _ => None,
        }
    }

    fn default_role(&self, at: usize, has_columns: bool) -> Role {
        let (name, profile) = (self.table.columns[at].name.as_str(), &self.profiles[at]);
        let left_out = |why: &str| Role::LeftOut(Some(why.to_owned()));
        let numbers = match &profile.content {
            ColumnContent::Numbers(..) | ColumnContent::Empty if has_columns => {
                return Role::LeftOut(None);
            }
            ColumnContent::Empty if name.is_empty() => return Role::LeftOut(None),
            ColumnContent::Empty if let Some((_, unfit)) = &self.table.columns[at].error => {
                return left_out(&format!("is not readable ({})", unfit.found));
            }
            ColumnContent::Empty => return left_out("is empty"),
            ColumnContent::Words(words) => {
                let is_constant = words.distinct == 1 && profile.gaps == 0 && self.table.rows > 1;
                return match is_constant {
                    true => left_out("is constant"),
                    false if words.are_dates => Role::Shown(Some("dates".to_owned())),
                    false => Role::Shown(None),
                };
            }
            ColumnContent::Numbers(numbers, _) => numbers,
        };
        let rows = numbers.len();
        let present = || numbers.iter().copied().filter(|number| !number.is_nan());
        let first = present().next().unwrap_or(0.0);
        if self.numberings[at].is_some() {
            return left_out("numbers the rows");
        }
        if 2 * profile.gaps > rows {
            let filled = format!("{} of {rows} cells filled", rows - profile.gaps);
            return Role::Shown(Some(filled));
        }
        if present().all(|number| number == first) {
            return left_out("is constant");
        }
        let are_whole = present().all(|number| number.fract() == 0.0);
        // Few columns need their numbers to be counted.
        let distinct = || count_distinct(numbers);
        if numbers_groups(name, numbers) && !self.is_grid_line(numbers) {
            return Role::Shown(Some("numbers groups of rows".to_owned()));
        }
        let differ = || rows > 2 && distinct() == rows;
        if is_id_name(name) && are_whole || name.is_empty() && differ() {
            return Role::Shown(Some("identifies things".to_owned()));
        }
        if is_class_name(name) && are_whole && distinct() <= MAX_LABELS {
            return Role::Shown(Some("called like classes".to_owned()));
        }
        Role::Feature
    }

    /// Returns `true` if another column rises within the groups of rows and begins again in each.
    fn is_grid_line(&self, groups: &[f64]) -> bool {
        let begins_again = |at: usize| {
            let Some(numbers) = self.numbers(at) else { return false };
            (1..numbers.len()).all(|row| match groups[row] == groups[row - 1] {
                true => numbers[row] > numbers[row - 1],
                false => numbers[row] == numbers[0],
            })
        };
        (0..self.profiles.len()).any(begins_again)
    }

    /// Leaves out features that repeat an earlier one.
    fn leave_out_repeats(&mut self) {
        let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
        for at in 0..self.roles.len() {
            let (Role::Feature, Some(numbers)) = (&self.roles[at], self.numbers(at)) else {
                continue;
            };
            let bits = || numbers.iter().map(|number| number.to_bits());
            let mut hasher = DefaultHasher::new();
            bits().for_each(|bits| hasher.write_u64(bits));
            let same = known.entry(hasher.finish()).or_default();
            let is_equal = |&&other: &&usize| {
                let other = self.numbers(other).into_iter().flatten();
                other.map(|number| number.to_bits()).eq(bits())
            };
            match same.iter().find(is_equal) {
                Some(&first) if !self.is_requested(at) => {
                    let why = format!("repeats {}", self.table.columns[first].name);
                    self.roles[at] = Role::LeftOut(Some(why));
                }
                _ => same.push(at),
            }
        }
    }

    /// Makes the first column of words that all differ the names of the points.
    fn assign_name(&mut self) {
        let rows = self.table.rows;
        let is_name = |&at: &usize| {
            let ColumnContent::Words(words) = &self.profiles[at].content else { return false };
            matches!(self.roles[at], Role::Shown(_))
                && !self.is_requested(at)
                && words.distinct == rows
                && !words.are_dates
                && !words.are_long
        };
        if let Some(at) = (0..self.roles.len()).find(is_name) {
            self.roles[at] = Role::Name;
        }
    }

    /// Makes columns of few words features if there are no numbers.
    fn use_words(&mut self) {
        for at in 0..self.roles.len() {
            if let ColumnContent::Words(words) = &self.profiles[at].content
                && self.roles[at] == Role::Shown(None)
                && !self.is_requested(at)
                && (2..=MAX_WORDS.min(self.table.rows / 2)).contains(&words.distinct)
            {
                self.roles[at] = Role::Nominal;
            }
        }
    }

    /// Chooses the treatment of rows with empty cells, and shows columns with many instead of using
    /// them. A column that the caller asked for remains.
    pub(super) fn choose_missing_policy(&mut self) -> MissingPolicy {
        if let Some(given) = self.reading.missing {
            return given;
        }
        let rows = self.table.rows;
        let is_free = |at: &usize| !self.is_requested(*at);
        let mut free: Vec<usize> = self.features().filter(is_free).collect();
        let all = free.len();
        let most = MAX_LEFT_OUT_SHARE * rows as f64;
        free.retain(|&at| self.profiles[at].gaps as f64 > most / 2.0);
        free.sort_by_key(|&at| self.profiles[at].gaps);
        let mut counts = vec![0_u32; rows];
        for at in self.features() {
            self.gap_rows(at).into_iter().for_each(|row| counts[row] += 1);
        }
        let mut blamed = Vec::new();
        let is_fine = |counts: &[u32]| {
            let lost = counts.iter().filter(|&&count| count > 0).count();
            lost as f64 <= most
        };
        while !is_fine(&counts) {
            let Some(at) = free.pop() else { return MissingPolicy::Mean };
            self.gap_rows(at).into_iter().for_each(|row| counts[row] -= 1);
            blamed.push(at);
            if 2 * blamed.len() > all {
                return MissingPolicy::Mean;
            }
        }
        for at in blamed {
            let filled = format!("{} of {rows} cells filled", rows - self.profiles[at].gaps);
            self.roles[at] = Role::Shown(Some(filled));
        }
        MissingPolicy::Drop
    }

    /// Returns the rows without a value in a column.
    pub(super) fn gap_rows(&self, at: usize) -> Vec<usize> {
        if self.roles[at] == Role::Feature && self.profiles[at].gaps == 0 {
            return Vec::new();
        }
        let (cells, na) = (&self.table.columns[at].cells, &self.reading.na);
        let is_gap = |&row: &usize| match (&self.roles[at], &self.profiles[at].content) {
            (Role::Feature, ColumnContent::Numbers(numbers, _)) => numbers[row].is_nan(),
            // A name may be any word: `NA` is also Namibia.
            (Role::Name, _) => {
                let text = cells.text(row);
                text.trim().is_empty() || na.iter().any(|word| word.trim() == text.trim())
            }
            _ => cells.is_missing_word(row, na),
        };
        (0..self.table.rows).filter(is_gap).collect()
    }

    /// Returns the column that may be the label, and the number of its classes.
    pub(super) fn likely_label(&self) -> Option<(String, usize)> {
        if self.roles.contains(&Role::Label) {
            return None;
        }
        let classes = |at: usize| match &self.profiles[at].content {
            ColumnContent::Words(words) if !words.are_dates => Some(words.distinct),
            ColumnContent::Numbers(numbers, _) if is_class_name(&self.table.columns[at].name) => {
                Some(count_distinct(numbers))
            }
            _ => None,
        };
        let few = 2..=MAX_LABELS.min(self.table.rows / 4);
        let found = (0..self.roles.len()).filter(|&at| matches!(self.roles[at], Role::Shown(_)));
        let found = found.filter_map(|at| Some((at, classes(at)?)));
        let mut found = found.filter(|(_, classes)| few.contains(classes)).collect::<Vec<_>>();
        found.sort_by_key(|&(at, _)| !is_class_name(&self.table.columns[at].name));
        let (at, classes) = *found.first()?;
        Some((self.name(at), classes))
    }

    /// Returns the name of a column; its place if it has none.
    pub(super) fn name(&self, at: usize) -> String {
        let place = (at + 1).to_string();
        match self.table.columns[at].name.as_str() {
            "" if self.table.find(&place).is_some() => format!("column {place}"),
            "" => place,
            name => name.to_owned(),
        }
    }

    /// Returns the roles, without the counts of rows and cells.
    pub(super) fn describe(&self) -> Roles {
        let reading = self.reading;
        let mut roles = Roles {
            layout: self.table.notes.clone(),
            rows: self.table.rows,
            likely_label: self.likely_label(),
            has_given_features: reading.columns.is_some(),
            has_given_id: reading.id.is_some(),
            has_given_policy: reading.missing.is_some(),
            ..Roles::default()
        };
        for (at, role) in self.roles.iter().enumerate() {
            let name = self.name(at);
            if let (ColumnContent::Numbers(_, notation), Role::Feature) =
                (&self.profiles[at].content, role)
                && let Some(way) = notation.describe()
            {
                roles.readings.push((name.clone(), way));
            }
            match role {
                Role::Feature | Role::Nominal => roles.features.push(name),
                Role::Name => roles.id = Some(name),
                Role::Label => roles.label = Some(name),
                Role::Shown(why) => {
                    roles.given_shown += usize::from(self.is_requested(at));
                    roles.shown.push((name, why.clone()));
                }
                Role::LeftOut(Some(why)) => roles.left_out.push((name, why.clone())),
                Role::LeftOut(None) => {}
            }
        }
        roles
    }
}

fn is_class_name(name: &str) -> bool {
    CLASS_COLUMN_NAMES.iter().any(|of| of.eq_ignore_ascii_case(name))
}
