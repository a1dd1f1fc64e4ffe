//! Differences in words: `flavanoids 0.9 above`, `price 501,000 (all 488,000)`, `sex male 100 %
//! (all 49 %)`, `title: trial · patients · dose`.

use std::borrow::Cow;
use std::iter::once;

use super::{Difference, Measure, Side};
use crate::base::display_safe;
use crate::base::numbers::{briefly_up_to, last_digit, percent, up_to};

/// The most features that are named.
const FEATURES: usize = 3;
/// The number of points from which on shares are in percent instead of counts.
const COUNTED: usize = 100;

/// Selects the differences that are worth telling: words of texts first, then the others in their
/// order; at most three features, `kept` texts and `kept` other kept columns.
pub fn foremost(
    mut found: Vec<Difference<'_>>,
    kept: usize,
) -> impl Iterator<Item = Difference<'_>> {
    let is_text = |one: &Difference<'_>| matches!(one.measure, Measure::Holds(_));
    found.sort_by_key(|one| !is_text(one));
    let mut left = [FEATURES, kept, kept];
    found.into_iter().filter(Difference::is_telling).filter(move |one| {
        let left = &mut left[usize::from(one.is_kept) + usize::from(is_text(one))];
        let is_named = *left > 0;
        *left -= usize::from(is_named);
        is_named
    })
}

impl Difference<'_> {
    /// Iterates over the difference and, for a text, its further words.
    pub fn each(&self) -> impl Iterator<Item = &Self> {
        once(self).chain(&self.also)
    }

    /// Writes the difference in few words; `outside` is the name of the points compared with, such
    /// as `all`. A feature is given in standard deviations over all points.
    pub fn in_brief(&self, outside: &str) -> String {
        if self.measure == Measure::Mean && !self.is_kept {
            let side = if self.strength < 0.0 { "below" } else { "above" };
            return format!("{} {:.1} {side}", shown(self.column, false), self.strength.abs());
        }
        if matches!(self.measure, Measure::Holds(_)) {
            return self.text(|_| String::new());
        }
        self.sentence(outside, |side| match self.measure {
            Measure::Mean => briefly_up_to(side.mean, self.last_digit()),
            _ => percent(side.mean),
        })
    }

    /// Writes the difference with means and standard deviations of numbers, and counts of few
    /// points.
    pub fn in_full(&self, outside: &str) -> String {
        self.sentence(outside, |side| match self.measure {
            Measure::Mean => {
                let last = self.last_digit();
                match side.points {
                    1 => briefly_up_to(side.mean, last),
                    _ => format!("{} ± {}", up_to(side.mean, last), up_to(side.deviation, last)),
                }
            }
            _ if side.points < COUNTED => {
                format!("{:.0} of {}", side.mean * side.points as f64, side.points)
            }
            _ => percent(side.mean),
        })
    }

    /// Writes the words of a text, each with a phrase from `behind`. They are separated without
    /// commas, since a comma would end the difference in a list.
    fn text(&self, behind: impl Fn(&Self) -> String) -> String {
        let words = self.each().filter_map(|one| match &one.measure {
            Measure::Holds(word) => {
                let behind = behind(one);
                Some(format!("{}{behind}", shown(word, !behind.is_empty())))
            }
            _ => None,
        });
        let words: Vec<String> = words.collect();
        format!("{}: {}", shown(self.column, false), words.join(" · "))
    }

    fn sentence(&self, outside: &str, number: impl Fn(&Side) -> String) -> String {
        let (column, inside) = (shown(self.column, false), number(&self.inside));
        let others = |one: &Self| format!("({outside} {})", number(&one.outside));
        let what = match &self.measure {
            Measure::Mean => inside,
            Measure::Yes => format!("{inside} yes"),
            Measure::Word(word) => format!("{} {inside}", shown(word, true)),
            Measure::Holds(_) => {
                return self.text(|one| format!(" {} {}", number(&one.inside), others(one)));
            }
        };
        format!("{column} {what} {}", others(self))
    }

    /// Returns the last digit of both sides: a side of one point has no deviation.
    pub(crate) fn last_digit(&self) -> i32 {
        let deviation = self.inside.deviation.max(self.outside.deviation);
        let [inside, outside] =
            [self.inside, self.outside].map(|side| last_digit(side.mean, deviation));
        inside.max(outside)
    }
}

/// Returns a name as part of a phrase: in quotes if it would be mistaken for other words.
pub(crate) fn shown(name: &str, is_before_number: bool) -> Cow<'_, str> {
    let shown = display_safe::name(name);
    let has_digit = |at: Option<char>| is_before_number && at.is_some_and(char::is_numeric);
    match shown.contains([',', '"']) || has_digit(shown.chars().next_back()) {
        true => format!("\"{}\"", shown.replace('"', "\"\"")).into(),
        false => shown,
    }
}
