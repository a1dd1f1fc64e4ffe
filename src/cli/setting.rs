//! The options that a remedy is, to go on with.

use crate::base::display_safe::quoted;
use crate::base::input_error::{Roles, Setting};
use crate::base::numerals::Numerals;

/// The options of a setting; none where no option says it.
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

/// None where a name has a comma, which stands between names.
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
