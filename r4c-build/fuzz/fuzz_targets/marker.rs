//! Any text as the arguments of a marker, in each place where one may stand.
#![no_main]

#[path = "../../tests/it/fault.rs"]
mod fault;
mod folders;
#[path = "../../tests/it/run.rs"]
mod run;

const AROUND: [(&str, &str); 3] = [
    (
        "pub trait Api {\n#[r4c::",
        "]\nfn get(&self, buffer: &u8) -> Result<u8, Failed>; fn other(&self, buffer: &u8, _: Failed) -> Result<u8, Failed>; }",
    ),
    ("impl Client {\n#[r4c::", "]\nasync fn get(&self, buffer: &u8) -> Result<u8, Failed> {} }"),
    ("#[r4c::", "]\npub fn get(id: u8) -> Result<u8, Failed> { loop {} } fn other() {}"),
];

libfuzzer_sys::fuzz_target!(|input: (u8, &str)| {
    let (before, after) = AROUND[usize::from(input.0) % AROUND.len()];
    folders::check(&format!(
        "pub struct Judge;\nimpl<T, E> r4c::Classifier<T, E> for Judge {{}}\n{before}{}{after}\nr4c::include_wrappers!();\n",
        input.1
    ));
});
