//! The stand-in for AWS (moto's server) and the real `aws` command line, both from Python packages that are installed below
//! Cargo's target folder once.
//!
//! Both listen on this machine alone, and end when the rehearsal does, however it ends.
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{output, target};

const PACKAGES: [&str; 2] = ["moto[server,ec2,ssm]>=5,<6", "awscli>=1.29,<2"];

/// Python with the packages.
#[derive(Clone, Debug)]
pub(super) struct Python(PathBuf);

/// A program in Python that ends with its standard input.
pub(super) struct Script(Child);

/// What AWS would have.
pub(super) struct Moto {
    _script: Script,
    port: u16,
}

impl Python {
    /// Installs what is missing.
    pub(super) fn get() -> Result<Self> {
        let folder = std::path::absolute(target().join("rehearse/aws"))?;
        let python = Self(folder.join("bin/python"));
        let is_complete = folder.join("complete");
        if is_complete.exists() {
            return Ok(python);
        }
        println!("installing a stand-in for AWS ({}) below {}", PACKAGES.join(", "), folder.display());
        output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))
            .context("a virtual environment of Python is needed (Debian: apt-get install python3-venv)")?;
        output(Command::new(&python.0).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))?;
        std::fs::write(is_complete, "")?;
        Ok(python)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Starts a script, and gives the first line that it prints.
    pub(super) fn start(&self, script: &str, argument: &Path) -> Result<(Script, String)> {
        let mut command = Command::new(&self.0);
        command.args(["-c", script]).arg(argument);
        // Nothing of the user's own configuration is read. A Ctrl-C ends the rehearsal first.
        command.env("HOME", "/nonexistent").env("AWS_EC2_METADATA_DISABLED", "true").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().context("cannot run Python")?;
        let mut lines = BufReader::new(child.stdout.take().context("its output is a pipe")?);
        let script = Script(child);
        let mut line = String::new();
        lines.read_line(&mut line)?;
        ensure!(
            !line.is_empty(),
            "a script of the rehearsal ended at once; remove {} to install it anew",
            self.0.display()
        );
        // Kept open: what it prints later must not fail.
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Ok((script, line.trim().to_owned()))
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Moto {
    pub(super) fn start(python: &Python) -> Result<Self> {
        let (script, port) = python.start(include_str!("stand_in.py"), Path::new(""))?;
        Ok(Self { _script: script, port: port.parse().context("the stand-in says its port")? })
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What it has that was not there at the beginning, whoever made it, tagged or not.
    pub(super) fn has(&self) -> Result<Vec<Thing>> {
        let of_kind = |action, kind, id, second, nothing: &str| -> Result<Vec<Thing>> {
            let found = pairs(&self.ask(action)?, id, second).into_iter().filter(|(_, second)| second != nothing);
            Ok(found.map(|(id, _)| Thing { kind, id }).collect())
        };
        // Second comes the name of the instance's state, or of the thing.
        let instances = of_kind("DescribeInstances", "instance", "instanceId", "name", "terminated")?;
        let keys = of_kind("DescribeKeyPairs", "key pair", "keyName", "keyFingerprint", "")?;
        let groups = of_kind("DescribeSecurityGroups", "security group", "groupId", "groupName", "default")?;
        Ok([instances, keys, groups].concat())
    }

    /// Everything as it was at the beginning.
    pub(super) fn reset(&self) -> Result<()> {
        self.post("/moto-api/reset", "").map(drop)
    }

    /// Asked without the command line: it is not to be trusted here.
    fn ask(&self, action: &str) -> Result<String> {
        self.post("/", &format!("Action={action}&Version=2016-11-15"))
    }

    fn post(&self, path: &str, body: &str) -> Result<String> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).context("the stand-in is gone")?;
        // The stand-in reads region and service from the credential, and believes any signature.
        write!(
            stream,
            "POST {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Authorization: AWS4-HMAC-SHA256 Credential=rehearsal/20250101/{REGION}/ec2/aws4_request, SignedHeaders=host, \
             Signature=none\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        if answer.split(' ').nth(1) != Some("200") {
            bail!("the stand-in answers: {answer}");
        }
        Ok(answer)
    }
}

/// Something that AWS would have.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    pub(super) kind: &'static str,
    pub(super) id: String,
}

/// The region of all rehearsals.
pub(super) const REGION: &str = "us-east-1";

/// Each text of one XML element, with the next text of another one.
fn pairs(xml: &str, first: &str, second: &str) -> Vec<(String, String)> {
    let text = |rest: &str, name: &str| Some(rest.split_once(&format!("<{name}>"))?.1.split_once('<')?.0.to_owned());
    let starts = xml.match_indices(&format!("<{first}>")).map(|(start, _)| &xml[start..]).collect::<Vec<_>>();
    starts.into_iter().filter_map(|rest| Some((text(rest, first)?, text(rest, second)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::pairs;

    #[test]
    fn elements_are_paired_with_what_follows() {
        let xml = "<a><id>1</id><name>x</name></a><a><id>2</id><b/><name>y</name></a>";
        let expected = [("1", "x"), ("2", "y")].map(|(id, name)| (id.to_owned(), name.to_owned()));
        assert_eq!(pairs(xml, "id", "name"), expected);
    }
}
