//! Whatever stands in a source: the generator reports or generates, and never fails itself.
use std::fs;
use std::path::Path;

use crate::run::run;

/// Pseudo-random numbers, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Cuts out, doubles, or exchanges a few words of a text.
fn damage(text: &str, numbers: &mut Numbers) -> String {
    let mut parts: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for _ in 0..=numbers.below(3) {
        let (at, other) = (numbers.below(parts.len()), numbers.below(parts.len()));
        match numbers.below(4) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[other]),
            2 => parts.swap(at, other),
            _ => parts[at] = ["(", "]", "::", "'a ", "= -1.5e400, ", "r#type ", "dyn ", "\"1h\" ", "impl "][other % 9],
        }
    }
    parts.concat()
}

fn check(name: &str, text: &str, folder: &Path) {
    fs::write(folder.join("src/lib.rs"), text).expect("a file can be written");
    let outcome = run(folder, "damage/out");
    let said = outcome.diagnostics();
    assert!(!said.contains("fault of r4c-build"), "{name}: {said}\n{text}");
}

#[test]
fn a_damaged_source_never_makes_the_generator_fail_itself() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damage/package");
    fs::create_dir_all(folder.join("src")).expect("a folder can be made");
    let mut numbers = Numbers(1);
    for name in ["many-at-once/src/orders.rs", "good-forms/src/lib.rs", "R4C-FB-002-missing/src/lib.rs"] {
        let input = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui").join(name);
        let text = fs::read_to_string(input).expect("the input is there");
        for _ in 0..150 {
            check(name, &damage(&text, &mut numbers), &folder);
        }
    }
}
