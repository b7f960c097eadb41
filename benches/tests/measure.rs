//! The measuring program, run as whoever collects its records runs it. What it measures here is not looked at.
use r4c_bench_record::{Effort, FORMAT, Record};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

fn measure(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_measure"));
    command.args(arguments);
    command
}

#[test]
fn it_prints_a_start_its_rows_and_an_end_and_nothing_else() {
    let output = measure(&["tiny", "--only", "bare call, 8 bytes"]).output().expect("it runs");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let records: Vec<Record> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let [Record::Start(start), rows @ .., Record::End(end)] = &records[..] else { panic!("{text}") };
    assert_eq!((start.format, start.effort, start.rows), (FORMAT, Effort::Tiny, rows.len()));
    assert!(rows.len() >= 2, "the noise and a policy: {text}");
    for row in rows {
        let Record::Row(row) = row else { panic!("{row:?}") };
        assert_eq!((row.result.as_str(), row.over.as_str()), ("8 bytes", "bare call"));
        assert!(row.base.min > 0.0 && row.calls > 0 && !row.differences.is_empty(), "{row:?}");
        assert_eq!((row.allocated_bytes, row.allocations), (0.0, 0.0), "{row:?}");
    }
    assert!(start.libraries.iter().any(|library| library.name == "r4c"));
    assert!(start.build.rustc.starts_with("rustc ") && start.build.target.contains(&start.machine.architecture));
    assert!(end.seconds > 0.0);
}

#[test]
fn where_nobody_reads_it_ends_quietly() {
    let mut child = measure(&["quick", "--only", "bare call, 8 bytes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    lines.read_line(&mut first).expect("its first record");
    assert!(first.starts_with(r#"{"start":"#), "{first}");
    drop(lines);
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("UTF-8");
    assert!(child.wait().expect("it ends").success() && said.is_empty(), "{said}");
}

#[test]
fn what_it_does_not_understand_it_says() {
    for (arguments, said) in [
        (&["fast"][..], "usage: measure full|quick|tiny [--only TEXT]"),
        (&["tiny", "--only", "no such row"], "no row has `no such row` in its label"),
    ] {
        let output = measure(arguments).output().expect("it runs");
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with(said), "{output:?}");
    }
}
