//! A request to AWS, as the `aws` command line takes it.
use std::fmt::{self, Display, Formatter};

/// One call of `aws`.
#[derive(Clone, Debug)]
pub(super) struct Request {
    /// What it is for, in a few words.
    pub(super) purpose: &'static str,
    words: Vec<String>,
}

impl Request {
    /// `command` is the service and the operation. What AWS answers is cut down by `query` (JMESPath).
    pub(super) fn new(purpose: &'static str, command: &str, query: &str) -> Self {
        let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        if !query.is_empty() {
            words.extend(["--query".to_owned(), query.to_owned()]);
        }
        Self { purpose, words }
    }

    /// With an option and its values.
    pub(super) fn with<Value: Into<String>>(mut self, option: &str, values: impl IntoIterator<Item = Value>) -> Self {
        self.words.push(option.to_owned());
        self.words.extend(values.into_iter().map(Into::into));
        self
    }

    /// In a region, answered in JSON.
    pub(super) fn within(&self, region: &str) -> Self {
        self.clone().with("--region", [region]).with("--output", ["json"])
    }

    /// The arguments of `aws`.
    pub(super) fn arguments(&self) -> &[String] {
        &self.words
    }

    /// `ec2 run-instances`
    pub(super) fn name(&self) -> String {
        self.words.iter().take(2).cloned().collect::<Vec<_>>().join(" ")
    }
}

/// As a shell takes it.
impl Display for Request {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("aws")?;
        self.words.iter().try_for_each(|word| write!(formatter, " {}", quoted(word)))
    }
}

/// As a shell takes it.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,@+%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_shown_as_a_shell_takes_it() {
        let request = Request::new("", "ec2 describe-vpcs", "Vpcs[].VpcId")
            .with("--filters", ["Name=is-default,Values=true", "it's"])
            .within("eu-north-1");
        assert_eq!(
            request.to_string(),
            r"aws ec2 describe-vpcs --query 'Vpcs[].VpcId' --filters Name=is-default,Values=true 'it'\''s' --region eu-north-1 --output json"
        );
        assert_eq!(request.name(), "ec2 describe-vpcs");
    }
}
