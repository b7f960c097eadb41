//! What the instance is told to do when it boots: to end itself, and which host key to show.
//!
//! **It ends itself.** The timer is set twice, because nobody can set it later if this machine loses its network: early, before
//! anything of the boot can fail, and once more when the system is up. When either runs out the instance powers off, and since it
//! was started with the shutdown behaviour *terminate*, AWS removes it. What it does not guard against: an image that
//! ignores its user data, or a kernel that hangs.
//!
//! **Its host key is made here**, for this run, so that the first connection is not a matter of trust: whoever answers must
//! have this key. The price is that the private half is in the user data, which the instance and those who may read instance
//! attributes in the account can read. They could pretend to be this one instance, for an hour, if they were on the path, too;
//! to accept any key at first would let everybody on the path do so.
use std::fmt::Write;

/// The user data of an instance that ends itself after some minutes.
pub(super) fn user_data(minutes: u32, private_host_key: &str, public_host_key: &str) -> String {
    // Without its quotes +30 would be the number 30, which `shutdown` takes for a time of day.
    let mut text = format!(
        "#cloud-config\n\
         bootcmd:\n  - [systemd-run, --no-block, --unit=r4c-deadline, --on-active={minutes}min, systemctl, poweroff]\n\
         runcmd:\n  - [shutdown, -P, \"+{minutes}\"]\n\
         ssh_deletekeys: true\n\
         ssh_keys:\n  ed25519_public: {}\n  ed25519_private: |\n",
        public_host_key.trim()
    );
    for line in private_host_key.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_data_sets_both_timers_and_the_host_key() {
        assert_eq!(
            user_data(90, "-----BEGIN\nabc\n-----END\n", "ssh-ed25519 AAAA\n"),
            r#"#cloud-config
bootcmd:
  - [systemd-run, --no-block, --unit=r4c-deadline, --on-active=90min, systemctl, poweroff]
runcmd:
  - [shutdown, -P, "+90"]
ssh_deletekeys: true
ssh_keys:
  ed25519_public: ssh-ed25519 AAAA
  ed25519_private: |
    -----BEGIN
    abc
    -----END
"#
        );
    }
}
