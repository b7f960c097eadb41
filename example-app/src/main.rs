//! r4c at work: a service that misbehaves on a script, and a client that gets through it.
//!
//! `orders.rs` declares the client and what r4c does for it; `build.rs` makes the wrapper. The rest is the stage: an HTTP
//! upstream, a caller, a journal of what happened, and a report that says whether it is what should have happened.
//!
//! Configuration reaches the wrapper at run time: with `R4C_RETRY__ORDERSAPI__GET__MAX_ATTEMPTS=1` in the environment the
//! same program gets through less, and says so.
#![forbid(unsafe_code)]
#![deny(warnings)]

mod caller;
mod client;
mod journal;
mod narrator;
pub mod orders;
mod report;
mod script;
#[cfg(test)]
mod tests;
mod upstream;

use caller::Caller;
use client::HttpOrders;
use journal::Journal;
use narrator::Narrator;
use orders::{OrdersApi, ResilientOrdersApi};
use r4c::Registry;
use report::Report;
use script::SCRIPT;
use std::error::Error;
use std::process::ExitCode;
use upstream::Upstream;

/// Where the build script has put the wrapper.
const GENERATED: &str = concat!(env!("OUT_DIR"), "/r4c/orders.rs");

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match play(Narrator::stdout()).await {
        Ok(report) if report.is_as_demanded() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the story cannot be told: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn play(narrator: Narrator) -> Result<Report, Box<dyn Error>> {
    let journal = Journal::new(narrator);
    let upstream = Upstream::start(&journal).await?;

    let registry = Registry::builder().process_env()?.jitter_seed(7).build()?;
    let orders = ResilientOrdersApi::new(HttpOrders::new(upstream.url())?, &registry)?;
    let breaker = registry.circuit_breaker("orders").ok_or("no marker names the breaker `orders`")?;
    let _listening = journal.listen(&registry);
    journal.open(orders.url(), GENERATED);

    let mut caller = Caller::new(orders, &journal, breaker.config().open_duration());
    for phase in &SCRIPT {
        upstream.enter(phase);
        journal.enter(phase);
        for step in phase.steps {
            caller.take(*step).await;
        }
    }

    let report = Report::new(&journal.entries());
    journal.close(&report);
    Ok(report)
}
