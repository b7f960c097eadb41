//! Faults and what is said about them: `tests/ui/<code>-<meaning>/` is a small package and the whole text for it.
//!
//! `R4C_BLESS=1` writes the texts anew.
use std::fs;
use std::path::{Path, PathBuf};

use r4c_build::Outcome;

use crate::run::run;

/// Reads a package and compares the text.
fn check(folder: &Path) -> Result<(), String> {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let out_dir = crate::out_dir(&format!("ui/{name}"));
    let [first, again] = [(); 2].map(|()| run(folder, &out_dir));
    let text = text_of(&first);
    if text_of(&again) != text {
        return Err(format!("{name}: a second run, with a cache, says something else:\n{}", text_of(&again)));
    }
    let expected = folder.join("expected.txt");
    if std::env::var_os("R4C_BLESS").is_some() {
        fs::write(&expected, &text).map_err(|error| error.to_string())?;
    }
    match fs::read_to_string(&expected) {
        Ok(expected) if expected == text => Ok(()),
        Ok(expected) => Err(format!("{name}: expected\n{expected}\nfound\n{text}")),
        Err(error) => Err(format!("{name}: {error}; found\n{text}")),
    }
}

/// What is said, and the names of the files that are generated.
fn text_of(outcome: &Outcome) -> String {
    let names: Vec<_> = outcome.files.iter().map(|(path, _)| format!("generated: {path}\n")).collect();
    [outcome.diagnostics(), names.concat()].concat()
}

fn inputs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut inputs: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.is_dir())
        .collect();
    inputs.sort();
    inputs
}

#[test]
fn each_input_gives_its_text() {
    let faults: Vec<_> = inputs().iter().filter_map(|folder| check(folder).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn each_code_that_the_generator_emits_has_an_input_that_shows_it() {
    let inputs = inputs();
    for (code, _, _, finder) in r4c_build::codes() {
        let named = |folder: &&PathBuf| folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(code));
        let input = inputs.iter().find(named);
        if finder == "rustc" {
            assert!(input.is_none(), "{code} is found by rustc");
            continue;
        }
        let input = input.unwrap_or_else(|| panic!("{code} has no input"));
        let text = fs::read_to_string(input.join("expected.txt")).unwrap_or_default();
        assert!(text.contains(&format!("[{code}]")), "{code} is not in its text");
    }
}
