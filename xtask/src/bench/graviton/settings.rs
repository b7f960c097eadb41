//! What the user has configured for the `aws` command line, as far as it decides where requests go and in which region.
//!
//! Read from the environment and from the two files, in the order in which the command line reads them. Where that order
//! differs between its versions, everything that one of them might use counts as configured.
use std::path::PathBuf;

use anyhow::{Context, Result};

/// The environment and the files.
#[derive(Debug)]
pub(super) struct Settings<'a> {
    environment: &'a dyn Variables,
    sections: Vec<Section>,
}

/// Where variables of the environment come from.
pub(super) trait Variables: std::fmt::Debug {
    /// `None` where it is not set, or empty.
    fn get(&self, name: &str) -> Option<String>;
}

/// The environment of this process.
#[derive(Debug)]
pub(super) struct Environment;

impl Variables for Environment {
    fn get(&self, name: &str) -> Option<String> {
        std::env::var(name).ok().filter(|value| !value.is_empty())
    }
}

#[derive(Debug)]
struct Section {
    name: String,
    /// Nested ones, too: they are told by their indentation, which matters to nobody here.
    keys: Vec<(String, String)>,
}

impl<'a> Settings<'a> {
    /// A file that is named, but cannot be read, is a failure: it might say that requests do not go to AWS.
    pub(super) fn read(environment: &'a dyn Variables) -> Result<Self> {
        let home = environment.get("HOME").or_else(|| environment.get("USERPROFILE")).unwrap_or_default();
        let expanded = |path: String| path.strip_prefix('~').map_or(path.clone(), |rest| format!("{home}{rest}"));
        let file = |variable: &str, default: &str| match environment.get(variable).map(expanded) {
            Some(path) => {
                std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}, which {variable} names"))
            }
            None => Ok(std::fs::read_to_string(PathBuf::from(&home).join(".aws").join(default)).unwrap_or_default()),
        };
        let files = [file("AWS_CONFIG_FILE", "config")?, file("AWS_SHARED_CREDENTIALS_FILE", "credentials")?];
        Ok(Self::of(environment, &files))
    }

    fn of(environment: &'a dyn Variables, files: &[String]) -> Self {
        Self { environment, sections: files.iter().flat_map(|text| sections(text)).collect() }
    }

    pub(super) fn region(&self) -> Option<String> {
        let of_environment = ["AWS_REGION", "AWS_DEFAULT_REGION"].iter().find_map(|name| self.environment.get(name));
        of_environment.or_else(|| self.of_profile("region").into_iter().next())
    }

    /// All URLs that requests to EC2 or SSM might go to instead of to AWS.
    pub(super) fn endpoints(&self) -> Vec<String> {
        let names = ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_EC2", "AWS_ENDPOINT_URL_SSM", "AWS_ENDPOINT_URL_STS"];
        let of_environment = names.iter().filter_map(|name| self.environment.get(name));
        let of_services = self
            .of_profile("services")
            .into_iter()
            .flat_map(|services| self.values(&format!("services {services}"), "endpoint_url"));
        of_environment.chain(self.of_profile("endpoint_url")).chain(of_services).collect()
    }

    /// The values of a key in the profile that is used.
    fn of_profile(&self, key: &str) -> Vec<String> {
        let chosen: Vec<String> =
            ["AWS_PROFILE", "AWS_DEFAULT_PROFILE"].iter().filter_map(|name| self.environment.get(name)).collect();
        let profiles = if chosen.is_empty() { vec!["default".to_owned()] } else { chosen };
        // `DEFAULT` is a part of every section.
        let names = profiles.iter().flat_map(|name| [name.clone(), format!("profile {name}"), "DEFAULT".to_owned()]);
        names.flat_map(|name| self.values(&name, key)).collect()
    }

    fn values(&self, section: &str, key: &str) -> Vec<String> {
        let keys = self.sections.iter().filter(|one| one.name == section).flat_map(|one| &one.keys);
        keys.filter(|(name, value)| name == key && !value.is_empty()).map(|(_, value)| value.clone()).collect()
    }
}

fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            let words: Vec<&str> = name.split_whitespace().map(|word| word.trim_matches(['"', '\''])).collect();
            sections.push(Section { name: words.join(" "), keys: Vec::new() });
        } else if let (Some((key, value)), Some(section)) = (line.split_once(['=', ':']), sections.last_mut()) {
            let value = value.split(" #").next().unwrap_or_default();
            section.keys.push((key.trim().to_lowercase(), value.trim().to_owned()));
        }
    }
    sections
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Variables of a test.
    impl Variables for &[(&str, &str)] {
        fn get(&self, name: &str) -> Option<String> {
            self.iter().find(|(one, _)| *one == name).map(|(_, value)| (*value).to_owned())
        }
    }

    const CONFIG: &str = "
[default]
region = eu-central-1
[profile stand-in]
region=eu-north-1
endpoint_url = http://localhost:4566  # a comment
[profile \"by service\"]
services = here
[services here]
ec2 =
  endpoint_url = http://127.0.0.1:5000
s3 =
  endpoint_url = http://127.0.0.1:9000
; endpoint_url = http://no
[profile colon]
endpoint_url: http://127.0.0.1:7000
[services other]
ec2 =
  endpoint_url = http://127.0.0.1:6000
";

    fn check(environment: &[(&str, &str)], region: Option<&str>, endpoints: &[&str]) {
        let settings =
            Settings::of(&environment, &[CONFIG.to_owned(), "[keys]\nendpoint_url=http://[::1]:1".to_owned()]);
        assert_eq!(settings.region().as_deref(), region, "{environment:?}");
        assert_eq!(settings.endpoints(), endpoints, "{environment:?}");
    }

    #[test]
    fn every_place_that_can_name_an_endpoint_is_read() {
        check(&[], Some("eu-central-1"), &[]);
        check(&[("AWS_REGION", "us-west-2")], Some("us-west-2"), &[]);
        check(&[("AWS_ENDPOINT_URL", "http://a")], Some("eu-central-1"), &["http://a"]);
        check(&[("AWS_ENDPOINT_URL_EC2", "http://b")], Some("eu-central-1"), &["http://b"]);
        check(&[("AWS_ENDPOINT_URL_SSM", "http://c")], Some("eu-central-1"), &["http://c"]);
        check(&[("AWS_PROFILE", "stand-in")], Some("eu-north-1"), &["http://localhost:4566"]);
        check(&[("AWS_DEFAULT_PROFILE", "stand-in")], Some("eu-north-1"), &["http://localhost:4566"]);
        check(&[("AWS_PROFILE", "by service")], None, &["http://127.0.0.1:5000", "http://127.0.0.1:9000"]);
        check(&[("AWS_PROFILE", "colon")], None, &["http://127.0.0.1:7000"]);
        check(&[("AWS_PROFILE", "keys")], None, &["http://[::1]:1"]);
    }
}
