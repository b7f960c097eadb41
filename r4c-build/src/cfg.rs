//! `#[cfg]` in three values: what holds, what does not, what cannot be known.
//!
//! A build script sees the target, the features and the `--cfg` flags. It does not see `test`, `doc`, or what a build
//! script itself adds by `rustc-cfg`, and one run serves all targets of the package. So the answer is used only to find
//! files and to choose between definitions; the attributes themselves are copied to the output, where rustc decides.
use std::collections::{BTreeMap, BTreeSet};

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// The answer to a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Truth {
    /// It does not hold.
    No,
    /// It cannot be known here.
    Maybe,
    /// It holds.
    Yes,
}

/// What is known about the build.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cfg {
    values: BTreeMap<String, BTreeSet<String>>,
}

/// The predicates that rustc sets by itself for a target: absent means no. `debug_assertions` is not among them: Cargo
/// does not always tell.
const TARGET_NAMES: [&str; 13] = [
    "unix",
    "windows",
    "feature",
    "panic",
    "target_abi",
    "target_arch",
    "target_endian",
    "target_env",
    "target_family",
    "target_feature",
    "target_os",
    "target_pointer_width",
    "target_vendor",
];

impl Cfg {
    /// From variables such as `("CARGO_CFG_TARGET_OS", "linux")`; others are left out.
    pub(crate) fn new(variables: impl IntoIterator<Item = (String, String)>) -> Cfg {
        let mut values = BTreeMap::new();
        for (name, value) in variables {
            if let Some(name) = name.strip_prefix("CARGO_CFG_") {
                let parts = value.split(',').filter(|part| !part.is_empty());
                values.insert(name.to_lowercase(), parts.map(str::to_owned).collect());
            }
        }
        Cfg { values }
    }

    /// Whether all `#[cfg]`s among these attributes hold.
    pub(crate) fn attributes(&self, attributes: &[Attribute]) -> Truth {
        all(predicates(attributes).iter().map(|predicate| self.text(predicate)))
    }

    /// Whether all of these predicates hold.
    pub(crate) fn all(&self, predicates: &[String]) -> Truth {
        all(predicates.iter().map(|predicate| self.text(predicate)))
    }

    /// Whether a predicate in its own syntax holds.
    pub(crate) fn text(&self, predicate: &str) -> Truth {
        match predicate {
            "true" => Truth::Yes,
            "false" => Truth::No,
            _ => syn::parse_str::<Meta>(predicate).map_or(Truth::Maybe, |meta| self.meta(&meta)),
        }
    }

    fn meta(&self, meta: &Meta) -> Truth {
        match meta {
            Meta::Path(path) => self.name(&path_text(path)),
            Meta::NameValue(pair) => match &pair.value {
                Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) => self.value(&path_text(&pair.path), &value.value()),
                _ => Truth::Maybe,
            },
            Meta::List(list) => {
                let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
                let Ok(arguments) = list.parse_args_with(parser) else {
                    return Truth::Maybe;
                };
                let answers = arguments.iter().map(|argument| self.meta(argument));
                match path_text(&list.path).as_str() {
                    "all" => all(answers),
                    "any" => not(all(answers.map(not))),
                    "not" => not(all(answers)),
                    _ => Truth::Maybe,
                }
            }
        }
    }

    fn name(&self, name: &str) -> Truth {
        match self.values.contains_key(name) {
            true => Truth::Yes,
            false => self.absent(name),
        }
    }

    fn value(&self, name: &str, value: &str) -> Truth {
        match self.values.get(name).is_some_and(|values| values.contains(value)) {
            true => Truth::Yes,
            false => self.absent(name),
        }
    }

    fn absent(&self, name: &str) -> Truth {
        match TARGET_NAMES.contains(&name) && self.values.contains_key("target_os") {
            true => Truth::No,
            false => Truth::Maybe,
        }
    }
}

/// The predicates of the `#[cfg(..)]`s among these attributes, as text.
pub(crate) fn predicates(attributes: &[Attribute]) -> Vec<String> {
    let list = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.to_string()),
        _ => None,
    };
    attributes.iter().filter_map(list).collect()
}

/// Attributes with each `cfg_attr(predicate, a, b)` taken apart: the predicates under which an attribute stands, and
/// the attribute's content.
pub(crate) fn flatten(attributes: &[Attribute]) -> Vec<(Vec<String>, Meta)> {
    attributes.iter().flat_map(|attribute| flatten_meta(&attribute.meta)).collect()
}

/// The same for one attribute.
pub(crate) fn flatten_meta(meta: &Meta) -> Vec<(Vec<String>, Meta)> {
    let mut flat = Vec::new();
    flatten_into(meta, &mut Vec::new(), &mut flat);
    flat
}

fn flatten_into(meta: &Meta, under: &mut Vec<String>, flat: &mut Vec<(Vec<String>, Meta)>) {
    let parts = match meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        }
        _ => return flat.push((under.clone(), meta.clone())),
    };
    let Ok(parts) = parts else { return };
    let mut parts = parts.iter();
    let Some(predicate) = parts.next() else {
        return;
    };
    under.push(quote::ToTokens::to_token_stream(predicate).to_string());
    parts.for_each(|part| flatten_into(part, under, flat));
    under.pop();
}

/// Whether all answers are yes.
pub(crate) fn all(answers: impl IntoIterator<Item = Truth>) -> Truth {
    answers.into_iter().fold(Truth::Yes, |sum, answer| match (sum, answer) {
        (Truth::No, _) | (_, Truth::No) => Truth::No,
        (Truth::Maybe, _) | (_, Truth::Maybe) => Truth::Maybe,
        _ => Truth::Yes,
    })
}

fn not(truth: Truth) -> Truth {
    match truth {
        Truth::No => Truth::Yes,
        Truth::Maybe => Truth::Maybe,
        Truth::Yes => Truth::No,
    }
}

fn path_text(path: &syn::Path) -> String {
    path.get_ident().map(ToString::to_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_predicate_holds_or_not_or_cannot_be_known() {
        let variables = [
            ("CARGO_CFG_UNIX", ""),
            ("CARGO_CFG_TARGET_OS", "linux"),
            ("CARGO_CFG_FEATURE", "default,net-client"),
            ("CARGO_CFG_COLOR", "red,blue"),
        ];
        let cfg = Cfg::new(variables.map(|(name, value)| (name.to_owned(), value.to_owned())));
        for (predicate, expected) in [
            ("unix", Truth::Yes),
            ("windows", Truth::No),
            ("test", Truth::Maybe),
            ("not(test)", Truth::Maybe),
            ("true", Truth::Yes),
            ("false", Truth::No),
            ("all()", Truth::Yes),
            ("any()", Truth::No),
            ("feature = \"net-client\"", Truth::Yes),
            ("feature = \"other\"", Truth::No),
            ("color = \"blue\"", Truth::Yes),
            ("color = \"green\"", Truth::Maybe),
            ("target_os = \"macos\"", Truth::No),
            ("any(test, unix)", Truth::Yes),
            ("any(test, windows)", Truth::Maybe),
            ("all(test, windows)", Truth::No),
            ("not(any(windows, target_os = \"macos\"))", Truth::Yes),
            ("version(\"1.80\")", Truth::Maybe),
        ] {
            assert_eq!(cfg.text(predicate), expected, "{predicate}");
        }
    }

    #[test]
    fn outside_of_a_build_script_nothing_is_known() {
        assert_eq!(Cfg::default().text("unix"), Truth::Maybe);
        assert_eq!(Cfg::default().text("feature = \"a\""), Truth::Maybe);
    }
}
