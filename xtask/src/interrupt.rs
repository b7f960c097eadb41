//! Ctrl-C, and what else asks a program to end: noted, so that whatever was begun is cleared up before the program ends.
//!
//! A child of ours gets the terminal's Ctrl-C itself; one that waits for a child must still ask here, because a `kill` reaches
//! this process alone.
use std::process::{Child, ExitStatus};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CAUGHT: OnceLock<()> = OnceLock::new();

/// How often a wait looks whether it was interrupted.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// From here on an interruption is noted instead of ending the process at once.
pub(crate) fn catch() {
    CAUGHT.get_or_init(|| {
        // It fails only where another handler is set: then that one decides.
        let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst));
    });
}

/// An error if the process was asked to end.
pub(crate) fn check() -> Result<()> {
    if INTERRUPTED.load(Ordering::SeqCst) {
        bail!("interrupted");
    }
    Ok(())
}

/// While something is cleared up an earlier interruption is forgotten; a further one ends the clearing up, too.
pub(crate) fn forget() {
    INTERRUPTED.store(false, Ordering::SeqCst);
}

/// Waits for a child; an interruption ends it.
pub(crate) fn wait(child: &mut Child) -> Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for a program")? {
            return Ok(status);
        }
        if let Err(interrupted) = check() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(interrupted);
        }
        std::thread::sleep(TICK);
    }
}

/// Sleeps; an interruption ends the sleep.
pub(crate) fn sleep(duration: Duration) -> Result<()> {
    let end = std::time::Instant::now() + duration;
    while let Some(left) = end.checked_duration_since(std::time::Instant::now()) {
        check()?;
        std::thread::sleep(left.min(TICK));
    }
    check()
}
