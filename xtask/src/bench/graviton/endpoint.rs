//! Where requests go, and whom `ssh` may connect to because of that.
//!
//! A stand-in for AWS invents addresses, public ones among them: they belong to somebody. So, **while requests go to a
//! stand-in, no address is connected to that is not of this machine**, whatever the stand-in answers and whatever the override
//! says. A name is never looked up for this: `localhost` is 127.0.0.1 here, and any other name is refused.
use std::net::{IpAddr, Ipv4Addr};

use anyhow::{Context, Result, anyhow, bail};

use super::plan::USER;
use crate::bench::host::Address;

/// Names the machine that plays the instance, while a stand-in plays AWS.
pub(super) const OVERRIDE: &str = "R4C_BENCH_SSH";

/// Who answers the requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Endpoint {
    Aws,
    /// Something else, at this URL.
    StandIn(String),
}

impl Endpoint {
    /// Given what is configured: one that is not of AWS is enough.
    pub(super) fn of(configured: &[String]) -> Self {
        let stand_in = configured.iter().find(|url| !is_of_aws(url));
        stand_in.map_or(Self::Aws, |url| Self::StandIn(url.clone()))
    }

    /// The address of the instance, given what it is said to be and the override.
    pub(super) fn ssh(&self, said: &str, by_override: Option<&str>) -> Result<Address> {
        let instance = || Address { user: Some(USER.to_owned()), host: said.to_owned(), port: Some(22) };
        match (self, by_override) {
            (Self::Aws, None) => Ok(instance()),
            (Self::Aws, Some(other)) => bail!(
                "{OVERRIDE} is {other}, but requests go to AWS: what was measured there would be called Graviton; \
                 unset it, or set AWS_ENDPOINT_URL to a stand-in"
            ),
            (Self::StandIn(url), Some(other)) => {
                let address: Address = other.parse().map_err(|error| anyhow!("{OVERRIDE} is `{other}`: {error}"))?;
                of_this_machine(address, url)
            }
            (Self::StandIn(url), None) => of_this_machine(instance(), url),
        }
    }
}

/// The address, if it is one of this machine; a literal one, so that nothing is looked up later either.
fn of_this_machine(address: Address, url: &str) -> Result<Address> {
    let literal = loopback(&address.host).with_context(|| {
        format!(
            "requests go to {url}, not to AWS, so nothing is connected to but this machine's own loopback addresses: `{}` \
             is refused; set {OVERRIDE} to something like ec2-user@127.0.0.1:2222",
            address.host
        )
    })?;
    let user = address.user.or_else(|| Some(USER.to_owned()));
    Ok(Address { user, host: literal.to_string(), port: address.port.or(Some(22)) })
}

/// A loopback address in its usual form; no other form that some resolver would take for one.
fn loopback(host: &str) -> Option<IpAddr> {
    if host.eq_ignore_ascii_case("localhost") {
        return Some(Ipv4Addr::LOCALHOST.into());
    }
    let address: IpAddr = host.parse().ok()?;
    Some(address.to_canonical()).filter(IpAddr::is_loopback)
}

/// Whether the URL's host is in a domain of AWS.
fn is_of_aws(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().split(':').next().unwrap_or_default();
    let host = host.trim_end_matches('.').to_lowercase();
    [".amazonaws.com", ".amazonaws.com.cn", ".api.aws"].iter().any(|domain| host.ends_with(domain))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAND_IN: &str = "http://127.0.0.1:5000";

    #[test]
    fn only_a_url_in_a_domain_of_aws_is_aws() {
        let of = |urls: &[&str]| Endpoint::of(&urls.iter().map(|&url| url.to_owned()).collect::<Vec<_>>());
        let aws = [
            "https://ec2.eu-central-1.amazonaws.com",
            "https://vpce-1.ec2.us-east-1.vpce.amazonaws.com:443/x",
            "https://ec2.eu-west-1.api.aws",
        ];
        assert_eq!(of(&[]), Endpoint::Aws);
        assert_eq!(of(&aws), Endpoint::Aws);
        for url in [
            STAND_IN,
            "http://localhost:4566",
            "HTTP://LOCALHOST",
            "http://[::1]:5000",
            "http://[::ffff:127.0.0.1]:5000",
            "127.0.0.1:5000",
            "http://127.9.9.9",
            "http://moto:5000",
            "http://203.0.113.7:5000",
            "http://amazonaws.com.example.org",
            "http://notamazonaws.com",
            "http://localhost/.amazonaws.com",
            "http://localhost#.amazonaws.com",
            "http://x.amazonaws.com@localhost:5000",
            "",
        ] {
            assert_eq!(of(&[aws[0], url]), Endpoint::StandIn(url.to_owned()));
        }
    }

    fn check(said: &str, by_override: Option<&str>, expected: Option<(&str, &str, u16)>) {
        let found = Endpoint::StandIn(STAND_IN.to_owned()).ssh(said, by_override);
        let found = found.ok().map(|address| (address.user, address.host, address.port));
        let expected = expected.map(|(user, host, port)| (Some(user.to_owned()), host.to_owned(), Some(port)));
        assert_eq!(found, expected, "{said} {by_override:?}");
    }

    #[test]
    fn with_a_stand_in_only_this_machine_is_connected_to() {
        for (text, host, port) in [
            ("127.0.0.1:2222", "127.0.0.1", 2222),
            ("127.0.0.1", "127.0.0.1", 22),
            ("127.255.255.254:1", "127.255.255.254", 1),
            ("localhost:2222", "127.0.0.1", 2222),
            ("LocalHost", "127.0.0.1", 22),
            ("[::1]:2222", "::1", 2222),
            ("[::1]", "::1", 22),
            ("[::ffff:127.0.0.1]:2222", "127.0.0.1", 2222),
        ] {
            check("54.214.139.185", Some(text), Some((USER, host, port)));
            check("54.214.139.185", Some(&format!("root@{text}")), Some(("root", host, port)));
        }
        for text in [
            "54.214.139.185",
            "54.214.139.185:2222",
            "126.255.255.255",
            "128.0.0.1:22",
            "0.0.0.0:2222",
            "[::]:2222",
            "[::2]:2222",
            "[::ffff:54.214.139.185]:22",
            "[64:ff9b::127.0.0.1]:22",
            "169.254.169.254",
            "10.0.0.1",
            "example.org:22",
            "localhost.example.org:22",
            "127.0.0.1.example.org:22",
            "ip6-localhost",
            "::1",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0177.0.0.1",
            "127.0.0.1@54.214.139.185",
            "127.0.0.1:22@54.214.139.185:22",
            "-oProxyCommand=true@127.0.0.1",
            "@127.0.0.1",
            "127.0.0.1:",
            "127.0.0.1:99999",
            "127.0.0.1:22:22",
            "[127.0.0.1",
            "[::1]2222",
            "",
            " 127.0.0.1",
        ] {
            check("127.0.0.1", Some(text), None);
        }
    }

    #[test]
    fn without_an_override_the_address_that_a_stand_in_invents_is_refused() {
        check("54.214.139.185", None, None);
        check("ec2-54-214-139-185.compute-1.amazonaws.com", None, None);
        check("127.0.0.1", None, Some((USER, "127.0.0.1", 22)));
    }

    #[test]
    fn with_aws_itself_the_address_is_the_instances_and_cannot_be_overridden() {
        let said = Endpoint::Aws.ssh("203.0.113.7", None).expect("an address");
        assert_eq!(said.to_string(), "ec2-user@203.0.113.7:22");
        assert!(Endpoint::Aws.ssh("203.0.113.7", Some("127.0.0.1:2222")).is_err());
    }
}
