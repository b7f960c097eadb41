//! Where a value came from.
use std::fmt;
use std::sync::Arc;

/// Where an effective value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// Set in code, on the builder of the registry.
    #[non_exhaustive]
    Code {
        /// The place of that call, `src/main.rs:12:5`.
        location: Arc<str>,
    },
    /// An environment variable.
    #[non_exhaustive]
    Environment {
        /// Its name.
        variable: Arc<str>,
    },
    /// A file, or another source of keys and values.
    #[non_exhaustive]
    File {
        /// The file's name.
        file: Arc<str>,
        /// The line, where the source has lines.
        line: Option<usize>,
        /// The full key, `r4c.retry.orders.max-attempts`.
        key: Arc<str>,
    },
    /// The marker attribute, or the pipeline that declared the instance.
    #[non_exhaustive]
    Attribute {
        /// Its place, `src/orders.rs:12:5`.
        location: Arc<str>,
    },
    /// The instance `default`.
    #[non_exhaustive]
    Default {
        /// Where that instance has the value from.
        source: Box<Origin>,
    },
    /// Nothing sets the key.
    BuiltIn,
}

impl Origin {
    /// The code that calls the function this is called from; all in between are `#[track_caller]`.
    #[track_caller]
    pub(crate) fn caller() -> Origin {
        Origin::Code { location: std::panic::Location::caller().to_string().into() }
    }

    /// The layer in one word: `code`, `environment`, `file`, `attribute`, `default`, `built-in`.
    pub fn layer(&self) -> &'static str {
        match self {
            Origin::Code { .. } => "code",
            Origin::Environment { .. } => "environment",
            Origin::File { .. } => "file",
            Origin::Attribute { .. } => "attribute",
            Origin::Default { .. } => "default",
            Origin::BuiltIn => "built-in",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Code { location } => write!(f, "code at {location}"),
            Origin::Environment { variable } => write!(f, "environment variable {variable}"),
            Origin::File { file, line: Some(line), key } => write!(f, "{file}:{line}, key {key}"),
            Origin::File { file, line: None, key } => write!(f, "{file}, key {key}"),
            Origin::Attribute { location } => write!(f, "declared at {location}"),
            Origin::Default { source } => write!(f, "default: {source}"),
            Origin::BuiltIn => f.write_str("built-in"),
        }
    }
}
