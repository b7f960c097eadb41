//! `USER@HOST:PORT`, as people write it.
use std::fmt;
use std::str::FromStr;

/// Where to connect to. What it leaves open, ssh's own configuration decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) user: Option<String>,
    /// A name, a name of ssh's configuration, an IPv4 or an IPv6 address (without brackets).
    pub(crate) host: String,
    pub(crate) port: Option<u16>,
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (user, place) = match text.rsplit_once('@') {
            Some((user, place)) => (Some(user.to_owned()), place),
            None => (None, text),
        };
        let (host, port) = match place.strip_prefix('[') {
            Some(bracketed) => {
                let (host, rest) = bracketed.split_once(']').ok_or("a `[` without its `]`")?;
                match (rest, rest.strip_prefix(':')) {
                    ("", _) => (host, None),
                    (_, Some(port)) => (host, Some(port)),
                    _ => return Err(format!("after `[{host}]` only `:PORT` may follow")),
                }
            }
            None => match place.split_once(':') {
                Some((_, port)) if port.contains(':') => {
                    return Err(format!("an IPv6 address is written in brackets: `[{place}]`"));
                }
                Some((host, port)) => (host, Some(port)),
                None => (place, None),
            },
        };
        let port = port.map(|port| match port.parse() {
            Ok(0) | Err(_) => Err(format!("`{port}` is no port: a number from 1 to 65535")),
            Ok(port) => Ok(port),
        });
        // ssh would take it for an option.
        let unusable = |part: &str| part.is_empty() || part.starts_with('-') || part.contains(char::is_whitespace);
        if unusable(host) || user.as_deref().is_some_and(unusable) {
            return Err("expected USER@HOST, USER@HOST:PORT or USER@[IPV6]:PORT".to_owned());
        }
        Ok(Self { user, host: host.to_owned(), port: port.transpose()? })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(user) = &self.user {
            write!(formatter, "{user}@")?;
        }
        match self.host.contains(':') {
            true => write!(formatter, "[{}]", self.host)?,
            false => write!(formatter, "{}", self.host)?,
        }
        self.port.map_or(Ok(()), |port| write!(formatter, ":{port}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    /// What is read, as `user|host|port`, or a part of the error. What is read is also written the same way.
    fn check(text: &str, expected: &str) {
        match text.parse::<Address>() {
            Ok(address) => {
                let port = address.port.map(|port| port.to_string()).unwrap_or_default();
                let user = address.user.as_deref().unwrap_or_default();
                assert_eq!(format!("{user}|{}|{port}", address.host), expected, "{text}");
                assert_eq!(address.to_string().parse(), Ok(address), "{text}");
            }
            Err(error) => assert!(error.contains(expected), "{text}: {error}"),
        }
    }

    #[test]
    fn addresses_are_read_as_ssh_users_write_them() {
        check("ada@build.example", "ada|build.example|");
        check("ada@10.0.0.7:2222", "ada|10.0.0.7|2222");
        check("build", "|build|");
        check("ada@[2001:db8::1]", "ada|2001:db8::1|");
        check("[::1]:2222", "|::1|2222");
        check("ada@corp@build", "ada@corp|build|");
    }

    #[test]
    fn what_is_no_address_says_what_is_expected() {
        check("ada@::1", "in brackets: `[::1]`");
        check("ada@[::1", "without its `]`");
        check("ada@[::1]2222", "only `:PORT`");
        check("ada@build:ssh", "`ssh` is no port");
        check("ada@build:0", "`0` is no port");
        check("ada@", "expected USER@HOST");
        check("@build", "expected USER@HOST");
        check("-oProxyCommand=x", "expected USER@HOST");
        check("ada@build box", "expected USER@HOST");
    }
}
