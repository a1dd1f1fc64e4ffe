//! Differences in words: `flavanoids 0.9 above`, `price 501,000 (all 488,000)`, `sex male 100 %
//! (all 49 %)`, `title: trial · patients · dose`.

use std::borrow::Cow;
use std::iter::once;

use super::{Difference, Measure, Statistics};
use crate::base::display_safe;
use crate::base::numbers::{format_briefly, format_percent, format_to_digit, last_digit};

/// The number of points from which on shares are in percent instead of counts.
const MIN_FOR_PERCENT: usize = 100;

impl Difference<'_> {
    /// Iterates over the difference and, for a text, its further words.
    pub fn with_further_words(&self) -> impl Iterator<Item = &Self> {
        once(self).chain(&self.further_words)
    }

    /// Writes the difference in few words: `petal_length 1.3 below`, `town Bonn 80 % (others 5 %)`.
    pub fn brief_text(&self) -> String {
        if self.measure == Measure::Mean && !self.is_kept {
            let side = if self.strength < 0.0 { "below" } else { "above" };
            let whom = if self.is_from_rest { " others" } else { "" };
            let column = quote_name(self.column, false);
            return format!("{column} {:.1} {side}{whom}", self.strength.abs());
        }
        if matches!(self.measure, Measure::TextWord(_)) {
            return self.write_words(|_| String::new());
        }
        self.write_sentence(|side| match self.measure {
            Measure::Mean => format_briefly(side.mean, self.last_digit()),
            _ => format_percent(side.mean),
        })
    }

    /// Writes the difference with means, standard deviations, and counts of few points.
    pub fn full_text(&self) -> String {
        self.write_sentence(|side| match self.measure {
            Measure::Mean => {
                let last = self.last_digit();
                match side.points {
                    1 => format_briefly(side.mean, last),
                    _ => format!(
                        "{} ± {}",
                        format_to_digit(side.mean, last),
                        format_to_digit(side.deviation, last)
                    ),
                }
            }
            _ if side.points < MIN_FOR_PERCENT => {
                format!("{:.0} of {}", side.mean * side.points as f64, side.points)
            }
            _ => format_percent(side.mean),
        })
    }

    /// Writes the words of a text, each with a phrase from `suffix`, without commas, since a comma
    /// would end the difference in a list.
    fn write_words(&self, suffix: impl Fn(&Self) -> String) -> String {
        let words = self.with_further_words().filter_map(|one| match &one.measure {
            Measure::TextWord(word) => {
                let behind = suffix(one);
                Some(format!("{}{behind}", quote_name(word, !behind.is_empty())))
            }
            _ => None,
        });
        let words: Vec<String> = words.collect();
        format!("{}: {}", quote_name(self.column, false), words.join(" · "))
    }

    fn write_sentence(&self, number: impl Fn(&Statistics) -> String) -> String {
        let (column, inside) = (quote_name(self.column, false), number(&self.inside));
        let outside = if self.is_from_rest { "others" } else { "all" };
        let others = |one: &Self| format!("({outside} {})", number(&one.outside));
        let what = match &self.measure {
            Measure::Mean => inside,
            Measure::Ones => format!("{inside} yes"),
            Measure::Word(word) => format!("{} {inside}", quote_name(word, true)),
            Measure::TextWord(_) => {
                return self.write_words(|one| format!(" {} {}", number(&one.inside), others(one)));
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
pub(crate) fn quote_name(name: &str, is_before_number: bool) -> Cow<'_, str> {
    let shown = display_safe::escape_name(name);
    let has_digit = |at: Option<char>| is_before_number && at.is_some_and(char::is_numeric);
    match shown.contains([',', '"']) || has_digit(shown.chars().next_back()) {
        true => format!("\"{}\"", shown.replace('"', "\"\"")).into(),
        false => shown,
    }
}
