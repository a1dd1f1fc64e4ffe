//! Addresses of graphs in Neo4j: `bolt://host:port?graph=NAME&database=DB`.
//!
//! Invariant: an [`Address`] holds no password; a URL with one is refused, because URLs end up in
//! histories and logs.

use std::fmt;

use url::Url;

use crate::store::server_url::SCHEMES;
use crate::store::{Result, StoreError};

/// The address of a server, with an optional database and graph on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    server: String,
    database: Option<String>,
    graph: Option<String>,
}

impl Address {
    /// Parses a URL.
    ///
    /// # Errors
    /// Returns an error if the URL has an unknown scheme, no host, a user or a password, a path, or
    /// an unknown parameter.
    pub fn parse(word: &str) -> Result<Self> {
        let refused = |text: &str| Err(StoreError::Refused(text.to_owned()));
        // No error shows the word itself: it may hold a password.
        let Ok(url) = Url::parse(word) else {
            return refused("this is not a URL; write bolt://HOST:7687, with ?graph=NAME");
        };
        if !url.username().is_empty() || url.password().is_some() {
            return refused(
                "URLs end up in histories and logs, so they must not hold a user or a password; \
                 set NEO4J_USERNAME and NEO4J_PASSWORD",
            );
        }
        let (scheme, known) = (url.scheme(), SCHEMES.map(|scheme| format!("{scheme}://")));
        if !SCHEMES.contains(&scheme) {
            let known = known.join(", ");
            return refused(&format!("{scheme}:// is not a Neo4j address; there are {known}"));
        }
        let Some(host) = url.host_str().filter(|host| !host.is_empty()) else {
            return refused("the URL names no server; write bolt://HOST:7687, or set NEO4J_URI");
        };
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return refused("the URL has more after the server; write ?graph=NAME for a graph");
        }
        let server = format!("{scheme}://{host}:{}", url.port().unwrap_or(7687));
        let mut address = Self { server, database: None, graph: None };
        for (key, value) in url.query_pairs() {
            let place = match &*key {
                "graph" => &mut address.graph,
                "database" => &mut address.database,
                other => {
                    return refused(&format!(
                        "{other:?} is not a parameter of a Neo4j URL; these are graph and database"
                    ));
                }
            };
            if value.is_empty() || place.is_some() {
                return refused(&format!("the URL must name one {key}, or leave it out"));
            }
            *place = Some(value.into_owned());
        }
        Ok(address)
    }

    /// Parses a URL as other Neo4j tools do: a URL without a server (`neo4j://?graph=iris`) means
    /// the server of `NEO4J_URI`, and `NEO4J_DATABASE` is the default database.
    ///
    /// # Errors
    /// Returns an error if [`Self::parse`] does, for the URL or for `NEO4J_URI`.
    pub fn parse_with_environment(word: &str) -> Result<Self> {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self::with_defaults(word, variable("NEO4J_URI"), variable("NEO4J_DATABASE"))
    }

    fn with_defaults(word: &str, uri: Option<String>, database: Option<String>) -> Result<Self> {
        let names_none = word.split_once("://").is_some_and(|(_, rest)| {
            let rest = rest.strip_prefix('/').unwrap_or(rest);
            rest.is_empty() || rest.starts_with('?')
        });
        let Some(uri) = uri.filter(|_| names_none) else {
            let own = Self::parse(word)?;
            return Ok(Self { database: own.database.or(database), ..own });
        };
        let about = |error| StoreError::Refused(format!("NEO4J_URI: {error}"));
        let default = Self::parse(&uri).map_err(about)?;
        let own = Self::parse(&word.replacen("://", "://localhost", 1))?;
        Ok(Self {
            server: default.server,
            database: own.database.or(default.database).or(database),
            graph: own.graph.or(default.graph),
        })
    }

    /// Returns the URL of the server alone: `bolt://localhost:7687`.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Returns the name of the database; `None` if the address has none.
    pub fn database(&self) -> Option<&str> {
        self.database.as_deref()
    }

    /// Returns the name of the graph; `None` if the address has none.
    pub fn graph(&self) -> Option<&str> {
        self.graph.as_deref()
    }

    /// Returns the address of a graph in this database.
    pub fn with_graph(&self, name: &str) -> Self {
        Self { graph: Some(name.to_owned()), ..self.clone() }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        let all = [("graph", &self.graph), ("database", &self.database)];
        pairs.extend_pairs(all.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?))));
        let pairs = pairs.finish();
        let mark = if pairs.is_empty() { "" } else { "?" };
        write!(f, "{}{mark}{pairs}", self.server)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_read_and_written() {
        let plain = Address::parse("bolt://localhost").unwrap();
        assert_eq!((plain.server(), plain.graph()), ("bolt://localhost:7687", None));
        let full = "neo4j+ssc://[::1]:1?graph=a+b%26c%C3%A9&database=db";
        let address = Address::parse(full).unwrap();
        assert_eq!(address.server(), "neo4j+ssc://[::1]:1");
        assert_eq!((address.graph(), address.database()), (Some("a b&cé"), Some("db")));
        assert_eq!(address.to_string(), full);
        assert_eq!(Address::parse(&address.to_string()).unwrap(), address);
        assert_eq!(plain.with_graph("x y").to_string(), "bolt://localhost:7687?graph=x+y");
    }

    #[test]
    fn the_environment_names_what_a_url_leaves_out() {
        let read = |word: &str| {
            let (uri, database) = ("neo4j+s://db.example:1".to_owned(), "paper".to_owned());
            Address::with_defaults(word, Some(uri), Some(database)).unwrap().to_string()
        };
        assert_eq!(read("neo4j://"), "neo4j+s://db.example:1?database=paper");
        let both = read("bolt://?graph=iris&database=own");
        assert_eq!(both, "neo4j+s://db.example:1?graph=iris&database=own");
        assert_eq!(read("bolt://h?graph=iris"), "bolt://h:7687?graph=iris&database=paper");
        let wrong = Address::with_defaults("bolt://", Some("http://x".to_owned()), None);
        assert!(wrong.unwrap_err().to_string().starts_with("NEO4J_URI: http://"));
        let nowhere = Address::with_defaults("bolt://", None, None).unwrap_err().to_string();
        assert!(nowhere.contains("set NEO4J_URI"), "{nowhere}");
    }

    #[test]
    fn what_is_wrong_is_told_without_the_password() {
        let wrong = [
            ("bolt://neo4j:sesame@localhost", "must not hold a user or a password"),
            ("bolt://neo4j@localhost", "must not hold a user or a password"),
            ("bolt://neo4j:sesame@", "not a URL"),
            ("http://localhost:7474", "http:// is not a Neo4j address"),
            ("bolt://", "names no server"),
            ("bolt://h/iris", "has more after the server"),
            ("bolt://h?grpah=x", "\"grpah\" is not a parameter"),
            ("bolt://h?graph=", "must name one graph"),
            ("bolt://h?graph=a&graph=b", "must name one graph"),
            ("bolt://h:99999", "not a URL"),
        ];
        for (word, fault) in wrong {
            let message = Address::parse(word).unwrap_err().to_string();
            assert!(message.contains(fault), "{word}: {message}");
            assert!(!message.contains("sesame"), "{message}");
        }
    }

    #[test]
    fn only_six_schemes_are_read() {
        for word in ["bolt:u:p@x", "http://u:p@x", "neo4js://x"] {
            assert!(Address::parse(word).is_err(), "{word}");
        }
        assert!(Address::parse("NEO4J+S://x").is_ok());
    }
}
