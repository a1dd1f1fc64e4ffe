//! How an export looks, in the words that people write.

use super::colour::{self, Colour};

/// What a cluster names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Each point once, in the smallest cluster with it; of a ready context each attribute too.
    #[default]
    Reduced,
    /// Each point once, in the smallest cluster with it.
    Objects,
    /// Each attribute once, in the largest cluster whose points all have it.
    Attributes,
    /// Both.
    Both,
    /// All points that it contains.
    Members,
    /// Nothing.
    None,
}

impl Labels {
    /// Whether points are named where they are introduced.
    pub(crate) fn names_objects(self) -> bool {
        matches!(self, Labels::Reduced | Labels::Objects | Labels::Both)
    }

    /// Whether attributes are, in the graph of a ready context or of a table.
    pub(crate) fn names_attributes(self, is_ready: bool) -> bool {
        match self {
            Labels::Reduced => is_ready,
            Labels::Attributes | Labels::Both => true,
            Labels::Objects | Labels::Members | Labels::None => false,
        }
    }
}

/// Where the larger clusters stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankDir {
    /// Right, as in the paper.
    LeftToRight,
    /// At the top, as in books on lattices.
    BottomUp,
}

/// Paper, ink and letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// White, for screens and slides.
    #[default]
    Light,
    /// Dark, for screens.
    Dark,
    /// White, black lines and the letters of a book, for print.
    Paper,
}

/// What stands above a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Title {
    /// What was selected.
    #[default]
    OfTheSelection,
    /// Nothing.
    None,
    /// This.
    Text(String),
}

/// How an export is to look.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// What a cluster names.
    pub labels: Labels,
    /// Where the larger clusters stand; nothing is whatever fits, first left to right.
    pub rankdir: Option<RankDir>,
    /// How wide the picture may be, in inches.
    pub width: Option<f64>,
    /// How large the names of points are, in points; the rest follows.
    pub font_size: f64,
    /// What stands above it.
    pub title: Title,
    /// Whether it explains itself.
    pub legend: bool,
    /// Paper, ink and letters.
    pub theme: Theme,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            labels: Labels::default(),
            rankdir: None,
            width: None,
            font_size: 9.0,
            title: Title::default(),
            legend: true,
            theme: Theme::default(),
        }
    }
}

/// What is set, as options of the command line and as words of the shell.
pub const WORDS: [&str; 7] =
    ["labels", "rankdir", "width", "title", "legend", "font-size", "theme"];

/// Why a part of a style is not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It is not in [`WORDS`].
    #[error("{0:?} is not a part of a style")]
    Name(String),
    /// It cannot be that.
    #[error("must be {choices}, not {value:?}")]
    Value {
        /// What it can be.
        choices: &'static str,
        /// What was given.
        value: String,
    },
}

impl Style {
    /// Sets one of [`WORDS`] as a person writes it.
    ///
    /// # Errors
    /// What it may be, where it is something else.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let one_of = |choices| Fault::Value { choices, value: value.to_owned() };
        match (name, value.to_ascii_lowercase().as_str()) {
            ("labels", "reduced") => self.labels = Labels::Reduced,
            ("labels", "objects") => self.labels = Labels::Objects,
            ("labels", "attributes") => self.labels = Labels::Attributes,
            ("labels", "both") => self.labels = Labels::Both,
            ("labels", "members") => self.labels = Labels::Members,
            ("labels", "none") => self.labels = Labels::None,
            ("labels", _) => {
                return Err(one_of("reduced, objects, attributes, both, members or none"));
            }
            ("rankdir", "lr") => self.rankdir = Some(RankDir::LeftToRight),
            ("rankdir", "bt") => self.rankdir = Some(RankDir::BottomUp),
            ("rankdir", _) => return Err(one_of("LR (left to right) or BT (bottom up)")),
            ("theme", "light") => self.theme = Theme::Light,
            ("theme", "dark") => self.theme = Theme::Dark,
            ("theme", "paper") => self.theme = Theme::Paper,
            ("theme", _) => return Err(one_of("light, dark or paper")),
            ("legend", "on") => self.legend = true,
            ("legend", "off") => self.legend = false,
            ("legend", _) => return Err(one_of("on or off")),
            ("title", "none") => self.title = Title::None,
            ("title", _) => self.title = Title::Text(value.to_owned()),
            ("width", word) => {
                let inches = inches(word).filter(|inches| (0.5..=200.0).contains(inches));
                let inches = inches.ok_or_else(|| one_of("a length such as 8.5cm or 600px"))?;
                self.width = Some(inches);
            }
            ("font-size", word) => {
                let size = word.trim_end_matches("pt").parse().ok();
                let size = size.filter(|size| (2.0..=72.0).contains(size));
                self.font_size = size.ok_or_else(|| one_of("2 to 72 points"))?;
            }
            _ => return Err(Fault::Name(name.to_owned())),
        }
        Ok(())
    }

    /// A length in points, which grows as the letters do.
    pub fn scaled(&self, points: f64) -> f64 {
        points * self.font_size / 9.0
    }
}

/// A length as people write it; 96 pixels are an inch, as on the web.
fn inches(word: &str) -> Option<f64> {
    let units = [("cm", 2.54), ("mm", 25.4), ("in", 1.0), ("px", 96.0), ("pt", 72.0)];
    let (number, an_inch) =
        units.iter().find_map(|(unit, an_inch)| Some((word.strip_suffix(unit)?, an_inch)))?;
    Some(number.trim().parse::<f64>().ok()? / an_inch)
}

impl Theme {
    /// What everything stands on.
    pub fn paper(self) -> Colour {
        match self {
            Theme::Light | Theme::Paper => colour::WHITE,
            Theme::Dark => Colour(0x16, 0x1b, 0x22),
        }
    }

    /// Text, and the outline of what was selected.
    pub fn ink(self) -> Colour {
        match self {
            Theme::Light => colour::INK,
            Theme::Dark => Colour(0xf0, 0xf3, 0xf6),
            Theme::Paper => Colour(0, 0, 0),
        }
    }

    /// Text that is not new: inherited members.
    pub fn quiet(self) -> Colour {
        self.ink().mix(self.paper(), 0.3)
    }

    /// Text that steps back: ids, counts of what is not shown.
    pub fn faint(self) -> Colour {
        self.ink().mix(self.paper(), if self == Theme::Paper { 0.25 } else { 0.42 })
    }

    /// Covers.
    pub fn line(self) -> Colour {
        self.ink().mix(self.paper(), if self == Theme::Paper { 0.4 } else { 0.62 })
    }

    /// The letters.
    pub fn fonts(self) -> &'static str {
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
        let mut style = Style::default();
        for (word, inches) in [("8.5cm", 8.5 / 2.54), ("85mm", 85.0 / 25.4), ("600px", 6.25)] {
            style.set("width", word).expect("a length");
            assert!((style.width.expect("set") - inches).abs() < 1e-9, "{word}");
        }
        for word in ["8.5", "cm", "-1cm", "nancm", "1e9px", "infcm"] {
            assert!(style.set("width", word).is_err(), "{word}");
        }
    }

    #[test]
    fn every_word_says_what_it_may_be() {
        let mut style = Style::default();
        for name in WORDS.into_iter().filter(|&name| name != "title") {
            let said = style.set(name, "no such").expect_err(name).to_string();
            assert!(said.starts_with("must be ") && said.ends_with("not \"no such\""), "{said}");
        }
        assert_eq!(style, Style::default());
        style.set("title", "A lattice").expect("a title");
        assert_eq!(style.title, Title::Text("A lattice".to_owned()));
        style.set("title", "none").expect("no title");
        assert_eq!(style.title, Title::None);
    }
}
