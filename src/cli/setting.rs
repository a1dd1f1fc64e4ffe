//! The options with which a user applies a remedy.

use crate::base::display_safe::quote_shell;
use crate::base::input_error::{ColumnRoles, Setting};
use crate::base::numerals::Numerals;

/// Returns the options for a setting; `None` if no option sets it.
pub(super) fn setting_options(setting: &Setting) -> Option<String> {
    Some(match setting {
        Setting::NoHeader => "--no-header".to_owned(),
        Setting::Sheet(name) => format!("--sheet {}", quote_shell(name)),
        Setting::DropRows => "--missing drop".to_owned(),
        Setting::FillIn => "--missing mean".to_owned(),
        Setting::Missing(word) => format!("--na {}", quote_shell(word)),
        Setting::Commas => "--thousands , or --decimal-comma".to_owned(),
        Setting::Numerals(Numerals { decimal_comma, thousands }) => {
            let thousands = thousands.map(|sign| match sign {
                '\'' => "--thousands \"'\"".to_owned(),
                sign => format!("--thousands {}", quote_shell(&sign.to_string())),
            });
            let comma = decimal_comma.then(|| "--decimal-comma".to_owned());
            thousands.into_iter().chain(comma).collect::<Vec<_>>().join(" ")
        }
        Setting::Columns(roles) => column_options(roles)?,
        _ => return None,
    })
}

/// Returns the options for the roles of columns; `None` if a name contains the separator.
fn column_options(roles: &ColumnRoles) -> Option<String> {
    let one = |name: &Option<String>| name.iter().cloned().collect::<Vec<_>>();
    let all = [
        ("--id", &one(&roles.id)),
        ("--label", &one(&roles.label)),
        ("--nominal", &roles.nominal),
        ("--keep", &roles.keep),
        ("--drop", &roles.drop),
    ];
    let given = all.iter().filter(|(_, names)| !names.is_empty());
    let option = |(option, names): &(&str, &Vec<String>)| {
        let is_clear = names.iter().all(|name| !name.contains(','));
        is_clear.then(|| format!("{option} {}", quote_shell(&names.join(","))))
    };
    Some(given.map(option).collect::<Option<Vec<_>>>()?.join(" "))
}
