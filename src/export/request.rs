//! The request of a person: a selection, a format and a file.
//!
//! On the command line `--around c12 --radius 2 -o x.svg`, in the shell `around c12 radius 2 to
//! x.svg`.

use std::path::PathBuf;

use super::error::Error;
use super::format::Format;
use super::selection::Selection;
use crate::base::input_error::did_you_mean;
use crate::picture::style::{self, Style};
use crate::select::landmarks::MOST;

/// The words of [`Request::parse`].
pub const WORDS: [&str; 20] = [
    "around",
    "radius",
    "up",
    "down",
    "containing",
    "lca",
    "largest",
    "map",
    "all",
    "limit",
    "format",
    "labels",
    "rankdir",
    "width",
    "title",
    "legend",
    "font-size",
    "theme",
    "force",
    "to",
];

/// How it is typed in the shell.
pub const USAGE: &str = "usage: export around CONCEPT [radius N] | up CONCEPT | down CONCEPT | \
                     containing POINT | lca A,B | largest N | map [N] | all [limit N] [force] to \
                     FILE";

/// What to write.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Which clusters.
    pub selection: Selection,
    /// The format, where the file's suffix does not say.
    pub format: Option<Format>,
    /// How it is to look.
    pub style: Style,
    /// The file, or `-` for standard output.
    pub output: PathBuf,
    /// More clusters than [`Format::max_clusters`] as well, and over a file that is not a picture.
    pub force: bool,
}

/// Words that do not make a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A word that is not in `WORDS`.
    #[error("{word:?} selects nothing{}; {USAGE}", near(.word))]
    Word {
        /// The word.
        word: String,
    },
    /// A word that needs one after it, and has none.
    #[error("{0} needs one more word; {USAGE}")]
    Alone(String),
    /// What should be a number.
    #[error("{name} must be a positive integer, not {value:?}")]
    Number {
        /// The word before it.
        name: String,
        /// What it is.
        value: String,
    },
    /// What should be a format.
    #[error("{word:?} is not a format{}; there are {}", alike(.word), names().join(", "))]
    Format {
        /// The word.
        word: String,
    },
    /// What a picture cannot look like.
    #[error("{name} {fault}")]
    Style {
        /// The part of the style.
        name: String,
        /// What is wrong with it.
        fault: style::Fault,
    },
    /// A radius of nothing.
    #[error("radius goes only with around; {USAGE}")]
    Radius,
    /// No file is named.
    #[error("the file to write is missing; {USAGE}")]
    NoFile,
}

impl Request {
    /// Reads `around c12 radius 2 limit 100 to x.svg`, in any order; dashes before a word are
    /// forgiven.
    ///
    /// # Errors
    /// A word that is none of these, or lacks what it needs.
    pub fn parse(words: &[String]) -> Result<Self, Fault> {
        let selection = Selection { radius: 1, ..Selection::default() };
        let mut request = Self { selection, ..Self::default() };
        let (mut output, mut radius) = (None, None);
        let mut left = words.iter().peekable();
        while let Some(word) = left.next() {
            let name = word.trim_start_matches("--");
            if !WORDS.contains(&name) {
                return Err(Fault::Word { word: word.clone() });
            }
            let selection = &mut request.selection;
            match name {
                "all" => selection.all = true,
                "map" => {
                    let number = left.next_if(|word| word.parse::<u32>().is_ok_and(|n| n > 0));
                    let number = number.and_then(|word| word.parse().ok());
                    selection.map = Some(number.unwrap_or(MOST as u32));
                }
                "force" => request.force = true,
                _ => {
                    let value = left.next().ok_or_else(|| Fault::Alone(name.to_owned()))?;
                    let number = || {
                        let number = value.parse::<u32>().ok().filter(|&number| number > 0);
                        number.ok_or_else(|| Fault::Number {
                            name: name.to_owned(),
                            value: value.clone(),
                        })
                    };
                    match name {
                        "around" => selection.around = Some(value.clone()),
                        "up" => selection.up = Some(value.clone()),
                        "down" => selection.down = Some(value.clone()),
                        "containing" => selection.containing = Some(value.clone()),
                        "lca" => selection.lca = Some(value.clone()),
                        "radius" => radius = Some(number()? as usize),
                        "largest" => selection.largest = Some(number()?),
                        "limit" => selection.limit = Some(number()?),
                        "format" => request.format = Some(format(value)?),
                        name if style::WORDS.contains(&name) => {
                            let set = request.style.set(name, value);
                            set.map_err(|fault| Fault::Style { name: name.to_owned(), fault })?;
                        }
                        _ => output = Some(value.clone()),
                    }
                }
            }
        }
        if radius.is_some() && request.selection.around.is_none() {
            return Err(Fault::Radius);
        }
        request.selection.radius = radius.unwrap_or(1);
        request.output = output.ok_or(Fault::NoFile)?.into();
        Ok(request)
    }

    /// Whether standard output is meant.
    pub fn is_for_standard_output(&self) -> bool {
        self.output.as_os_str() == "-"
    }

    /// The format: the one that is named, else the one of the suffix.
    ///
    /// # Errors
    /// Neither says, or it cannot be written there.
    pub fn format(&self) -> Result<Format, Error> {
        let output = || self.output.display().to_string();
        match self.format.or_else(|| Format::of(&self.output)) {
            Some(format) => Ok(format),
            None if self.is_for_standard_output() => Err(Error::NoFormat),
            None => Err(Error::Suffix { file: output() }),
        }
    }
}

/// What a word that selects nothing may have meant.
fn near(word: &str) -> String {
    did_you_mean(word.trim_start_matches("--"), WORDS)
}

/// What a word that names no format may have meant.
fn alike(word: &str) -> String {
    did_you_mean(word, names())
}

fn names() -> [&'static str; Format::ALL.len()] {
    Format::ALL.map(Format::name)
}

/// The format that a word names.
fn format(word: &str) -> Result<Format, Fault> {
    Format::named(word).ok_or_else(|| Fault::Format { word: word.to_owned() })
}
