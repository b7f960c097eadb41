//! Chromium without a window, driven through chromedriver (W3C WebDriver) on the loopback interface.
//!
//! It looks at local files alone: no name is resolved, so a page that asks for something outside is found out (its request is in the log)
//! but gets nothing. Dropping it ends the session, the browser and the driver, and removes the profile.
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::Agent;

use crate::command::{command, output};
use crate::interrupt;

/// A window and what it shows.
pub(super) struct Browser {
    driver: Child,
    agent: Agent,
    /// Of the session; of the driver itself until there is one.
    address: String,
    profile: TempDir,
}

/// The colours that the reader prefers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Colours {
    Light,
    Dark,
}

impl Browser {
    /// Starts one; installs Debian's if there is none.
    pub(super) fn start() -> Result<Self> {
        install()?;
        let profile =
            tempfile::Builder::new().prefix("r4c-rehearsal.").tempdir().context("cannot make a temporary folder")?;
        // Port 0: the driver takes a free one and says which.
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            // Whatever the browser writes goes with the profile.
            .envs([("HOME", profile.path()), ("TMPDIR", profile.path())])
            // Not in our group: a Ctrl-C in the terminal must not end it before it has ended the browser.
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot run `chromedriver`")?;
        let output = driver.stdout.take().context("its output is a pipe")?;
        let agent = Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(60)))
            .http_status_as_error(false)
            .proxy(None)
            .build()
            .new_agent();
        // From here on the driver is ended whatever happens.
        let mut browser = Self { driver, agent, address: String::new(), profile };
        let port = port(output)?;
        browser.address = format!("http://127.0.0.1:{port}");
        let session = browser.post("session", &browser.capabilities())?;
        let session = session["sessionId"].as_str().context("the driver began no session")?;
        browser.address = format!("{}/session/{session}", browser.address);
        browser.post("url", &json!({ "url": "about:blank" }))?;
        Ok(browser)
    }

    fn capabilities(&self) -> Value {
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ];
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let arguments: Vec<&str> = arguments.into_iter().chain([&*profile]).collect();
        json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "timeouts": { "pageLoad": 30_000, "script": 30_000 },
        } } })
    }

    /// The window's width, and the colours that pages are to be shown in.
    pub(super) fn set(&self, width: u32, colours: Colours) -> Result<()> {
        let metrics = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)?;
        let value = if colours == Colours::Dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", features).map(drop)
    }

    /// Shows a file, and waits until it is loaded.
    pub(super) fn open(&self, file: &Path) -> Result<()> {
        let file = file.canonicalize().with_context(|| format!("there is no page {}", file.display()))?;
        self.post("url", &json!({ "url": address(&file) })).map(drop)
    }

    /// What a script's `return` gives.
    pub(super) fn evaluate(&self, script: &str) -> Result<Value> {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The entries of a log since it was last asked for.
    pub(super) fn log(&self, kind: &str) -> Result<Vec<Value>> {
        let entries = self.post("se/log", &json!({ "type": kind }))?;
        entries.as_array().cloned().with_context(|| format!("the driver gave no {kind} log"))
    }

    /// The whole page as a PNG, beyond the window's lower edge, too.
    pub(super) fn picture(&self, file: &Path) -> Result<()> {
        let picture =
            self.devtools("Page.captureScreenshot", json!({ "format": "png", "captureBeyondViewport": true }))?;
        let picture = picture["data"].as_str().context("the browser took no picture")?;
        let bytes = BASE64_STANDARD.decode(picture).context("the picture is not base64")?;
        std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
    }

    fn devtools(&self, command: &str, parameters: Value) -> Result<Value> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        interrupt::check()?;
        let address = format!("{}/{path}", self.address);
        let answer = self.agent.post(&address).send_json(body);
        let mut answer = answer.with_context(|| format!("chromedriver does not answer `{path}`"))?;
        // A long page's picture and log are larger than what the client reads by itself.
        let value: Value = answer
            .body_mut()
            .with_config()
            .limit(256 << 20)
            .read_json()
            .context("chromedriver's answer is not JSON")?;
        match value["value"].get("error") {
            Some(error) => bail!("chromedriver refused `{path}`: {error}: {}", value["value"]["message"]),
            None => Ok(value["value"].clone()),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The end of the session ends the browser; the driver is ours.
        if self.address.contains("/session/") {
            let _ = self.agent.delete(&self.address).call();
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The port that the driver says it listens on.
fn port(output: impl std::io::Read + Send + 'static) -> Result<u16> {
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let port = lines.find_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok());
    // The driver must be able to go on speaking; this ends with it.
    std::thread::spawn(move || lines.for_each(drop));
    port.context("chromedriver ended before it listened")
}

/// The address of a file.
fn address(file: &Path) -> String {
    let path = file.to_string_lossy();
    let encoded = path.bytes().map(|byte| match byte {
        b'/' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("file://{}", encoded.collect::<String>())
}

fn install() -> Result<()> {
    let is_there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if is_there("chromium") && is_there("chromedriver") {
        return Ok(());
    }
    println!("installing Debian's chromium and chromium-driver");
    let install = "apt-get install --yes --quiet --no-install-recommends chromium chromium-driver";
    let apt = |line: &str| output(command(line).env("DEBIAN_FRONTEND", "noninteractive"));
    apt("apt-get update --quiet")
        .and_then(|_| apt(install))
        .with_context(|| format!("the rehearsal needs Chromium and its driver: as root, run `{install}`"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_an_address() {
        assert_eq!(address(Path::new("/a b/ü#1/report.html")), "file:///a%20b/%C3%BC%231/report.html");
    }
}
