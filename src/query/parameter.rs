//! Parameters of a query, such as `-- parameter: limit count = 100` in the header of its file.

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// One point, by its name.
    Point,
    /// One or more points.
    Points,
    /// A cluster or a community: `c12`, `g1`, or the name of a point.
    Concept,
    /// A set of points: a cluster, a community, a point, or a list of points.
    Set,
    /// A class, by its name.
    Class,
    /// A community: `g1`.
    Community,
    /// A positive integer.
    Count,
    /// A share above 0 and at most 1.
    Share,
    /// Intervals of features, which the program finds: three words each, the feature, the least and
    /// the largest value, either of which may be empty.
    Intervals,
}

impl ParameterKind {
    const NAMES: [(&'static str, Self); 9] = [
        ("point", Self::Point),
        ("points", Self::Points),
        ("concept", Self::Concept),
        ("set", Self::Set),
        ("class", Self::Class),
        ("community", Self::Community),
        ("count", Self::Count),
        ("share", Self::Share),
        ("intervals", Self::Intervals),
    ];

    /// Returns the name of the kind in the header of a query.
    pub fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// A parameter of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the parameter in the statement, without the colon.
    pub name: String,
    /// The kind of the argument.
    pub kind: ParameterKind,
    /// The default; `None` if the parameter is required.
    pub default: Option<String>,
}

impl Parameter {
    /// Returns the word for the parameter in a usage: `LIMIT`, or `POINT` for several points.
    pub(crate) fn usage_word(&self) -> String {
        match self.kind {
            ParameterKind::Points => "POINT".to_owned(),
            _ => self.name.to_uppercase(),
        }
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (declared, default) = match text.split_once('=') {
            Some((declared, default)) => (declared, Some(default.trim().to_owned())),
            None => (text, None),
        };
        let words: Vec<&str> = declared.split_whitespace().collect();
        let &[name, kind] = &words[..] else {
            return Err(format!("{text:?} is not `name kind` or `name kind = default`"));
        };
        match ParameterKind::NAMES.into_iter().find(|(known, _)| *known == kind) {
            Some((_, kind)) => Ok(Self { name: name.to_owned(), kind, default }),
            None => {
                let known = ParameterKind::NAMES.map(|(known, _)| known).join(", ");
                Err(format!("{kind:?} is not one of the kinds {known}"))
            }
        }
    }
}

pub(super) fn usage(name: &str, parameters: &[Parameter]) -> String {
    // A parameter of kind `points` takes all words that follow, so that a later limit is an option.
    let several = parameters.iter().position(|p| p.kind == ParameterKind::Points);
    let typed = several.map_or(parameters.len(), |at| at + 1);
    let typed = parameters[..typed].iter();
    let typed = typed.filter(|parameter| parameter.kind != ParameterKind::Intervals);
    let words = typed.map(|p| {
        let word = p.usage_word();
        match (p.kind, p.default.is_some()) {
            (ParameterKind::Points, _) => format!(" {word} {word}..."),
            (ParameterKind::Community, true) if p.name == "other" => String::new(),
            (ParameterKind::Community, true) => format!(" [{word} OTHER]"),
            (_, true) => format!(" [{word}]"),
            (_, false) => format!(" {word}"),
        }
    });
    name.to_owned() + &words.collect::<String>()
}
