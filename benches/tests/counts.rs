//! The counting program, run as whoever counts its instructions runs it.
use std::collections::BTreeSet;
use std::process::{Command, Output};

fn counts(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_counts")).args(arguments).output().expect("it runs")
}

#[test]
fn it_lists_each_call_after_what_it_is_compared_with_and_makes_it() {
    let listed = String::from_utf8(counts(&[]).stdout).expect("UTF-8");
    let mut seen = BTreeSet::new();
    for line in listed.lines() {
        let (name, base) = line.split_once('\t').expect("a name, a tab and the base's name");
        assert!(base.is_empty() || seen.contains(base), "`{base}` comes before `{name}`");
        assert!(seen.insert(name), "`{name}` is there once");
    }
    for name in ["plain bare", "plain retry+breaker+classifier", "plain retry+breaker+classifier, a time window"] {
        assert!(seen.contains(name), "{name}: {listed}");
        let made = counts(&[name, "10"]);
        assert!(made.status.success() && made.stdout.is_empty() && made.stderr.is_empty(), "{made:?}");
    }
}

#[test]
fn what_it_does_not_understand_it_says() {
    for (arguments, said) in [
        (&["plain bare"][..], "usage: counts [NAME CALLS]"),
        (&["nothing", "10"], "no counted call is named `nothing`"),
        (&["plain bare", "ten"], "`ten` is no number of calls"),
    ] {
        let output = counts(arguments);
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with(said), "{output:?}");
    }
}
