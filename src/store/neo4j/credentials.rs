//! Credentials of a server: a user and a password.
//!
//! Invariant: the password is in no message and in no `Debug` output.

use std::env::{self, VarError};
use std::fmt;
use std::fs;

use crate::store::{Result, StoreError};

/// A user and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    user: String,
    password: String,
}

impl Credentials {
    /// Creates the credentials of a user.
    pub fn new(user: impl Into<String>, password: impl Into<String>) -> Self {
        Self { user: user.into(), password: password.into() }
    }

    /// Creates empty credentials, for a server whose authentication is switched off.
    pub fn anonymous() -> Self {
        Self::new("", "")
    }

    pub(crate) fn is_anonymous(&self) -> bool {
        self.user.is_empty()
    }

    /// Reads `NEO4J_USERNAME` (by default `neo4j`) and `NEO4J_PASSWORD`, or the first line of the
    /// file that `NEO4J_PASSWORD_FILE` names; `None` if there is no password.
    ///
    /// # Errors
    /// Returns an error if a variable is not UTF-8 or the file cannot be read.
    pub fn from_environment() -> Result<Option<Self>> {
        let variable = |name| match env::var(name) {
            Ok(value) => Ok(Some(value).filter(|value| !value.is_empty())),
            Err(VarError::NotPresent) => Ok(None),
            Err(VarError::NotUnicode(_)) => {
                Err(StoreError::Refused(format!("the variable {name} is not UTF-8")))
            }
        };
        let user = variable("NEO4J_USERNAME")?.unwrap_or_else(|| "neo4j".to_owned());
        if let Some(password) = variable("NEO4J_PASSWORD")? {
            return Ok(Some(Self { user, password }));
        }
        let Some(file) = variable("NEO4J_PASSWORD_FILE")? else { return Ok(None) };
        let text = fs::read_to_string(&file)
            .map_err(|error| StoreError::Refused(format!("NEO4J_PASSWORD_FILE {file}: {error}")))?;
        let password = text.lines().next().unwrap_or_default().to_owned();
        Ok(Some(Self { user, password }))
    }

    /// Returns the name of the user.
    pub fn user(&self) -> &str {
        &self.user
    }

    pub(super) fn password(&self) -> &str {
        &self.password
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_printed() {
        let printed = format!("{:?}", Credentials::new("neo4j", "sesame"));
        assert!(printed.contains("neo4j") && !printed.contains("sesame"), "{printed}");
    }
}
