//! Any text as a source.
#![no_main]

#[path = "../../tests/it/fault.rs"]
mod fault;
mod folders;
#[path = "../../tests/it/run.rs"]
mod run;

libfuzzer_sys::fuzz_target!(|text: &str| folders::check(text));
