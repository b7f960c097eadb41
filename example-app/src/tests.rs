//! Plays the whole script in process, over real HTTP, and checks what it adds up to and how it reads.
use crate::narrator::{Colours, Narrator};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// An output that is kept.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const TABLE: &str = "\
phase       calls  attempts at upstream  served  refused  fallback  failed
healthy         6                     6       6        0         0       0
burst           1                     3       1        0         0       0
rate limit      1                     2       1        0         0       0
missing         3                     3       3        0         0       0
overload        1                     3       0        0         1       0
outage         22                     2       0       21         1       0
hang            1                     2       0        1         0       0
recovery        2                     2       2        0         0       0
total          37                    23      13       22         2       0
r4c saved 2 calls by retrying and answered 21 at once";

#[tokio::test]
async fn the_script_plays_as_it_demands_and_reads_well() {
    let kept = Kept::default();
    let narrator = Narrator::new(kept.clone(), Colours::Off);
    let report = crate::play(narrator).await.unwrap();

    let missed = |demand: &&crate::report::Demand| !demand.met;
    let missed: Vec<_> = report.demands().iter().filter(missed).collect();
    let output = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    assert!(missed.is_empty(), "{missed:#?}\n{output}");
    assert!(report.to_string().starts_with(TABLE), "{report}");
    assert!(output.contains(&report.to_string()), "{output}");
    assert!(output.lines().count() <= 85, "{output}");
    for line in output.lines().filter(|line| !line.contains("/r4c/")) {
        assert!(line.chars().count() <= 100, "{line}");
    }
}
