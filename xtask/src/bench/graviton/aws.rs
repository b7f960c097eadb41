//! The `aws` command line: found, checked, asked.
//!
//! **A request is never cut off**: what it makes would exist without our knowing. An interruption waits for the answer of the
//! request under way, which the time limits given to the command line bound.
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::endpoint::Endpoint;
use super::failure::Failure;
use super::request::Request;
use super::settings::{Environment, Settings};
use crate::interrupt;

/// The first versions that heed `AWS_ENDPOINT_URL`: an older one would send to AWS what is meant for a stand-in.
const OLDEST: [(u32, u32); 2] = [(1, 29), (2, 13)];
/// How to get the command line.
const INSTALL: &str = "https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html";

/// The command line, for one region.
#[derive(Debug)]
pub(super) struct Aws {
    pub(super) region: String,
    pub(super) endpoint: Endpoint,
    /// Between two looks at something that takes time. All limits are multiples of it.
    pub(super) poll: Duration,
}

impl Aws {
    /// Reads what is configured, and checks that there is a command line which heeds it.
    pub(super) fn find(region: Option<&str>, poll: Duration) -> Result<Self> {
        check_version()?;
        interrupt::check()?;
        let settings = Settings::read(&Environment)?;
        let region = region
            .map(str::to_owned)
            .or_else(|| settings.region())
            .context("no AWS region is chosen: give `--region eu-central-1`, set AWS_REGION, or run `aws configure`")?;
        Ok(Self { region, endpoint: Endpoint::of(&settings.endpoints()), poll })
    }

    pub(super) fn configured_region() -> Option<String> {
        Settings::read(&Environment).ok()?.region()
    }

    /// Sends a request and waits for the answer.
    pub(super) fn ask(&self, request: &Request) -> Result<Value, Failure> {
        let request = request.within(&self.region);
        let answer = answer(&request).map_err(|error| Failure::not_sent(&request, &error))?;
        if !answer.succeeded {
            return Err(Failure::of(&request, &answer.complaint));
        }
        // Some answers are empty, and some are not JSON, whatever was asked for: then they say nothing of interest.
        Ok(serde_json::from_str(&answer.text).unwrap_or(Value::Null))
    }

    /// A request that must be answered by a text.
    pub(super) fn ask_text(&self, request: &Request) -> Result<String> {
        let answer = self.ask(request)?;
        let name = request.name();
        answer
            .as_str()
            .map(str::to_owned)
            .with_context(|| format!("`aws {name}` answered {answer}, which is not a text"))
    }

    /// A request that must be answered by a list.
    pub(super) fn ask_list(&self, request: &Request) -> Result<Vec<Value>, Failure> {
        match self.ask(request)? {
            Value::Array(list) => Ok(list),
            other => Err(Failure::of(request, &format!("it answered {other}, which is not a list"))),
        }
    }
}

struct Answer {
    succeeded: bool,
    text: String,
    complaint: String,
}

/// Out of reach of the terminal's Ctrl-C.
fn command() -> Command {
    let mut command = Command::new("aws");
    command.env("AWS_PAGER", "").env("AWS_CLI_AUTO_PROMPT", "off").stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

fn answer(request: &Request) -> Result<Answer> {
    let mut command = command();
    command.args(request.arguments()).args(["--cli-connect-timeout", "10", "--cli-read-timeout", "30"]);
    let output = command.output().context("cannot run `aws`")?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    Ok(Answer { succeeded: output.status.success(), text: text(&output.stdout), complaint: text(&output.stderr) })
}

fn check_version() -> Result<()> {
    let output = match command().arg("--version").output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!(
                "there is no `aws` command: install the AWS command line, version 2 ({INSTALL}), then run `aws configure`"
            )
        }
        Err(error) => return Err(error).context("cannot run `aws --version`"),
    };
    // Old ones say it on the standard error.
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let version = version(&said).with_context(|| format!("`aws --version` said: {}", said.trim()))?;
    if !is_recent(version) {
        bail!(
            "the AWS command line is too old: {}.{}, but 2.13 is needed (or 1.29): renew it ({INSTALL})",
            version.0,
            version.1
        );
    }
    Ok(())
}

/// Of `aws-cli/2.15.30 Python/3.11.8 Linux/6.1`.
fn version(said: &str) -> Option<(u32, u32)> {
    let mut numbers = said.split("aws-cli/").nth(1)?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn is_recent(version: (u32, u32)) -> bool {
    OLDEST.iter().find(|oldest| oldest.0 == version.0).map_or(version.0 > 2, |oldest| version.1 >= oldest.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_that_heed_the_endpoint_are_recent() {
        let check = |said: &str| version(said).map(is_recent);
        assert_eq!(check("aws-cli/2.15.30 Python/3.11.8 Linux/6.1 exe/x86_64"), Some(true));
        assert_eq!(check("aws-cli/2.13.0 Python/3.11.8"), Some(true));
        assert_eq!(check("aws-cli/2.12.7 Python/3.11.8"), Some(false));
        assert_eq!(check("aws-cli/1.46.3 Python/3.11.7 botocore/1.43.62"), Some(true));
        assert_eq!(check("aws-cli/1.28.9 Python/3.7"), Some(false));
        assert_eq!(check("aws-cli/3.0.0"), Some(true));
        assert_eq!(check("aws-cli/0.9.0"), Some(false));
        assert_eq!(check("aws: command of something else"), None);
    }
}
