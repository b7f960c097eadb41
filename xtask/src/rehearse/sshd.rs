//! A throw-away ssh server on the loopback interface.
//!
//! Nothing is installed: the server is unpacked below Cargo's target folder, and everything that it reads and writes is in a
//! temporary folder of its own. Its users are invented (libnss-wrapper): they are this process's own user under other names, and
//! their home is in that folder, too. So what a visitor leaves behind is seen there, and goes with it.
//!
//! Dropping it ends the server, its connections, and every process that was begun through them.
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

use super::process::{self, MARK, Process};
use crate::command::{output, target};
use crate::interrupt;

/// Who can log in: the second is the user of Amazon's images.
pub(super) const USERS: [&str; 2] = ["visitor", "ec2-user"];

/// A server that runs.
pub(super) struct Sshd {
    server: Child,
    port: u16,
    folder: TempDir,
    mark: String,
}

impl Sshd {
    /// Starts one. `environment` is that of all that is run through it, in addition to what a login gives.
    pub(super) fn start(environment: &[(&str, &str)]) -> Result<Self> {
        let programs = Programs::get()?;
        let folder =
            tempfile::Builder::new().prefix("r4c-rehearsal.").tempdir().context("cannot make a temporary folder")?;
        let port = free_port()?;
        // Unique as long as the folder is there.
        let mark = folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        write_files(folder.path(), port, &mark, environment)?;
        let log = fs::File::create(folder.path().join("log"))?;
        let mut command = programs.command(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let server = command.spawn().context("cannot run `setsid`")?;
        let mut sshd = Self { server, port, folder, mark };
        sshd.wait_until_it_listens()?;
        Ok(sshd)
    }

    /// The port on 127.0.0.1.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The private key that it lets in.
    pub(super) fn identity(&self) -> PathBuf {
        self.folder.path().join("identity")
    }

    /// A private key that it does not let in.
    pub(super) fn other_identity(&self) -> PathBuf {
        self.folder.path().join("other-identity")
    }

    /// Its host key, for clients.
    pub(super) fn known_hosts(&self) -> PathBuf {
        self.folder.path().join("known-hosts")
    }

    /// Its process. SIGHUP makes it read everything again.
    pub(super) fn id(&self) -> u32 {
        self.server.id()
    }

    /// Its private host key.
    pub(super) fn host_key(&self) -> PathBuf {
        self.folder.path().join("host-key")
    }

    /// Public keys that it lets in, one a line: read at each login, so one can be added at any time.
    pub(super) fn authorized_keys(&self) -> PathBuf {
        self.folder.path().join("authorized-keys")
    }

    /// The home of all users.
    pub(super) fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Where its users' programs put temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }

    /// The value of [`MARK`] in the environment of what is run through it.
    pub(super) fn mark(&self) -> &str {
        &self.mark
    }

    /// What it has said.
    pub(super) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The server's own processes of the connections that are open now.
    pub(super) fn connections(&self) -> Result<Vec<Process>> {
        let mut found = process::children(self.server.id())?;
        for privileged in found.clone() {
            // With a user of its own a connection has two processes; what the visitor runs is marked.
            found.extend(
                process::children(privileged.id)?.into_iter().filter(|process| process.command.starts_with("sshd")),
            );
        }
        Ok(found)
    }

    fn wait_until_it_listens(&mut self) -> Result<()> {
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            let ended = self.server.try_wait().context("cannot wait for sshd")?;
            if ended.is_some() || Instant::now() > end {
                bail!("sshd does not listen. It said:\n{}", self.log());
            }
            interrupt::sleep(interrupt::TICK)?;
        }
        Ok(())
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        // The connections are found by their parent: first them, then the parent.
        let _ = self.connections().and_then(|connections| process::signal("KILL", &connections));
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = process::marked(&self.mark).and_then(|marked| process::signal("KILL", &marked));
    }
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?.local_addr()?.port())
}

fn write_files(folder: &Path, port: u16, mark: &str, environment: &[(&str, &str)]) -> Result<()> {
    for name in ["home", "tmp"] {
        fs::create_dir(folder.join(name))?;
    }
    for name in ["host-key", "identity", "other-identity"] {
        let mut keygen = Command::new("ssh-keygen");
        output(keygen.args(["-q", "-t", "ed25519", "-N", "", "-C", name, "-f"]).arg(folder.join(name)))?;
    }
    fs::copy(folder.join("identity.pub"), folder.join("authorized-keys"))?;
    let host_key = fs::read_to_string(folder.join("host-key.pub"))?;
    fs::write(folder.join("known-hosts"), format!("[127.0.0.1]:{port} {host_key}"))?;

    // All users are the one who runs this.
    let id = |option: &str| output(Command::new("id").arg(option)).map(|id| id.trim().to_owned());
    let (user, group, home) = (id("-u")?, id("-g")?, folder.join("home"));
    let users = USERS.map(|name| format!("{name}:x:{user}:{group}::{}:/bin/bash\n", home.display())).concat();
    fs::write(folder.join("passwd"), format!("{users}sshd:x:65533:65533::/nonexistent:/usr/sbin/nologin\n"))?;
    fs::write(folder.join("group"), format!("visitor:x:{group}:\nsshd:x:65533:\n"))?;

    let temporary = folder.join("tmp").display().to_string();
    let mut variables = format!("{MARK}={mark} TMPDIR={temporary}");
    for (name, value) in environment {
        ensure!(!value.contains(['"', '\n']), "{name}: sshd cannot pass `{value}`");
        variables += &format!(" \"{name}={value}\"");
    }
    let mut config = fs::File::create(folder.join("config"))?;
    writeln!(
        config,
        "ListenAddress 127.0.0.1\nPort {port}\nPidFile none\nHostKey {}",
        folder.join("host-key").display()
    )?;
    writeln!(config, "AuthorizedKeysFile {}\nStrictModes no\nUsePAM no", folder.join("authorized-keys").display())?;
    writeln!(config, "PasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin prohibit-password")?;
    writeln!(config, "PrintMotd no\nPrintLastLog no\nMaxStartups 100\nSetEnv {variables}")?;
    Ok(())
}

/// The unpacked programs.
struct Programs {
    folder: PathBuf,
}

impl Programs {
    const PACKAGES: [&str; 3] = ["openssh-server", "libnss-wrapper", "libwrap0"];

    /// Fetched once; kept below the target folder.
    fn get() -> Result<Self> {
        let folder = std::path::absolute(target().join("rehearse/openssh-server"))?;
        let programs = Self { folder };
        if programs.sshd().exists() && programs.wrapper().is_ok() {
            return Ok(programs);
        }
        println!("fetching an ssh server (not installed: unpacked below {})", programs.folder.display());
        fs::create_dir_all(&programs.folder)?;
        let new = tempfile::tempdir_in(&programs.folder)?;
        download(new.path()).context("cannot download Debian's openssh-server")?;
        for entry in fs::read_dir(new.path())? {
            let file = entry?.path();
            if file.extension().is_some_and(|extension| extension == "deb") {
                output(Command::new("dpkg-deb").arg("-x").arg(file).arg(&programs.folder))?;
            }
        }
        programs.wrapper()?;
        Ok(programs)
    }

    fn sshd(&self) -> PathBuf {
        self.folder.join("usr/sbin/sshd")
    }

    /// The library that invents users; its folder is named after the architecture.
    fn wrapper(&self) -> Result<PathBuf> {
        let folders = fs::read_dir(self.folder.join("usr/lib")).context("nothing was unpacked")?;
        let mut files = folders.filter_map(|folder| Some(folder.ok()?.path().join("libnss_wrapper.so")));
        files.find(|file| file.exists()).context("libnss_wrapper.so was not unpacked")
    }

    fn command(&self, folder: &Path) -> Command {
        let wrapper = self.wrapper().unwrap_or_default();
        // sshd wants it, empty, for the part of it that has no rights; only root's sshd does.
        let _ = fs::create_dir("/run/sshd");
        // Not in our group: a Ctrl-C in the terminal must not end it before what it still has to witness. As a child leads no
        // group, setsid becomes the program.
        let mut command = Command::new("setsid");
        command
            .arg(std::path::absolute(self.sshd()).unwrap_or_default())
            .args(["-D", "-e", "-f"])
            .arg(folder.join("config"));
        command.env("LD_LIBRARY_PATH", wrapper.parent().unwrap_or(Path::new("")));
        command.env("LD_PRELOAD", &wrapper);
        command.env("NSS_WRAPPER_PASSWD", folder.join("passwd")).env("NSS_WRAPPER_GROUP", folder.join("group"));
        command
    }
}

/// With the machine's lists of packages; where they are missing or old, with lists of our own.
fn download(folder: &Path) -> Result<()> {
    let mut fetch = Command::new("apt-get");
    fetch.args(["download", "--quiet"]).args(Programs::PACKAGES).current_dir(folder);
    if output(&mut fetch).is_ok() {
        return Ok(());
    }
    let own = |name: &str| format!("{name}={}", folder.join("apt").display());
    let options = ["-o".to_owned(), own("Dir::State"), "-o".to_owned(), own("Dir::Cache")];
    fs::create_dir_all(folder.join("apt/lists/partial"))?;
    fs::create_dir_all(folder.join("apt/archives/partial"))?;
    output(Command::new("apt-get").arg("update").args(&options).current_dir(folder))?;
    output(fetch.args(&options)).map(drop)
}
