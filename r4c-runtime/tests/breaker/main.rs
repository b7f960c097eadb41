//! The circuit breaker through its own API: the rows of `scenarios/circuit-breaker.toml`, random scripts against an
//! independent reference, real threads, and what the rows cannot say.
mod clock;
mod promises;
mod properties;
mod reference;
mod rows;
mod script;
mod threads;
