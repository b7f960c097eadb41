//! A request that failed, and what a person can do about it.
use std::error::Error;
use std::fmt::{self, Display, Formatter};

use super::request::Request;

/// A request that failed.
#[derive(Debug)]
pub(super) struct Failure {
    /// `ec2 run-instances`
    request: String,
    /// AWS's own word for it; `None` if AWS did not answer, or nothing was sent.
    pub(super) code: Option<String>,
    said: String,
}

/// What is known about it, by AWS's code or by words of the command line.
#[rustfmt::skip]
const ADVICE: &[(&[&str], &str)] = &[
    (&["Unable to locate credentials", "NoCredentials", "Partial credentials"],
     "there are no credentials: run `aws configure` or `aws sso login`, or set AWS_PROFILE to a profile that has some"),
    (&["ExpiredToken", "RequestExpired", "Token has expired", "session associated with this profile has expired", "Error loading SSO Token", "TokenRefreshRequired"],
     "the credentials have expired: renew them (`aws sso login`, or however you got them)"),
    (&["AuthFailure", "InvalidClientTokenId", "UnrecognizedClientException", "SignatureDoesNotMatch", "InvalidAccessKeyId", "OptInRequired"],
     "AWS does not accept the credentials in this region: look at `aws sts get-caller-identity`, at this machine's clock, and whether the region is enabled for the account"),
    (&["could not be found", "ProfileNotFound"],
     "the profile does not exist: look at `aws configure list-profiles`, then set AWS_PROFILE"),
    (&["must specify a region", "NoRegion"],
     "no region is chosen: give `--region`"),
    (&["VcpuLimitExceeded"],
     "the account's quota of vCPUs is used up: ask for more (Service Quotas, EC2, \"Running On-Demand Standard instances\", L-1216C47A), end other instances, or try `--spot`, which has a quota of its own"),
    (&["MaxSpotInstanceCountExceeded", "SpotInstanceCountExceeded"],
     "the account's quota of spot vCPUs is used up: ask for more (Service Quotas, EC2, \"All Standard Spot Instance Requests\", L-34B43A08), or leave out `--spot`"),
    (&["InstanceLimitExceeded"],
     "the account may not have more instances of this kind: ask for more in Service Quotas, or end others"),
    (&["InsufficientInstanceCapacity", "InsufficientHostCapacity", "InsufficientCapacity", "SpotMaxPriceTooLow"],
     "AWS has no such machine free there now: try again later, or another `--zone`, `--region` or `--instance-type`"),
    (&["Unsupported", "InvalidInstanceType"],
     "this kind of instance is not to be had there: try another `--zone` or `--region` (`aws ec2 describe-instance-type-offerings --location-type availability-zone` says where)"),
    (&["InvalidParameterValue", "InvalidParameterCombination"],
     "look at `--instance-type` (an arm64 one, such as c7g.xlarge), `--zone` and `--region`"),
    (&["VPCIdNotSpecified", "DefaultVpcDoesNotExist", "DefaultSubnetDoesNotExist", "MissingInput"],
     "there is no default VPC, or no default subnet in the zone: `aws ec2 create-default-vpc` makes one"),
    (&["UnauthorizedOperation", "AccessDenied", "not authorized"],
     "your user or role may not do this: the actions that are needed are those that `--dry-run` lists, by the same names (ec2:RunInstances, ec2:CreateTags, ssm:GetParameter, ..)"),
    (&["ParameterNotFound"],
     "the region has no such image: try another `--region`"),
    (&["RequestLimitExceeded", "Throttling", "ServiceUnavailable", "InternalError", "InternalFailure", "Unavailable"],
     "AWS is busy: try again"),
    (&["Could not connect", "Connect timeout", "Read timeout", "Connection was closed", "Connection aborted"],
     "AWS did not answer: look at the network, at `--region`, and at AWS_ENDPOINT_URL and the proxy's settings"),
    (&["Unknown options", "Invalid choice", "unrecognized arguments"],
     "the AWS command line does not know the request: renew it"),
];

impl Failure {
    /// From what the command line said.
    pub(super) fn of(request: &Request, said: &str) -> Self {
        Self { request: request.name(), code: code(said), said: said.trim().to_owned() }
    }

    pub(super) fn not_sent(request: &Request, error: &anyhow::Error) -> Self {
        Self { request: request.name(), code: None, said: format!("{error:#}") }
    }

    /// Whether AWS answered at all.
    pub(super) fn was_answered(&self) -> bool {
        self.code.is_some()
    }

    /// Whether it is of no use to ask again.
    pub(super) fn is_lasting(&self) -> bool {
        let passing = |code: &str| {
            // It will go; AWS is busy; it is gone.
            ["DependencyViolation", "IncorrectInstanceState", "RequestLimit", "Throttling"]
                .iter()
                .any(|word| code.starts_with(word))
                || ["ServiceUnavailable", "InternalError", "InternalFailure", "Unavailable"].contains(&code)
                || code.ends_with(".NotFound")
        };
        self.code.as_deref().is_some_and(|code| !passing(code))
    }

    fn advice(&self) -> Option<&'static str> {
        let fits = |word: &str| match &self.code {
            Some(code) => code.starts_with(word),
            None => self.said.contains(word),
        };
        ADVICE.iter().find(|(words, _)| words.iter().any(|word| fits(word))).map(|(_, advice)| *advice)
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "`aws {}` failed: {}", self.request, self.said)?;
        self.advice().map_or(Ok(()), |advice| write!(formatter, "\n  {advice}"))
    }
}

impl Error for Failure {}

/// Of `An error occurred (VcpuLimitExceeded) when calling the RunInstances operation: ..`.
fn code(said: &str) -> Option<String> {
    let (code, _) = said.split_once("An error occurred (")?.1.split_once(')')?;
    Some(code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, code: Option<&str>, advice: Option<&str>) {
        let failure = Failure::of(&Request::new("", "ec2 run-instances", ""), said);
        assert_eq!(failure.code.as_deref(), code, "{said}");
        let shown = failure.to_string();
        assert!(shown.contains(said.trim()) && shown.contains("aws ec2 run-instances"), "{shown}");
        assert_eq!(failure.advice().is_some(), advice.is_some(), "{shown}");
        assert!(advice.is_none_or(|advice| shown.contains(advice)), "{shown}");
    }

    fn refused(code: &str, advice: Option<&str>) {
        let said =
            format!("\nAn error occurred ({code}) when calling the RunInstances operation: some (long) reason\n");
        check(&said, Some(code), advice);
        check(&said.replace("\nAn", "aws: [ERROR]: An"), Some(code), advice);
    }

    #[test]
    fn a_failure_says_what_to_do() {
        check(
            "Unable to locate credentials. You can configure credentials by running \"aws configure\".",
            None,
            Some("aws configure"),
        );
        check(
            "Error when retrieving token from sso: Token has expired and refresh failed",
            None,
            Some("aws sso login"),
        );
        check("The config profile (x) could not be found", None, Some("list-profiles"));
        check("Could not connect to the endpoint URL: \"https://ec2.moon-1.amazonaws.com/\"", None, Some("--region"));
        check("Connection was closed before we received a valid response from endpoint URL", None, Some("network"));
        refused("ExpiredToken", Some("have expired"));
        refused("ExpiredTokenException", Some("have expired"));
        refused("RequestExpired", Some("have expired"));
        refused("AuthFailure", Some("clock"));
        refused("VcpuLimitExceeded", Some("L-1216C47A"));
        refused("MaxSpotInstanceCountExceeded", Some("L-34B43A08"));
        refused("InsufficientInstanceCapacity", Some("--zone"));
        refused("Unsupported", Some("describe-instance-type-offerings"));
        refused("VPCIdNotSpecified", Some("create-default-vpc"));
        refused("UnauthorizedOperation", Some("--dry-run"));
        refused("AccessDeniedException", Some("--dry-run"));
        refused("RequestLimitExceeded", Some("try again"));
        refused("SomethingNew", None);
        check("something else", None, None);
    }

    #[test]
    fn what_passes_is_not_a_lasting_refusal() {
        let check = |code: &str| {
            Failure::of(&Request::new("", "x y", ""), &format!("An error occurred ({code}) when")).is_lasting()
        };
        assert!(!check("DependencyViolation") && !check("InvalidGroup.NotFound") && !check("RequestLimitExceeded"));
        assert!(check("UnauthorizedOperation") && check("InvalidParameterValue"));
        assert!(!Failure::of(&Request::new("", "x y", ""), "Could not connect").is_lasting());
    }
}
