//! The options of the command line that stand for what the library's errors and notes speak of.

use std::fmt::Display;

use crate::base::setting::Setting;

/// The option that is a setting, as it is typed.
fn of(setting: &Setting) -> String {
    match setting {
        Setting::Header => "--no-header".to_owned(),
        Setting::Columns => "--columns".to_owned(),
        Setting::LeaveColumnOut(None) => "--drop".to_owned(),
        Setting::LeaveColumnOut(Some(column)) => format!("--drop {column:?}"),
        Setting::Label(column) => format!("--label {column:?}"),
        Setting::LeaveRowsOut => "--missing drop".to_owned(),
        Setting::Neighbors => "--k".to_owned(),
        Setting::MaxConcepts => "--max-concepts".to_owned(),
    }
}

/// What was said, with the options that its remedy takes.
pub(super) fn with_settings(said: impl Display, settings: &[Setting]) -> String {
    let options: Vec<String> = settings.iter().map(of).collect();
    match &options[..] {
        [] => said.to_string(),
        options => with(said, &options.join(", ")),
    }
}

/// What was said, with the option that its remedy takes.
pub(super) fn with(said: impl Display, options: &str) -> String {
    format!("{said} ({options})")
}

/// A note, with the options that decide it.
pub(super) fn decided(note: &str, settings: &[Setting]) -> String {
    let options: Vec<String> = settings.iter().map(of).collect();
    match &options[..] {
        [] => note.to_owned(),
        [one] => format!("{note} {one} changes this."),
        several => format!("{note} {} change this.", several.join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_behind_what_is_said() {
        let out = [Setting::LeaveColumnOut(Some("a b".into())), Setting::Label("a b".into())];
        assert_eq!(with_settings("so", &out), "so (--drop \"a b\", --label \"a b\")");
        assert_eq!(with_settings("so", &[]), "so");
        let both = [Setting::Neighbors, Setting::MaxConcepts];
        assert_eq!(decided("So.", &both[..1]), "So. --k changes this.");
        assert_eq!(decided("So.", &both), "So. --k and --max-concepts change this.");
        assert_eq!(decided("So.", &[]), "So.");
    }
}
