//! Removing what a run made, so that nothing is left that costs.
//!
//! **By tag, not by memory**: what exists is asked of AWS each time, so that a request that took effect, but was never
//! answered, leaves nothing. AWS may show a new thing only after some seconds: so nothing must be shown half a minute after the
//! last request that made something. A failure is no reason to stop: the rest is still removed, and what failed is tried again.
//! What it cannot do is to remove what AWS refuses to remove: then it says what may be left, and the command for it.
use std::io::{BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::Value;

use super::aws::Aws;
use super::failure::Failure;
use super::plan::{Kind, Scope};
use crate::interrupt;

/// Until AWS certainly shows what was made, in multiples of the pause.
const UNTIL_SHOWN: u32 = 6;
/// Looks until everything must be gone. An instance takes a minute or two to end, and holds its security group until then.
const LIMIT: u32 = 100;
/// How often AWS may refuse before it is believed.
const REFUSALS: u32 = 4;
/// For how long AWS may not answer at all, in multiples of the pause between two looks.
const SILENCE: u32 = 36;

/// Something of ours that AWS has.
#[derive(Debug)]
struct Thing {
    kind: Kind,
    id: String,
    run: String,
    since: String,
    /// An instance that ends already.
    ending: bool,
}

#[derive(Deserialize)]
struct Seen {
    id: String,
    state: Option<String>,
    since: Option<Value>,
    run: Option<String>,
}

/// What one round found and could not do.
#[derive(Default)]
struct Round {
    found: Vec<Thing>,
    /// Kinds that AWS did not list: there may be some.
    unknown: Vec<Kind>,
    failures: Vec<Failure>,
}

/// Removes everything within the scope. `made` is when the last thing of it was made, or may have been.
pub(super) fn remove(aws: &Aws, scope: Scope<'_>, made: Instant) -> Result<()> {
    interrupt::forget();
    let shown = made + aws.poll * UNTIL_SHOWN;
    let mut patience = Patience::new(aws);
    loop {
        let round = Round::make(aws, scope);
        if round.found_nothing() && Instant::now() >= shown {
            return Ok(());
        }
        if let Some(reason) = patience.ends_with(&round) {
            bail!(round.left(aws, scope, &reason));
        }
        // An interruption ends the pause; it is counted after the next round.
        let _ = interrupt::sleep(aws.poll);
    }
}

/// What `--cleanup` does: shows what is left of any run, asks, and removes it.
pub(super) fn leftovers(aws: &Aws, yes: bool) -> Result<()> {
    let mut things = Vec::new();
    for kind in Kind::ALL {
        things.extend(list(aws, kind, Scope::Project)?);
    }
    if things.is_empty() {
        println!("In {} nothing is left of any run.", aws.region);
        return Ok(());
    }
    println!("In {} there is:", aws.region);
    for thing in &things {
        println!("  {:<14} {:<24} of run {:<18} {}", thing.kind.name(), thing.id, thing.run, thing.since);
    }
    if !yes && !confirmed()? {
        bail!("nothing was removed");
    }
    remove(aws, Scope::Project, Instant::now())?;
    println!("All of it is removed.");
    Ok(())
}

/// A run that is under way has things, too: a person must say that these may go.
fn confirmed() -> Result<bool> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        bail!("nothing was removed: a run may be under way; if not, say `--yes`");
    }
    print!("Remove all of it, also if somebody's run is under way? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    input.lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn list(aws: &Aws, kind: Kind, scope: Scope<'_>) -> Result<Vec<Thing>, Failure> {
    let request = kind.find(scope);
    let seen = aws.ask_list(&request)?;
    let unknown = |error: serde_json::Error| Failure::of(&request, &error.to_string());
    let seen = seen.into_iter().map(serde_json::from_value).collect::<Result<Vec<Seen>, _>>().map_err(unknown)?;
    Ok(seen.into_iter().map(|seen| Thing::new(kind, seen)).collect())
}

impl Thing {
    fn new(kind: Kind, seen: Seen) -> Self {
        Self {
            kind,
            id: seen.id,
            run: seen.run.unwrap_or_default(),
            since: seen.since.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned(),
            ending: seen.state.is_some_and(|state| state == "shutting-down"),
        }
    }
}

impl Round {
    fn make(aws: &Aws, scope: Scope<'_>) -> Self {
        let mut round = Self::default();
        for kind in Kind::ALL {
            // A group cannot go before its instance.
            if kind == Kind::SecurityGroup && round.found.iter().any(|thing| thing.kind == Kind::Instance) {
                round.unknown.push(kind);
                continue;
            }
            match list(aws, kind, scope) {
                Ok(things) => round.remove(aws, things),
                Err(failure) => {
                    round.unknown.push(kind);
                    round.failures.push(failure);
                }
            }
        }
        round
    }

    fn remove(&mut self, aws: &Aws, things: Vec<Thing>) {
        for thing in things {
            if !thing.ending {
                self.failures.extend(aws.ask(&thing.kind.remove(&thing.id)).err());
            }
            self.found.push(thing);
        }
    }

    fn found_nothing(&self) -> bool {
        self.found.is_empty() && self.unknown.is_empty()
    }

    /// What may be left after this round was the last.
    fn left(&self, aws: &Aws, scope: Scope<'_>, reason: &str) -> String {
        let mut text = format!("{reason}, so this may be left in {}:", aws.region);
        for thing in &self.found {
            let command = thing.kind.remove(&thing.id).within(&aws.region);
            text += &format!("\n  the {} {}: remove it by `{command}`", thing.kind.name(), thing.id);
        }
        for kind in &self.unknown {
            let command = kind.find(scope).within(&aws.region);
            text += &format!("\n  a {}, perhaps: look by `{command}`", kind.name());
        }
        text += &format!(
            "\nTo remove all of it: cargo xtask bench --graviton --cleanup --region {}\n\
             An instance that is left ends itself when its deadline is over.",
            aws.region
        );
        for failure in &self.failures {
            text += &format!("\n{failure}");
        }
        text
    }
}

/// When to give up.
struct Patience {
    looks: u32,
    silence: Duration,
    silent_since: Option<Instant>,
    refusals: u32,
    interruptions: u32,
}

impl Patience {
    fn new(aws: &Aws) -> Self {
        Self { looks: 0, silence: aws.poll * SILENCE, silent_since: None, refusals: 0, interruptions: 0 }
    }

    /// The reason to give up after this round, if there is one.
    fn ends_with(&mut self, round: &Round) -> Option<String> {
        self.looks += 1;
        let refused = round.failures.iter().any(Failure::is_lasting);
        self.refusals = if refused { self.refusals + 1 } else { 0 };
        if round.failures.iter().all(Failure::was_answered) {
            self.silent_since = None;
        } else {
            self.silent_since.get_or_insert_with(Instant::now);
        }
        if interrupt::check().is_err() {
            interrupt::forget();
            self.interruptions += 1;
            super::say("still cleaning up: interrupt once more to stop that");
        }
        let silent = self.silent_since.is_some_and(|since| since.elapsed() > self.silence);
        match () {
            () if self.interruptions > 1 => Some("the clean-up was interrupted".to_owned()),
            () if self.refusals >= REFUSALS => Some("AWS refuses to clean up".to_owned()),
            () if silent => Some("AWS does not answer".to_owned()),
            () if self.looks >= LIMIT => Some("AWS takes too long to clean up".to_owned()),
            () => None,
        }
    }
}
