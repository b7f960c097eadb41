//! Whatever stands in a source: the generator reports or generates, and never fails itself.
//!
//! Sources and markers of the other tests are damaged a few thousand times, in the same way in each run. What must hold of
//! every one: no fault of the generator, and no marker that is neither reported nor generated for. `R4C_SLOW=1` damages ten
//! times as many, `R4C_SEED=2` others: to go on searching, `for seed in $(seq 2 99); do R4C_SEED=$seed cargo test -p r4c-build
//! damaged || break; done`.
use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::fault::fault;

/// Larger inputs take too long to be damaged often.
const LARGEST: usize = 3_000;

/// Pseudo-random numbers, the same in each run with one seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Cuts out, doubles, or exchanges a few words of a text.
fn damage(text: &str, numbers: &mut Numbers) -> String {
    const OTHERS: [&str; 12] = [
        "(",
        "]",
        "::",
        "'a ",
        "= -1.5e400, ",
        "r#type ",
        "dyn ",
        "\"1h\" ",
        "impl ",
        "async ",
        "#[r4c::retry] ",
        "mod x { ",
    ];
    let mut parts: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for _ in 0..=numbers.below(3) {
        let (at, other) = (numbers.below(parts.len()), numbers.below(parts.len()));
        match numbers.below(4) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[other]),
            2 => parts.swap(at, other),
            _ => parts[at] = OTHERS[other % OTHERS.len()],
        }
    }
    parts.concat()
}

/// The same with the tokens of a marker's arguments, at one depth of their groups.
fn damage_tokens(tokens: TokenStream, numbers: &mut Numbers) -> TokenStream {
    const OTHERS: &str = "- 1 0 1.5 99999999999999999999 \"\" \"1h\" \"0s\" 'x' true = , | :: dyn source _ if r#in Judge delay name \
        classifier retry_on ignore_on on_exhausted_result reuse sliding_window b\"x\" c\"x\" 1u8 0x10 'static & ! () {} [1] <u8>";
    let mut list: Vec<TokenTree> = tokens.into_iter().collect();
    let groups: Vec<_> = (0..list.len()).filter(|at| matches!(list[*at], TokenTree::Group(_))).collect();
    if let (Some(at), true) = (groups.first(), list.len() == 1 || numbers.below(4) == 0) {
        if let TokenTree::Group(group) = &list[*at] {
            let delimiter = [group.delimiter(), Delimiter::Bracket][usize::from(numbers.below(20) == 0)];
            list[*at] = Group::new(delimiter, damage_tokens(group.stream(), numbers)).into();
        }
        return list.into_iter().collect();
    }
    let others: Vec<_> = OTHERS.split(' ').collect();
    for _ in 0..=numbers.below(2) {
        let (at, other) = (numbers.below(list.len() + 1), numbers.below(list.len()));
        let new = others[numbers.below(others.len())].parse::<TokenStream>().expect("tokens");
        match numbers.below(4) {
            0 if at < list.len() => drop(list.remove(at)),
            1 if at < list.len() => list.insert(at, list[other].clone()),
            2 if at < list.len() => list.swap(at, other),
            _ => drop(list.splice(at..at, new)),
        }
    }
    list.into_iter().collect()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).join("package");
    fs::create_dir_all(folder.join("src")).expect("a folder can be made");
    folder
}

/// The small sources of the other tests, without those that leave things out by `cfg` or have a module `r4c`.
fn sources() -> Vec<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let entries = ["ui", "sources"].map(|name| fs::read_dir(tests.join(name)).expect("the inputs"));
    let mut paths: Vec<_> = entries.into_iter().flatten().map(|entry| entry.expect("an input").path()).collect();
    paths.sort();
    let texts = paths.iter().filter_map(|path| fs::read_to_string(path.join("src/lib.rs")).ok());
    texts.filter(|text| text.len() < LARGEST && !text.contains("cfg") && !text.contains("mod r4c")).collect()
}

fn check(name: &str, count: usize, next: impl Fn(usize, &mut Numbers) -> String) {
    let folder = folder(name);
    let out_dir = crate::out_dir(&format!("{name}/out"));
    let seed = env::var("R4C_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut numbers = Numbers(seed);
    let times = if env::var_os("R4C_SLOW").is_some() { 10 } else { 1 };
    for number in 0..count * times {
        let text = next(number, &mut numbers);
        if let Some(fault) = fault(&text, &folder, &out_dir) {
            panic!("{fault}\nafter, with R4C_SEED={seed},\n{text}");
        }
    }
}

#[test]
fn a_damaged_source_is_reported_or_generated_for() {
    let sources = sources();
    check("damaged-sources", 1_500, |number, numbers| damage(&sources[number % sources.len()], numbers));
}

#[test]
fn a_damaged_marker_is_reported_or_generated_for() {
    const MARKERS: [&str; 8] = [
        "r4c::retry(max_attempts = 3, delay = \"500ms\", multiplier = 1.5, max_delay = \"1m30s\", jitter = 0.1)",
        "r4c::retry(name = \"orders\", max_duration = \"10s\", classifier = Judge, on_exhausted_result = Reject)",
        "r4c::retry(retry_on = Failed::Io(_) | Failed::Http { status, .. } if *status >= 500, abort_on = dyn std::io::Error)",
        "r4c::retry(retry_on = source dyn std::io::Error | dyn Failed, reuse(buffer))",
        "r4c::circuit_breaker(failure_rate_threshold = 50, sliding_window = \"60s\", minimum_calls = 10, auto_half_open = true)",
        "r4c::circuit_breaker(sliding_window = 100, open_duration = \"60s\", half_open_calls = 10, classifier = self::Judge)",
        "r4c::circuit_breaker(slow_call_duration = \"2s\", slow_call_rate_threshold = 99.5, ignore_on = Failed::Io(..))",
        "r4c::fallback(other)",
    ];
    const AROUND: [(&str, &str); 3] = [
        (
            "pub trait Api {\n#[",
            "]\nfn get(&self, buffer: &u8) -> Result<u8, Failed>; fn other(&self, buffer: &u8, _: Failed) -> Result<u8, Failed>; }",
        ),
        ("impl Client {\n#[", "]\nasync fn get(&self, buffer: &u8) -> Result<u8, Failed> {} }"),
        ("#[", "]\npub fn get(id: u8) -> Result<u8, Failed> { loop {} } fn other() {}"),
    ];
    check("damaged-markers", 3_000, |number, numbers| {
        let marker: TokenStream = MARKERS[number % MARKERS.len()].parse().expect("a marker");
        let mut tokens: Vec<_> = marker.into_iter().collect();
        let arguments = tokens.split_off(4);
        let damaged = damage_tokens(arguments.into_iter().collect(), numbers);
        let marker: TokenStream = tokens.into_iter().chain(damaged).collect();
        let (before, after) = AROUND[numbers.below(AROUND.len())];
        let marker = marker.to_string().replacen("r4c :: ", "r4c::", 1);
        format!(
            "pub struct Judge;\nimpl<T, E> r4c::Classifier<T, E> for Judge {{}}\n{before}{marker}{after}\nr4c::include_wrappers!();\n"
        )
    });
}
