//! The distinction between servers and files. It is compiled into every build of the crate, so that
//! a URL with a password is never taken for the name of a file.

/// The schemes of a Neo4j URL; `+s` is TLS, `+ssc` TLS that trusts any certificate.
pub(super) const SCHEMES: [&str; 6] =
    ["bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"];

/// Returns `true` if a word means a server, well-formed or not, rather than a file. Every word with
/// a scheme does, so that a password in it is never taken for a part of a file's name.
pub fn is_server_url(word: &str) -> bool {
    let Some((scheme, rest)) = word.split_once(':') else { return false };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    is_scheme && rest.starts_with("//") || SCHEMES.contains(&scheme.to_lowercase().as_str())
}

/// Returns `true` if a word of a line looks like a server with a user or a password.
pub fn may_contain_secret(line: &str) -> bool {
    let means = |word: &str| is_server_url(word.trim_matches(['"', '\'']));
    line.split_whitespace().any(|word| word.contains('@') && means(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_no_servers() {
        for server in ["bolt://x", "NEO4J+S://x", "bolt:u:p@x", "http://u:p@x", "neo4js://x"] {
            assert!(is_server_url(server), "{server}");
        }
        for file in ["iris.db", "./bolt:x", "a/b.db", "C:\\iris.db", "x:y.db"] {
            assert!(!is_server_url(file), "{file}");
        }
        assert!(may_contain_secret("use \"bolt://u:p@x\""));
        assert!(!may_contain_secret("lca a@b c") && !may_contain_secret("use bolt://x"));
    }
}
