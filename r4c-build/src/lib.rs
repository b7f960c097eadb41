//! The generator of r4c.
mod expand;
mod model;
mod source;
