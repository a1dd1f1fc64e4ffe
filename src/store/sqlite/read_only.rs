//! Read-only access for statements of users: a statement that would write, to this file or another,
//! is refused before it runs. A connection that is open for reading alone still accepts `ATTACH`,
//! `VACUUM INTO` and some pragmas.

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::{Connection, Result};

/// Pragmas that only read, without a value.
const READ_PRAGMAS: &str = "application_id collation_list compile_options data_version \
                            database_list encoding freelist_count function_list module_list \
                            page_count page_size pragma_list schema_version user_version";
/// Pragmas that only read, whose value names the described object.
const DESCRIBE_PRAGMAS: &str = "foreign_key_check foreign_key_list index_info index_list \
                                index_xinfo integrity_check quick_check table_info table_list \
                                table_xinfo";

/// Makes a connection refuse every statement that does more than read.
pub(super) fn forbid_writes(connection: &mut Connection) -> Result<()> {
    connection.authorizer(Some(|context: AuthContext<'_>| match is_reading(&context.action) {
        true => Authorization::Allow,
        false => Authorization::Deny,
    }))
}

fn is_reading(action: &AuthAction<'_>) -> bool {
    match action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        // Extensions cannot be loaded, so the functions are SQLite's own, which only compute.
        AuthAction::Function { .. } => true,
        AuthAction::Pragma { pragma_name, pragma_value } => {
            let among = |list: &str| list.split(' ').any(|p| p.eq_ignore_ascii_case(pragma_name));
            among(DESCRIBE_PRAGMAS) || pragma_value.is_none() && among(READ_PRAGMAS)
        }
        _ => false,
    }
}
