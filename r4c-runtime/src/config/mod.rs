//! Configuration: validated values, where each came from, and what is wrong when they are not valid.
//!
//! One table (`key`) lists every key with its range, default and meaning. What one place sets is a section;
//! `resolve` chooses among the sections of an instance; the configurations that policies use are made from one
//! value for each key, so they cannot hold a bad one.
mod circuit_breaker;
mod code;
mod duration;
mod environment;
mod error;
mod key;
mod layer;
mod origin;
mod report;
mod resolve;
mod retry;
mod section;
mod source;
mod spelling;
mod suggest;
#[cfg(feature = "toml")]
mod toml;
mod value;

pub use circuit_breaker::{CircuitBreakerConfig, CircuitBreakerSettings};
pub use error::{ConfigError, ConfigProblem};
pub use key::PolicyKind;
pub use origin::Origin;
pub use report::{Conflict, InstanceReport, Report, Unused, ValueReport};
pub use retry::{RetryConfig, RetrySettings};
pub use source::ConfigSource;
pub use value::SlidingWindow;

pub(crate) use code::Code;
pub(crate) use environment::{CONFIG_VARIABLE, Environment};
pub(crate) use layer::{Layer, Values};
pub(crate) use report::unused;
pub(crate) use resolve::{Effective, Sources};
pub(crate) use section::Section;
