//! `bench --graviton`, rehearsed: a stand-in plays AWS (moto), a throw-away ssh server the instance; the `aws` command line, ssh and
//! the run itself are real.
//!
//! The requests of a run are recorded; then each of them is refused, loses its answer, and is interrupted, one after the other.
//! A request that is added to the tool is so covered by itself. Those runs end when they are let in, because measuring takes its
//! time; one that measures must send no other requests.
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use self::moto::Python;
use self::scenario::{Ends, Machine, Scenario, USELESS};
use self::stage::{At, Call, Stage};
use super::host::Length;
use crate::interrupt;

mod moto;
mod scenario;
mod stage;

/// Only scenarios whose names contain `only`.
pub(super) fn run(only: &str, length: Length) -> Result<()> {
    interrupt::catch();
    let python = Python::get()?;
    let count = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let stages = (0..count).map(|_| Stage::set(&python)).collect::<Result<Vec<_>>>()?;
    let recorded = Scenario::new("a machine that cannot measure", &[USELESS]);
    let stage = stages.first().context("there is a stage")?;
    let played = play(&recorded, stage);
    interrupt::check()?;
    let Some(calls) = played else { bail!("the first run failed") };
    let scenarios = match length {
        Length::Minutes => [at_each_request(&calls)?, refusals(), delays(), machines(), settings(), plans()].concat(),
        Length::Seconds => [lost_at_each_change(&calls)?, settings(), plans()].concat(),
    };
    let measuring = Scenario::new("a run that measures", &["nothing of this run is left"]);
    if length == Length::Minutes && measuring.name.contains(only) {
        let measuring = measuring.on(Machine::Useful).ending(Ends::Well).asking_only(names(&calls));
        ensure!(play(&measuring, stage).is_some(), "the run that measures failed");
    }
    let scenarios: Vec<_> = scenarios.into_iter().filter(|scenario| scenario.name.contains(only)).collect();
    play_all(&scenarios, &stages)
}

fn names(calls: &[Call]) -> Vec<String> {
    calls.iter().map(|call| call.name.clone()).collect()
}

/// Each request of the recorded run fails in each way.
fn at_each_request(calls: &[Call]) -> Result<Vec<Scenario>> {
    let clean_up = start_of_clean_up(calls)?;
    let ways = |(number, call)| Way::ALL.map(|way| at(number, call, way, clean_up));
    Ok(calls.iter().enumerate().flat_map(ways).collect())
}

/// Each request that makes or removes something loses its answer.
fn lost_at_each_change(calls: &[Call]) -> Result<Vec<Scenario>> {
    let clean_up = start_of_clean_up(calls)?;
    let changes = |call: &Call| !["--version", "get-", "describe-"].iter().any(|word| call.name.contains(word));
    let changing = calls.iter().enumerate().filter(|(_, call)| changes(call));
    Ok(changing.map(|(number, call)| at(number, call, Way::Lost, clean_up)).collect())
}

/// The clean-up looks before it ends anything.
fn start_of_clean_up(calls: &[Call]) -> Result<usize> {
    let end = calls.iter().position(|call| call.name == "ec2 terminate-instances").context("nothing was terminated")?;
    calls[..end].iter().rposition(|call| call.name == "ec2 describe-instances").context("it did not look")
}

/// How a request fails.
#[derive(Clone, Copy)]
enum Way {
    Refused,
    Lost,
    Interrupted,
}

impl Way {
    const ALL: [Self; 3] = [Self::Refused, Self::Lost, Self::Interrupted];
}

fn at(number: usize, call: &Call, way: Way, clean_up: usize) -> Scenario {
    let (kind, name, words) = match way {
        Way::Refused => ("refuse", "is refused", "injected"),
        Way::Lost => ("lose", "takes effect, its answer is lost", "injected"),
        Way::Interrupted => ("interrupt", "Ctrl-C", "interrupted"),
    };
    // What fails in the clean-up is tried again: then the run ends as it would have.
    let says = if number < clean_up { words } else { USELESS };
    let name = format!("{} (request {}): {name}", call.name, number + 1);
    Scenario::new(name, &[says]).with(At::Number(number), kind)
}

/// What AWS says no to for good.
fn refusals() -> Vec<Scenario> {
    let removing = ["ec2 terminate-instances", "ec2 delete-key-pair", "ec2 delete-security-group"];
    let looking = ["ec2 describe-key-pairs", "ec2 describe-security-groups"];
    let never = removing.into_iter().chain(looking).map(|request| {
        Scenario::new(format!("{request}: is always refused"), &["AWS refuses to clean up", request, "--cleanup"])
            .refused(At::Name(request), "UnauthorizedOperation")
            .ending(Ends::SayingWhatIsLeft)
    });
    let quota = Scenario::new("no quota", &["VcpuLimitExceeded", "L-1216C47A"])
        .refused(At::Name("ec2 run-instances"), "VcpuLimitExceeded");
    let spot = Scenario::new("no quota of spot machines", &["MaxSpotInstanceCountExceeded", "L-34B43A08"])
        .refused(At::Name("ec2 run-instances"), "MaxSpotInstanceCountExceeded");
    let network = Scenario::new("no default VPC", &["has no default VPC", "create-default-vpc"])
        .answered(At::Name("ec2 describe-vpcs"), "[]");
    never.chain([quota, spot, network]).collect()
}

/// What AWS does in its own time.
fn delays() -> Vec<Scenario> {
    let late =
        Scenario::new("the instance is shown late", &[USELESS]).answered(At::First("ec2 describe-instances", 3), "[]");
    let held = Scenario::new("the security group is held by the instance for a while", &[USELESS])
        .refused(At::First("ec2 delete-security-group", 6), "DependencyViolation");
    let looks = ["ec2 describe-instances", "ec2 describe-key-pairs", "ec2 describe-security-groups"];
    let lost = Scenario::new("the start loses its answer, and nothing is shown at first", &["injected"])
        .with(At::Name("ec2 run-instances"), "lose")
        .given(&["--tiny", "--poll", "2000", "--deadline", "30"]);
    let lost = looks.into_iter().fold(lost, |lost, look| lost.answered(At::First(look, 1), "[]"));
    vec![late, held, lost]
}

/// What can be wrong with the machine, and with this process.
fn machines() -> Vec<Scenario> {
    vec![
        Scenario::new("ssh never answers", &["does not work. ssh said", "--from"]).on(Machine::Silent),
        Scenario::new("Ctrl-C while ssh does not answer", &["interrupted"]).on(Machine::SilentUntilInterrupted),
        Scenario::new("the terminal goes away while it measures", &[]).on(Machine::SlowUntilTheTerminalIsGone),
        Scenario::new("Ctrl-C while it measures", &["interrupted"]).on(Machine::Slow),
        Scenario::new("another machine answers", &["does not have the host key"]).on(Machine::AnotherOne),
        Scenario::new("SIGTERM", &["interrupted"]).with(At::Name("ec2 run-instances"), "terminate"),
        Scenario::new("Ctrl-C again and again", &["the clean-up was interrupted"])
            .with(At::Name("ec2 run-instances"), "interrupt")
            .with(At::Name("ec2 describe-instances"), "interrupt")
            .refused(At::Name("ec2 terminate-instances"), "UnauthorizedOperation")
            .ending(Ends::SayingWhatIsLeft),
        Scenario::new("SIGKILL, then --cleanup", &[]).with(At::Name("ec2 run-instances"), "kill").ending(Ends::Killed),
    ]
}

/// What can be wrong with the settings.
fn settings() -> Vec<Scenario> {
    vec![
        Scenario::new("the stand-in's invented address is refused", &["is refused", "R4C_BENCH_SSH"])
            .set("R4C_BENCH_SSH", None),
        Scenario::new("another public address is refused", &["`54.214.139.185` is refused"])
            .set("R4C_BENCH_SSH", Some("54.214.139.185:22"))
            .asking_only(vec!["--version".to_owned()]),
        Scenario::new("a stand-in that the configuration names is noticed", &["not to AWS", "is refused"])
            .set("AWS_ENDPOINT_URL", None)
            .set("AWS_PROFILE", Some("stand-in"))
            .set("R4C_BENCH_SSH", Some("54.214.139.185:22"))
            .asking_only(vec!["--version".to_owned()]),
        Scenario::new("no credentials", &["aws configure", "Unable to locate credentials"])
            .set("AWS_ACCESS_KEY_ID", None)
            .set("AWS_SECRET_ACCESS_KEY", None),
        Scenario::new("no region", &["no AWS region is chosen"]).set("AWS_REGION", None),
        Scenario::new("no aws", &["there is no `aws` command"]).set("PATH", Some("/nonexistent")),
        Scenario::new("an old aws", &["too old: 1.18"])
            .answered(At::Name("--version"), "aws-cli/1.18.69 Python/3.8.10"),
    ]
}

/// `--dry-run`.
fn plans() -> Vec<Scenario> {
    let plan = ["--dry-run", "--tiny", "--deadline", "30"];
    let says = ["aws ec2 run-instances", "--on-active=30min", "At most $", "Nothing was made"];
    vec![
        Scenario::new("--dry-run without anything", &says)
            .given(&plan)
            .set("PATH", Some("/nonexistent"))
            .set("AWS_ACCESS_KEY_ID", None)
            .set("AWS_REGION", None)
            .ending(Ends::Well),
        Scenario::new("--dry-run sends nothing", &says).given(&plan).ending(Ends::Well).asking_only(Vec::new()),
        Scenario::new("--dry-run --spot asks for prices", &["MarketType=spot", "As a spot machine"])
            .given(&["--dry-run", "--tiny", "--spot"])
            .ending(Ends::Well)
            .asking_only(["--version", "ec2 describe-spot-price-history"].map(str::to_owned).to_vec()),
    ]
}

/// On as many stages as there is room for. A failure does not keep the others from being played.
fn play_all(scenarios: &[Scenario], stages: &[Stage]) -> Result<()> {
    let began = Instant::now();
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for stage in stages {
            scope.spawn(|| {
                while let Some(scenario) = scenarios.get(next.fetch_add(1, SeqCst)) {
                    if interrupt::check().is_err() {
                        return;
                    }
                    if play(scenario, stage).is_none() {
                        failed.fetch_add(1, SeqCst);
                    }
                }
            });
        }
    });
    interrupt::check()?;
    let (failed, count) = (failed.into_inner(), scenarios.len());
    ensure!(failed == 0, "{failed} of {count} scenarios failed");
    println!("{count} scenarios in {:.0} s", began.elapsed().as_secs_f64());
    Ok(())
}

fn play(scenario: &Scenario, stage: &Stage) -> Option<Vec<Call>> {
    let began = Instant::now();
    let played = scenario.play(stage);
    let seconds = began.elapsed().as_secs_f64();
    match &played {
        Ok(_) => println!("  ok     {seconds:>5.1} s  {}", scenario.name),
        Err(error) => println!("  FAILED {seconds:>5.1} s  {}: {error:#}", scenario.name),
    }
    played.ok()
}
