//! The requests of a run, each written once: they are sent, and shown by `--dry-run`.
//!
//! Whatever a run makes carries its tags from the request that makes it, so that there is no moment at which it exists and
//! cannot be found.
use std::net::Ipv4Addr;
use std::path::Path;

use super::request::Request;

/// The tag that everything of every run carries, and its value.
const PROJECT: (&str, &str) = ("r4c-project", "bench");
/// The tag that tells one run from another.
const RUN: &str = "r4c-run";
/// Where AWS says which image of Amazon Linux 2023 for arm64 is the current one.
const IMAGE: &str = "/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-arm64";
/// The user of that image.
pub(super) const USER: &str = "ec2-user";

/// What is looked for and removed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope<'a> {
    /// What one run made.
    Run(&'a str),
    /// What any run made.
    Project,
}

/// What a run makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Instance,
    KeyPair,
    SecurityGroup,
}

/// How the instance is started.
#[derive(Debug)]
pub(super) struct Start<'a> {
    pub(super) image: &'a str,
    pub(super) group: &'a str,
    pub(super) user_data: &'a Path,
    pub(super) instance_type: &'a str,
    pub(super) zone: Option<&'a str>,
    pub(super) spot: bool,
}

pub(super) fn image() -> Request {
    Request::new("find the current Amazon Linux 2023 image for arm64", "ssm get-parameter", "Parameter.Value")
        .with("--name", [IMAGE])
}

pub(super) fn default_network() -> Request {
    Request::new("find the default VPC", "ec2 describe-vpcs", "Vpcs[].VpcId")
        .with("--filters", ["Name=is-default,Values=true"])
}

pub(super) fn import_key(run: &str, public_key: &Path) -> Request {
    Request::new("import the public key", "ec2 import-key-pair", "KeyName")
        .with("--key-name", [name(run)])
        .with("--public-key-material", [format!("fileb://{}", public_key.display())])
        .with("--tag-specifications", [tags("key-pair", run)])
}

pub(super) fn create_group(run: &str, network: &str) -> Request {
    Request::new("make a security group", "ec2 create-security-group", "GroupId")
        .with("--group-name", [name(run)])
        .with("--description", ["ssh to one run of cargo xtask bench"])
        .with("--vpc-id", [network])
        .with("--tag-specifications", [tags("security-group", run)])
}

pub(super) fn allow_ssh(group: &str, from: &str) -> Request {
    Request::new("let this machine in by ssh, nobody else", "ec2 authorize-security-group-ingress", "Return")
        .with("--group-id", [group])
        .with("--protocol", ["tcp"])
        .with("--port", ["22"])
        .with("--cidr", [from])
}

/// One address, as a range.
pub(super) fn alone(address: Ipv4Addr) -> String {
    format!("{address}/32")
}

/// The client token makes a repetition of the same request harmless: the command line repeats by itself what was not answered.
pub(super) fn start(run: &str, start: &Start<'_>) -> Request {
    let tagged = ["instance", "volume", "network-interface"].map(|kind| tags(kind, run));
    let mut request = Request::new("start the instance", "ec2 run-instances", "Instances[].InstanceId")
        .with("--image-id", [start.image])
        .with("--instance-type", [start.instance_type])
        .with("--count", ["1"])
        .with("--key-name", [name(run)])
        .with("--security-group-ids", [start.group])
        .with("--client-token", [name(run)])
        .with("--instance-initiated-shutdown-behavior", ["terminate"])
        .with("--metadata-options", ["HttpEndpoint=enabled,HttpTokens=required,HttpPutResponseHopLimit=1"])
        .with("--user-data", [format!("file://{}", start.user_data.display())]);
    if let Some(zone) = start.zone {
        request = request.with("--placement", [format!("AvailabilityZone={zone}")]);
    }
    if !start.spot {
        return request.with("--tag-specifications", tagged);
    }
    request
        .with(
            "--instance-market-options",
            ["MarketType=spot,SpotOptions={SpotInstanceType=one-time,InstanceInterruptionBehavior=terminate}"],
        )
        .with("--tag-specifications", tagged.into_iter().chain([tags("spot-instances-request", run)]))
}

/// The instances of a run, with all that is to be known about one.
pub(super) fn look(run: &str) -> Request {
    Request::new(
        "wait until it runs",
        "ec2 describe-instances",
        "Reservations[].Instances[].{id:InstanceId,state:State.Name,address:PublicIpAddress,why:StateReason.Message}",
    )
    .with("--filters", [Scope::Run(run).filter()])
}

pub(super) fn console(instance: &str) -> Request {
    Request::new("ask for what its console shows", "ec2 get-console-output", "Output")
        .with("--instance-id", [instance])
        .with("--latest", [""; 0])
}

pub(super) fn spot_prices(instance_type: &str) -> Request {
    Request::new(
        "ask for the current spot prices",
        "ec2 describe-spot-price-history",
        "SpotPriceHistory[].{zone:AvailabilityZone,price:SpotPrice,at:Timestamp}",
    )
    .with("--instance-types", [instance_type])
    .with("--product-descriptions", ["Linux/UNIX"])
    .with("--max-items", ["20"])
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::Instance, Self::KeyPair, Self::SecurityGroup];

    /// Those that exist. Of an instance that has ended AWS shows a trace for an hour: that is not one any more.
    pub(super) fn find(self, scope: Scope<'_>) -> Request {
        let (purpose, command, query) = match self {
            Self::Instance => (
                "look for its instances",
                "ec2 describe-instances",
                "Reservations[].Instances[].{id:InstanceId,state:State.Name,since:LaunchTime,run:Tags[?Key=='r4c-run']|[0].Value}",
            ),
            Self::KeyPair => (
                "look for its key pairs",
                "ec2 describe-key-pairs",
                "KeyPairs[].{id:KeyName,since:CreateTime,run:Tags[?Key=='r4c-run']|[0].Value}",
            ),
            Self::SecurityGroup => (
                "look for its security groups",
                "ec2 describe-security-groups",
                "SecurityGroups[].{id:GroupId,run:Tags[?Key=='r4c-run']|[0].Value}",
            ),
        };
        let alive = "Name=instance-state-name,Values=pending,running,shutting-down,stopping,stopped".to_owned();
        let filters = [scope.filter()].into_iter().chain((self == Self::Instance).then_some(alive));
        Request::new(purpose, command, query).with("--filters", filters)
    }

    pub(super) fn remove(self, id: &str) -> Request {
        let (purpose, command, option) = match self {
            Self::Instance => ("end an instance", "ec2 terminate-instances", "--instance-ids"),
            Self::KeyPair => ("delete a key pair", "ec2 delete-key-pair", "--key-name"),
            Self::SecurityGroup => ("delete a security group", "ec2 delete-security-group", "--group-id"),
        };
        Request::new(purpose, command, "").with(option, [id])
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Instance => "instance",
            Self::KeyPair => "key pair",
            Self::SecurityGroup => "security group",
        }
    }
}

impl Scope<'_> {
    fn filter(self) -> String {
        match self {
            Self::Run(run) => format!("Name=tag:{RUN},Values={run}"),
            Self::Project => format!("Name=tag:{},Values={}", PROJECT.0, PROJECT.1),
        }
    }
}

/// Of whatever a run makes.
fn name(run: &str) -> String {
    format!("r4c-bench-{run}")
}

fn tags(kind: &str, run: &str) -> String {
    let (project, bench) = PROJECT;
    format!(
        "ResourceType={kind},Tags=[{{Key=Name,Value={}}},{{Key={project},Value={bench}}},{{Key={RUN},Value={run}}}]",
        name(run)
    )
}
