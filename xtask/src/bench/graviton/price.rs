//! What a run may cost.
use super::aws::Aws;
use super::plan;

/// US dollars an hour, Linux, on demand, in [`REGION`]: list prices as they were in [`DATE`].
const PRICES: &[(&str, f64)] = &[
    ("c6g.large", 0.068),
    ("c6g.xlarge", 0.136),
    ("c6g.2xlarge", 0.272),
    ("c7g.medium", 0.0363),
    ("c7g.large", 0.0725),
    ("c7g.xlarge", 0.145),
    ("c7g.2xlarge", 0.29),
    ("c7g.4xlarge", 0.58),
    ("c8g.large", 0.0798),
    ("c8g.xlarge", 0.1595),
    ("c8g.2xlarge", 0.319),
];
const REGION: &str = "us-east-1";
const DATE: &str = "September 2026";
/// US dollars an hour for what an instance has besides: a public IPv4 address, and a disk of 8 GB.
const BESIDES: f64 = 0.005 + 0.001;
const CURRENT: &str = "https://aws.amazon.com/ec2/pricing/on-demand/";

/// At most, if the instance lives until its deadline.
pub(super) fn estimate(instance_type: &str, minutes: u32) -> String {
    let hours = f64::from(minutes) / 60.0;
    match PRICES.iter().find(|(name, _)| *name == instance_type) {
        Some((_, hourly)) => format!(
            "At most ${:.2}, if it lives until its deadline of {minutes} minutes: ${hourly} an hour for {instance_type} on \
             demand in {REGION}, as of {DATE}, and ${BESIDES:.3} for its address and its disk. Other regions \
             differ: {CURRENT} has the current prices.",
            (hourly + BESIDES) * hours
        ),
        None => format!("The price of {instance_type} is not known here: see {CURRENT}."),
    }
}

/// What a spot machine costs now, if AWS can be asked.
pub(super) fn spot(aws: Option<&Aws>, instance_type: &str, minutes: u32) -> String {
    let Some(aws) = aws else { return "The spot price cannot be asked for here; it is below that.".to_owned() };
    let prices = match aws.ask_list(&plan::spot_prices(instance_type)) {
        Ok(prices) => prices,
        Err(failure) => return format!("The spot price is below that; it could not be asked for: {failure}"),
    };
    let price = |value: &serde_json::Value| value["price"].as_str()?.parse::<f64>().ok();
    let cheapest =
        prices.iter().filter_map(|one| Some((price(one)?, one))).min_by(|one, other| one.0.total_cmp(&other.0));
    let Some((hourly, one)) = cheapest else { return format!("{} has no spot price for {instance_type}.", aws.region) };
    format!(
        "As a spot machine at most ${:.2}: ${hourly} an hour in {} at {}.",
        (hourly + BESIDES) * f64::from(minutes) / 60.0,
        one["zone"].as_str().unwrap_or(&aws.region),
        one["at"].as_str().unwrap_or("an unknown time"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_is_for_the_whole_time_until_the_deadline() {
        assert!(estimate("c7g.xlarge", 60).starts_with("At most $0.15,"), "{}", estimate("c7g.xlarge", 60));
        assert!(estimate("c7g.xlarge", 600).starts_with("At most $1.51,"));
        assert!(estimate("x1.huge", 60).contains("not known"));
    }
}
