//! What is wrong with a configuration: every problem found, not just the first.
use super::code::{CODES, Code};
use super::origin::Origin;
use std::fmt;
use std::sync::Arc;

/// A configuration that cannot be used, with every problem that was found in it.
///
/// Its text has one line a problem: the code, what is wrong, where it stands, and where possible what to write
/// instead. Each code has a page in the error index.
#[derive(Clone)]
pub struct ConfigError {
    /// Never empty.
    problems: Arc<[ConfigProblem]>,
}

impl ConfigError {
    /// `Ok` if there is no problem.
    pub(crate) fn unless_empty(problems: Vec<ConfigProblem>) -> Result<(), ConfigError> {
        if problems.is_empty() { Ok(()) } else { Err(ConfigError { problems: problems.into() }) }
    }

    /// An async retry without anything to make its pauses with.
    pub(crate) fn no_sleeper(name: &str, location: &str) -> ConfigError {
        let message = format!("the retry `{name}` of an async method at {location} has no sleeper to pause with");
        let help = "give the registry one, `Registry::builder().sleeper(..)`, or switch on the feature `tokio`";
        ConfigProblem::new(super::Code::NoSleeper, message).help(help.to_owned()).into()
    }

    /// The code of the first problem, `R4C-CFG-001`.
    pub fn code(&self) -> &'static str {
        self.problems[0].code()
    }

    /// Every code of configuration with what it means.
    pub fn codes() -> impl Iterator<Item = (&'static str, &'static str)> {
        CODES.iter().map(|(_, code, meaning)| (*code, *meaning))
    }

    /// Every problem that was found; at least one.
    pub fn problems(&self) -> &[ConfigProblem] {
        &self.problems
    }
}

impl From<ConfigProblem> for ConfigError {
    fn from(problem: ConfigProblem) -> ConfigError {
        ConfigError { problems: Arc::new([problem]) }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

/// As text: the form that `fn main() -> Result<(), ConfigError>` and `unwrap` print.
impl fmt::Debug for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ConfigError {}

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct ConfigProblem {
    code: Code,
    message: String,
    origin: Option<Origin>,
    help: Option<String>,
}

impl ConfigProblem {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> ConfigProblem {
        ConfigProblem { code, message: message.into(), origin: None, help: None }
    }

    pub(crate) fn at(self, origin: Origin) -> ConfigProblem {
        ConfigProblem { origin: Some(origin), ..self }
    }

    pub(crate) fn help(self, help: impl Into<Option<String>>) -> ConfigProblem {
        ConfigProblem { help: help.into(), ..self }
    }

    /// The code, `R4C-CFG-001`.
    pub fn code(&self) -> &'static str {
        self.code.text()
    }

    /// Where it stands, if it stands in one place.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// What to write instead, where that is known.
    pub fn suggestion(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.message)?;
        if let Some(origin) = &self.origin {
            write!(f, " ({origin})")?;
        }
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}
