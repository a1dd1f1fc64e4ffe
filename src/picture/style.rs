//! The look of an export, and the words for it.

use std::str::FromStr;

use super::colour::{self, Colour};

/// The points and attributes that a cluster names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Each point once, in the smallest cluster with it; of a ready context, each attribute too.
    #[default]
    Reduced,
    /// Each point once, in the smallest cluster with it.
    Objects,
    /// Each attribute once, in the largest cluster whose points all have it.
    Attributes,
    /// Each point and each attribute once.
    Both,
    /// All points of the cluster.
    Members,
    /// No names.
    None,
}

impl Labels {
    pub(crate) fn names_objects(self) -> bool {
        matches!(self, Labels::Reduced | Labels::Objects | Labels::Both)
    }

    /// Returns `true` if attributes are named; `is_ready` is `true` for a ready context.
    pub(crate) fn names_attributes(self, is_ready: bool) -> bool {
        match self {
            Labels::Reduced => is_ready,
            Labels::Attributes | Labels::Both => true,
            Labels::Objects | Labels::Members | Labels::None => false,
        }
    }
}

/// The colours and fonts of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// White paper, for screens and slides.
    #[default]
    Light,
    /// Dark paper, for screens.
    Dark,
    /// White paper with black lines and a book font, for print.
    Paper,
}

/// The title above a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Title {
    /// A description of the selection.
    #[default]
    Automatic,
    /// No title.
    None,
    /// A given text.
    Text(String),
}

/// Values from outside of a graph that colour its points, by row.
#[derive(Clone, Debug, PartialEq)]
pub enum GivenValues {
    /// Numbers, for a gradient.
    Numbers(Vec<Option<f64>>),
    /// Words.
    Words {
        /// The word of each point.
        cells: Vec<Option<String>>,
        /// All words, in the order of their colours.
        order: Vec<String>,
    },
}

/// The look of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The points and attributes that a cluster names.
    pub labels: Labels,
    /// The largest width of the picture, in inches.
    pub width: Option<f64>,
    /// The title above the picture.
    pub title: Title,
    /// `true` if the picture has a legend.
    pub legend: bool,
    /// The colours and fonts.
    pub theme: Theme,
    /// The column that colours the points of a map, or `class`; `None` for colours by community.
    pub color: Option<String>,
    /// The values that colour the points of a map instead; `color` is their name.
    pub values: Option<GivenValues>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            labels: Labels::default(),
            width: None,
            title: Title::default(),
            legend: true,
            theme: Theme::default(),
            color: None,
            values: None,
        }
    }
}

/// An invalid word for a part of a style.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be {choices}, not {value:?}")]
pub struct StyleError {
    choices: &'static str,
    value: String,
}

impl StyleError {
    fn new(choices: &'static str, value: &str) -> Self {
        Self { choices, value: value.to_owned() }
    }
}

/// Returns the value that a word names among `all`, in upper or lower case.
fn parse_choice<T: Copy>(
    word: &str,
    all: &[(&str, T)],
    choices: &'static str,
) -> Result<T, StyleError> {
    let found = all.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|&(_, value)| value).ok_or_else(|| StyleError::new(choices, word))
}

impl FromStr for Labels {
    type Err = StyleError;

    fn from_str(word: &str) -> Result<Self, StyleError> {
        let all = [
            ("reduced", Self::Reduced),
            ("objects", Self::Objects),
            ("attributes", Self::Attributes),
            ("both", Self::Both),
            ("members", Self::Members),
            ("none", Self::None),
        ];
        parse_choice(word, &all, "reduced, objects, attributes, both, members or none")
    }
}

impl FromStr for Theme {
    type Err = StyleError;

    fn from_str(word: &str) -> Result<Self, StyleError> {
        let all = [("light", Self::Light), ("dark", Self::Dark), ("paper", Self::Paper)];
        parse_choice(word, &all, "light, dark or paper")
    }
}

impl Title {
    /// Returns the words of the title, given the description of the selection.
    pub(crate) fn words<'a>(&'a self, automatic: &'a str) -> &'a str {
        match self {
            Self::Automatic => automatic,
            Self::None => "",
            Self::Text(text) => text,
        }
    }
}

impl From<&str> for Title {
    fn from(word: &str) -> Self {
        match word {
            "none" => Self::None,
            _ => Self::Text(word.to_owned()),
        }
    }
}

/// Parses a length such as `8.5cm` or `600px` and returns it in inches; 96 pixels are an inch, as
/// on the web.
///
/// # Errors
/// Returns an error if the word is not a length, or is below half an inch or above 200 inches.
pub fn parse_length(word: &str) -> Result<f64, StyleError> {
    let units = [("cm", 2.54), ("mm", 25.4), ("in", 1.0), ("px", 96.0), ("pt", 72.0)];
    let inches = || {
        let mut found = units.iter().filter_map(|(of, inch)| Some((word.strip_suffix(of)?, inch)));
        let (number, an_inch) = found.next()?;
        Some(number.trim().parse::<f64>().ok()? / an_inch)
    };
    let inches = inches().filter(|inches| (0.5..=200.0).contains(inches));
    inches
        .ok_or_else(|| StyleError::new("a length of 0.5in to 200in, such as 8.5cm or 600px", word))
}

/// Parses `on` or `off`.
pub fn parse_on_off(word: &str) -> Result<bool, StyleError> {
    parse_choice(word, &[("on", true), ("off", false)], "on or off")
}

impl Theme {
    /// Returns the colour of the background.
    pub fn paper(self) -> Colour {
        match self {
            Theme::Light | Theme::Paper => colour::WHITE,
            Theme::Dark => Colour(0x16, 0x1b, 0x22),
        }
    }

    /// Returns the colour of text, and of the outline of selected clusters.
    pub(crate) fn ink(self) -> Colour {
        match self {
            Theme::Light => colour::INK,
            Theme::Dark => Colour(0xf0, 0xf3, 0xf6),
            Theme::Paper => Colour(0, 0, 0),
        }
    }

    /// Returns the colour between ink and pale text, as for inherited members.
    pub fn quiet(self) -> Colour {
        self.ink().mix(self.paper(), 0.3)
    }

    /// Returns the colour of pale text: ids, and counts of hidden covers.
    pub(crate) fn faint(self) -> Colour {
        self.ink().mix(self.paper(), if self == Theme::Paper { 0.25 } else { 0.42 })
    }

    /// Returns the colour of covers.
    pub fn line(self) -> Colour {
        self.ink().mix(self.paper(), if self == Theme::Paper { 0.4 } else { 0.62 })
    }

    pub(crate) fn fonts(self) -> &'static str {
        match self {
            Theme::Light | Theme::Dark => "Helvetica,Arial,sans-serif",
            Theme::Paper => "Times,Times New Roman,serif",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_every_unit() {
        for (word, inches) in [("8.5cm", 8.5 / 2.54), ("85mm", 85.0 / 25.4), ("600px", 6.25)] {
            assert!((parse_length(word).expect("a length") - inches).abs() < 1e-9, "{word}");
        }
        for word in ["8.5", "cm", "-1cm", "nancm", "1e9px", "infcm"] {
            let said = parse_length(word).expect_err(word).to_string();
            assert_eq!(
                said,
                format!("must be a length of 0.5in to 200in, such as 8.5cm or 600px, not {word:?}")
            );
        }
    }
}
