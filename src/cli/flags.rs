//! The options of the command line that stand for what the library's errors and notes speak of.

use std::fmt::Display;

use super::argv::{program, words};
use crate::base::display_safe::quoted;
use crate::base::setting::Setting;

/// The option that is a setting, as it is typed.
fn of(setting: &Setting) -> String {
    match setting {
        Setting::Header => "--no-header".to_owned(),
        Setting::Columns => "--columns".to_owned(),
        Setting::LeaveColumnOut(None) => "--drop".to_owned(),
        Setting::LeaveColumnOut(Some(column)) => format!("--drop {}", quoted(column)),
        Setting::Label(column) => format!("--label {}", quoted(column)),
        Setting::Id(column) => format!("--id {}", quoted(column)),
        Setting::Keep(columns) => format!("--keep {}", quoted(&columns.join(","))),
        Setting::Nominal(columns) => format!("--nominal {}", quoted(&columns.join(","))),
        Setting::DecimalComma => "--decimal-comma".to_owned(),
        Setting::Missing(word) => format!("--na {}", quoted(word)),
        Setting::FillMean => "--missing mean".to_owned(),
        Setting::Together(all) => all.iter().map(of).collect::<Vec<_>>().join(" "),
        Setting::LeaveRowsOut => "--missing drop".to_owned(),
        Setting::Neighbors => "--k".to_owned(),
        Setting::Scale => "--scale".to_owned(),
        Setting::Anchors => "--anchors".to_owned(),
        Setting::MaxConcepts => "--max-concepts".to_owned(),
    }
}

/// What was said, with the whole command where settings together are the remedy.
pub(super) fn with_command(said: impl Display, settings: &[Setting]) -> String {
    let [Setting::Together(_) | Setting::Nominal(_)] = settings else {
        return with_settings(said, settings);
    };
    let given = words().skip(1);
    let given: Vec<String> = given.map(|word| quoted(&word.to_string_lossy())).collect();
    format!("{said}; try: {} {} {}", program(), given.join(" "), of(&settings[0]))
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
        assert_eq!(with_settings("so", &out), "so (--drop 'a b', --label 'a b')");
        assert_eq!(with_settings("so", &[]), "so");
        let together = [Setting::Keep(vec!["a".into(), "b".into()]), Setting::LeaveRowsOut];
        let command = with_command("so", &[Setting::Together(together.to_vec())]);
        assert!(command.starts_with("so; try: "), "{command}");
        assert!(command.ends_with(" --keep a,b --missing drop"), "{command}");
        let both = [Setting::Neighbors, Setting::MaxConcepts];
        assert_eq!(decided("So.", &both[..1]), "So. --k changes this.");
        assert_eq!(decided("So.", &both), "So. --k and --max-concepts change this.");
        assert_eq!(decided("So.", &[]), "So.");
    }
}
