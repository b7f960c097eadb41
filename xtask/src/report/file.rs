//! `results.json`: read, written, kept.
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use r4c_bench_record::{FORMAT, Results, Row, Summary};
use serde_json::Value;

use super::number;

/// Results of an earlier run.
pub(super) fn read(file: &Path) -> Result<Results> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read results from {}", file.display()))?;
    parse(&text).with_context(|| {
        format!(
            "{} does not hold results that can be used: it should be a `results.json` of `cargo xtask bench`",
            file.display()
        )
    })
}

/// The format is looked at before the rest: only what is of this format has to have its fields.
fn parse(text: &str) -> Result<Results> {
    let value: Value = serde_json::from_str(text).context("it is not JSON")?;
    match value.pointer("/start/format").and_then(Value::as_u64) {
        None => bail!("it has no `start.format`"),
        Some(format) if format != u64::from(FORMAT) => {
            bail!(
                "it has format {format}, and only format {FORMAT} is known here: measure again, or use the sources that wrote it"
            )
        }
        Some(_) => serde_json::from_value(value).context("it has the right format, but not its fields"),
    }
}

/// One row a line, so that a row is found, and a change seen, by a person.
pub(super) fn json(results: &Results) -> Result<String> {
    let rows = results.rows.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join(",\n");
    let (start, end) = (serde_json::to_string(&results.start)?, serde_json::to_string(&results.end)?);
    Ok(format!("{{\"start\":{start},\n\"rows\":[\n{rows}\n],\n\"end\":{end}}}\n"))
}

/// As it is kept: to a thousandth of a nanosecond, far below what any machine repeats. Unrounded, the file is three times as big.
pub(super) fn rounded(mut results: Results) -> Results {
    let round = |value: &mut f64| *value = (*value * 1000.0).round() / 1000.0;
    let round_summary = |Summary { min, lower_quartile, median, upper_quartile, max }: &mut Summary| {
        [min, lower_quartile, median, upper_quartile, max].into_iter().for_each(round);
    };
    for Row { base, call, overhead, differences, allocated_bytes, allocations, .. } in &mut results.rows {
        [base, call, overhead].into_iter().for_each(round_summary);
        differences.iter_mut().for_each(round);
        [allocated_bytes, allocations].into_iter().for_each(round);
    }
    round_summary(&mut results.end.noise);
    round_summary(&mut results.end.bare);
    round(&mut results.end.seconds);
    results
}

/// Keeps results in a folder under a name that says what they are. What is there already stays: a number is appended.
pub(super) fn save(results: &Results, folder: &Path) -> Result<PathBuf> {
    let cannot = || format!("cannot keep results in {}", folder.display());
    std::fs::create_dir_all(folder).with_context(cannot)?;
    let name = name(results);
    for number in 1_u32.. {
        let file = match number {
            1 => folder.join(format!("{name}.json")),
            _ => folder.join(format!("{name}-{number}.json")),
        };
        match File::create_new(&file) {
            Ok(mut created) => {
                created.write_all(json(results)?.as_bytes()).with_context(cannot)?;
                return Ok(file);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(cannot),
        }
    }
    bail!("there is no free name left for {name}")
}

/// Architecture, processor, and the commit or else the day.
fn name(results: &Results) -> String {
    let start = &results.start;
    let build = match start.build.commit.strip_suffix('+') {
        Some(changed) => format!("{changed}-changed"),
        None if start.build.commit.is_empty() => number::date(start.started).chars().take(10).collect(),
        None => start.build.commit.clone(),
    };
    let parts = [&start.machine.architecture, &start.machine.cpu, &build];
    parts.map(|part| slug(part)).into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Letters and digits, with single hyphens between them; not too long for a file name.
fn slug(text: &str) -> String {
    const LONGEST: usize = 60;
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    slug.chars().take(LONGEST).collect::<String>().trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[track_caller]
    fn check_fault(text: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("results.json");
        std::fs::write(&file, text).unwrap();
        let fault = format!("{:#}", read(&file).unwrap_err());
        assert!(fault.contains(expected) && fault.contains("results.json"), "{fault}");
    }

    #[test]
    fn what_holds_no_results_is_refused_with_the_reason() {
        check_fault("# A report", "it is not JSON");
        check_fault("{\"rows\": []}", "no `start.format`");
        check_fault("[1, 2]", "no `start.format`");
        check_fault("{\"start\": {\"format\": 1}}", "not its fields: missing field");
        let other = json(&sample::results()).unwrap().replacen("\"format\":1", "\"format\":7", 1);
        check_fault(&other, "it has format 7, and only format 1 is known here");
    }

    #[test]
    fn a_missing_file_is_named() {
        let fault = format!("{:#}", read(Path::new("not/there.json")).unwrap_err());
        assert!(fault.starts_with("cannot read results from not/there.json: "), "{fault}");
    }

    #[test]
    fn what_was_written_is_read_back() {
        let results = rounded(sample::results());
        let text = json(&results).unwrap();
        assert_eq!(parse(&text).unwrap(), results);
        assert_eq!(text.lines().count(), results.rows.len() + 4);
    }

    #[test]
    fn three_decimals_are_kept() {
        let mut results = sample::results();
        results.rows.truncate(1);
        results.rows[0].differences = vec![1.234_567, -0.000_4];
        assert_eq!(rounded(results).rows[0].differences, [1.235, 0.0]);
    }

    #[test]
    fn saving_never_overwrites() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("results");
        let mut results = sample::results();
        results.start.machine.architecture = "aarch64".to_owned();
        results.start.machine.cpu = "AWS Graviton3 (Neoverse-V1) @ 2.6 GHz".to_owned();
        results.start.build.commit = "0123456789ab+".to_owned();
        let names =
            [(); 3].map(|()| save(&results, &folder).unwrap().file_name().unwrap().to_string_lossy().into_owned());
        let stem = "aarch64-aws-graviton3-neoverse-v1-2-6-ghz-0123456789ab-changed";
        assert_eq!(names, [format!("{stem}.json"), format!("{stem}-2.json"), format!("{stem}-3.json")]);
    }

    #[test]
    fn without_a_commit_the_day_is_in_the_name() {
        let mut results = sample::results();
        results.start.machine.architecture = "x86_64".to_owned();
        results.start.machine.cpu = "Some  CPU/9000 (R)".to_owned();
        results.start.build.commit = String::new();
        results.start.started = 1_796_016_000;
        assert_eq!(name(&results), "x86_64-some-cpu-9000-r-2026-11-30");
    }
}
