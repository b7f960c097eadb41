//! What happens when the generated code runs.
mod support;

