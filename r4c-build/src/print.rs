//! Items to text: ordinary, formatted Rust, with the comments that a formatter of tokens would drop.
//!
//! Comments travel through the formatter as attributes of names that nothing else has: `#[__r4c_from = ".."]` becomes a
//! comment line of its own, `#[__r4c_note = ".."]` a comment at the end of the line that follows. The formatter leaves
//! the inside of macros alone, so `attempts!(..)` travels as a call.
use std::panic::catch_unwind;

use proc_macro2::TokenStream;

/// The attribute that becomes a comment line.
const FROM: &str = "__r4c_from";
/// The attribute that becomes a comment at the end of the next line.
const NOTE: &str = "__r4c_note";
/// The call that becomes `attempts!(..)`.
const ATTEMPTS: &str = "__r4c_attempts(";

/// A file: comment lines, then the items.
pub(crate) fn print(header: &[String], items: Vec<TokenStream>) -> String {
    let mut text: String = header.iter().map(|line| format!("// {line}\n")).collect();
    for item in items {
        text.push('\n');
        text.push_str(&item_text(item));
    }
    text
}

fn item_text(tokens: TokenStream) -> String {
    // What the formatter cannot do is printed as it is: it need not be pretty to be right.
    let raw = format!("{tokens}\n");
    let Ok(file) = syn::parse2::<syn::File>(tokens) else { return raw };
    match catch_unwind(|| prettyplease::unparse(&file)) {
        Ok(formatted) => with_comments(&formatted),
        Err(_) => raw,
    }
}

fn with_comments(formatted: &str) -> String {
    let mut text = String::new();
    let mut note: Option<String> = None;
    let mut before = String::new();
    for line in straightened(formatted) {
        let line = match inline_note(&line) {
            Some((found, rest)) => {
                note = Some(found);
                rest
            }
            None => line,
        };
        let indent = indentation(&line);
        let line = match (attribute(&line, FROM), attribute(&line, NOTE)) {
            (Some(place), _) => format!("{:indent$}// from {place}", ""),
            (_, Some(found)) => {
                note = Some(found);
                continue;
            }
            _ => types(&line.replace(ATTEMPTS, "attempts!(")),
        };
        let (start, ended) = (line.trim_start(), before.ends_with('}') || before.ends_with(';'));
        if (start.starts_with("// from") || start.starts_with("///")) && ended {
            text.push('\n');
        }
        text.push_str(&line);
        if !start.starts_with("#[") {
            if let Some(note) = note.take() {
                text.push_str(" // ");
                text.push_str(fitting(&note, line.len()));
            }
        }
        text.push('\n');
        before = line;
    }
    text
}

/// rustc cuts long lines when it shows them: then the place is worth more than the reason behind it.
fn fitting(note: &str, before: usize) -> &str {
    const SHOWN: usize = 140;
    match note.split_once(": ") {
        Some((place, _)) if before + note.len() > SHOWN => place,
        _ => note,
    }
}

/// The formatter breaks `name.method(..)` and `function(..).await` over many lines as if they were chains. Here they get the
/// look of a call.
fn straightened(formatted: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in formatted.lines() {
        let (start, indent) = (line.trim_start(), indentation(line));
        let before = lines.last().map_or("", |line| line.trim_start());
        let is_name =
            !before.is_empty() && before.chars().all(|character| character.is_alphanumeric() || character == '_');
        if is_name && start.starts_with('.') {
            let joined = format!("{}{start}", lines.pop().unwrap_or_default());
            lines.push(joined);
        } else if before == ")" && start.starts_with(".await") {
            let head = lines.iter().rposition(|line| indentation(line) < indent && !line.is_empty());
            outdent(&mut lines, head.map_or(0, |head| head + 1));
            if let Some(last) = lines.last_mut() {
                last.push_str(start);
            }
        } else {
            lines.push(line.to_owned());
            let opener = lines.iter().rposition(|line| indentation(line) < indent && !line.is_empty());
            let joined =
                opener.filter(|_| start.starts_with(')')).filter(|opener| is_joined_call(&lines[*opener], indent));
            if let Some(opener) = joined {
                outdent(&mut lines, opener + 1);
            }
        }
    }
    lines
}

/// Whether a line is `name.method(` whose parenthesis is closed at this indentation.
fn is_joined_call(line: &str, indent: usize) -> bool {
    let start = line.trim_start();
    let name = start.split_once('.').map_or("", |(name, _)| name);
    let is_name = !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || character == '_');
    is_name && start.ends_with('(') && indentation(line) + 4 == indent
}

/// Moves the lines from here on to the left, unless a string may go over several of them.
fn outdent(lines: &mut [String], from: usize) {
    if lines[from..].iter().any(|line| line.matches('"').count() % 2 == 1) {
        return;
    }
    for line in &mut lines[from..] {
        let cut = indentation(line).min(4);
        line.drain(..cut);
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A note in front of what is on the same line, and the line without it.
fn inline_note(line: &str) -> Option<(String, String)> {
    let start = line.find(&format!("#[{NOTE}"))?;
    let end = start + line[start..].find("\"] ")? + 2;
    let found = attribute(&line[start..end], NOTE)?;
    Some((found, format!("{}{}", &line[..start], &line[end + 1..])))
}

/// The text of an attribute line `#[name = "text"]`.
fn attribute(line: &str, name: &str) -> Option<String> {
    let literal = line.trim().strip_prefix("#[")?.strip_prefix(name)?.strip_prefix(" = ")?.strip_suffix(']')?;
    Some(syn::parse_str::<syn::LitStr>(literal).ok()?.value())
}

/// The formatter leaves the inside of a macro alone: the type in `returns!(..)` is formatted here.
fn types(line: &str) -> String {
    const START: &str = "::returns!(";
    let Some(start) = line.find(START).map(|start| start + START.len()) else { return line.to_owned() };
    let rest = &line[start..];
    let mut depth = 1;
    let end = rest.find(|character| {
        depth += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    let formatted = end.and_then(|end| Some((type_text(&rest[..end])?, &rest[end..])));
    match formatted {
        Some((ty, after)) => format!("{}{ty}{after}", &line[..start]),
        None => line.to_owned(),
    }
}

fn type_text(ty: &str) -> Option<String> {
    let ty: syn::Type = syn::parse_str(ty).ok()?;
    let file: syn::File = syn::parse_quote!(type T = #ty;);
    let text = prettyplease::unparse(&file);
    let text = text.trim().strip_prefix("type T = ")?.strip_suffix(';')?;
    (!text.contains('\n')).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn comments_stand_where_they_belong() {
        let item = quote! {
            impl A {
                #[__r4c_from = "src/a.rs:1:5"]
                fn first(&self) -> Result<u8, Error> {
                    ::r4c::returns!(Result<u8, Error>);
                    #[__r4c_note = "a note"]
                    second(&self.a);
                }
                #[__r4c_from = "src/a.rs:9:5"]
                fn third() {}
            }
        };
        let expected = "// A file.\n\nimpl A {\n    // from src/a.rs:1:5\n    fn first(&self) -> Result<u8, Error> {\n        \
                        ::r4c::returns!(Result<u8, Error>);\n        second(&self.a); // a note\n    }\n\n    \
                        // from src/a.rs:9:5\n    fn third() {}\n}\n";
        assert_eq!(print(&["A file.".to_owned()], vec![item]), expected);
    }

    #[test]
    fn a_note_that_would_be_cut_is_shortened_to_its_place() {
        let note = "`OrdersApi::get`, src/orders.rs:12:5: needs room in the error type";
        assert_eq!(fitting(note, 40), note);
        assert_eq!(fitting(note, 90), "`OrdersApi::get`, src/orders.rs:12:5");
    }

    #[test]
    fn what_cannot_be_formatted_is_printed_as_it_is() {
        assert_eq!(print(&[], vec![quote!(not an item at all)]), "\nnot an item at all\n");
    }

    #[test]
    fn calls_that_were_broken_like_chains_look_like_calls() {
        let broken = "    let a = call(\n            first,\n            second(\n                third,\n            ),\n        )\n        .await;\n";
        let expected = [
            "    let a = call(",
            "        first,",
            "        second(",
            "            third,",
            "        ),",
            "    ).await;",
        ];
        assert_eq!(straightened(broken), expected);
        let broken = "    attempt\n        .settle_each(\n            &result,\n        );\n    result\n";
        assert_eq!(straightened(broken), ["    attempt.settle_each(", "        &result,", "    );", "    result"]);
    }
}
