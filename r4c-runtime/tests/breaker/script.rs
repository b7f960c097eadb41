//! The little language of the table: outcomes, steps, durations.
use std::time::Duration;

/// One step, without its snapshot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// Whole calls, one after the other.
    Calls { outcome: char, took: Duration, times: u32 },
    /// A permit is asked for, granted and held under a name.
    Hold(String),
    /// A held permit is settled.
    Settle { name: String, outcome: char },
    /// A call is refused; where given, with this `retry_after`.
    Refused(Option<Duration>),
    /// So many threads ask at once, and so many are let through.
    Race { threads: usize, granted: usize },
    /// The clock moves.
    Advance(Duration),
    /// Control by hand.
    Manual { command: String, legal: bool },
    /// Nothing happens.
    Look,
}

/// `ACTION` or `ACTION => SNAPSHOT`.
pub(crate) fn step(text: &str) -> (Action, Option<&str>) {
    match text.split_once("=>") {
        Some((action, snapshot)) => (action_of(action.trim()), Some(snapshot.trim())),
        None => (action_of(text.trim()), None),
    }
}

fn action_of(text: &str) -> Action {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["A", name] => Action::Hold(name.to_owned()),
        ["race", threads, granted] => {
            Action::Race { threads: threads.parse().unwrap(), granted: granted.parse().unwrap() }
        }
        ["look"] => Action::Look,
        ["R"] => Action::Refused(None),
        [word] => one_word(word),
        _ => panic!("no such step: {text:?}"),
    }
}

fn one_word(word: &str) -> Action {
    if let Some(by) = word.strip_prefix('+') {
        return Action::Advance(duration(by));
    }
    if let Some(wait) = word.strip_prefix("R(").and_then(|rest| rest.strip_suffix(')')) {
        return Action::Refused(Some(duration(wait)));
    }
    if let Some((name, outcome)) = word.split_once('.') {
        return Action::Settle { name: name.to_owned(), outcome: letter(outcome) };
    }
    if word.starts_with(|first: char| first.is_ascii_lowercase()) {
        let command = word.strip_suffix('!').unwrap_or(word);
        return Action::Manual { command: command.to_owned(), legal: command == word };
    }
    let (call, times) = word.split_once('*').map_or((word, 1), |(call, times)| (call, times.parse().unwrap()));
    let (outcome, took) = call.split_once('@').map_or((call, Duration::ZERO), |(call, took)| (call, duration(took)));
    Action::Calls { outcome: letter(outcome), took, times }
}

fn letter(text: &str) -> char {
    let mut letters = text.chars();
    let first = letters.next().filter(char::is_ascii_uppercase).unwrap_or_else(|| panic!("no outcome: {text:?}"));
    assert!(letters.as_str().is_empty(), "no outcome: {text:?}");
    first
}

/// `300ms`, `5s`.
pub(crate) fn duration(text: &str) -> Duration {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap());
    let number = number.parse().unwrap();
    match unit {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        _ => panic!("no duration: {text:?}"),
    }
}
