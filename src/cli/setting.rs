//! The options with which a user applies a remedy.

use crate::base::display_safe::quoted;
use crate::base::input_error::{Roles, Setting};
use crate::base::numerals::Numerals;

/// Returns the options for a setting; `None` if no option sets it.
pub(super) fn options(setting: &Setting) -> Option<String> {
    Some(match setting {
        Setting::NoHeader => "--no-header".to_owned(),
        Setting::Sheet(name) => format!("--sheet {}", quoted(name)),
        Setting::DropRows => "--missing drop".to_owned(),
        Setting::FillIn => "--missing mean".to_owned(),
        Setting::Missing(word) => format!("--na {}", quoted(word)),
        Setting::Commas => "--thousands , or --decimal-comma".to_owned(),
        Setting::Numerals(Numerals { decimal_comma, thousands }) => {
            let thousands = thousands.map(|sign| match sign {
                '\'' => "--thousands \"'\"".to_owned(),
                sign => format!("--thousands {}", quoted(&sign.to_string())),
            });
            let comma = decimal_comma.then(|| "--decimal-comma".to_owned());
            thousands.into_iter().chain(comma).collect::<Vec<_>>().join(" ")
        }
        Setting::Columns(roles) => of_columns(roles)?,
        _ => return None,
    })
}

/// Returns the options for the roles of columns; `None` if a name contains a comma, which separates
/// names.
fn of_columns(roles: &Roles) -> Option<String> {
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
        is_clear.then(|| format!("{option} {}", quoted(&names.join(","))))
    };
    Some(given.map(option).collect::<Option<Vec<_>>>()?.join(" "))
}
