//! The arguments of one marker to typed values.
//!
//! Each fault is one diagnostic at its token; the reading goes on at the next argument, so that all are found in one run.
use std::time::Duration;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lit, Meta, Token, Type};

use super::keys::{self, Codes, Key, KeyKind};
use super::{duration, list};
use crate::codes;
use crate::model::{Binding, Classifier, Construction, ErrorList, ExhaustedResult, Setting, Value};
use crate::report::{Diagnostic, Diagnostics, did_you_mean};
use crate::resolve::Marker;
use crate::source::{FileId, Span};

/// What a `retry` or `circuit_breaker` marker says.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub name: Option<(String, Span)>,
    pub settings: Vec<Setting>,
    pub lists: Vec<(&'static str, ErrorList)>,
    pub classifier: Option<Classifier>,
    pub exhausted: Option<(ExhaustedResult, Span)>,
    pub reuse: Vec<Ident>,
}

/// Reads the arguments of a marker.
pub(super) fn parse(marker: Marker, meta: &Meta, file: FileId, diagnostics: &mut Diagnostics) -> Arguments {
    let mut reader = Reader {
        marker,
        codes: keys::codes_of(marker),
        file,
        diagnostics,
        seen: Vec::new(),
        arguments: Arguments::default(),
    };
    match meta {
        Meta::Path(_) => {}
        Meta::List(list) => {
            let result = list.parse_args_with(|input: ParseStream<'_>| {
                reader.arguments(input);
                Ok(())
            });
            if let Err(error) = result {
                reader.syntax(&error);
            }
        }
        Meta::NameValue(pair) => {
            let error = syn::Error::new(pair.eq_token.span(), "expected arguments in parentheses");
            reader.syntax(&error);
        }
    }
    reader.finish()
}

struct Reader<'a> {
    marker: Marker,
    codes: Codes,
    file: FileId,
    diagnostics: &'a mut Diagnostics,
    seen: Vec<(&'static str, Span)>,
    arguments: Arguments,
}

impl Reader<'_> {
    fn arguments(&mut self, input: ParseStream<'_>) {
        while !input.is_empty() {
            if let Err(error) = self.argument(input) {
                self.syntax(&error);
                skip_to_comma(input);
            } else if !input.is_empty() && !input.peek(Token![,]) {
                self.syntax(&input.error("expected `,` and the next argument"));
                skip_to_comma(input);
            }
            let _ = input.parse::<Token![,]>();
        }
    }

    fn argument(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let name = input.call(Ident::parse_any)?;
        let Some(key) = keys::of(self.marker).iter().find(|key| name.unraw() == key.name) else {
            self.unknown_key(&name);
            skip_to_comma(input);
            return Ok(());
        };
        let place = self.span(&name);
        if let Some((_, first)) = self.seen.iter().find(|(seen, _)| *seen == key.name) {
            let title = format!("`{}` is written twice", key.name);
            let note = format!("the first one is in line {}, column {}", first.start.line, first.start.column);
            self.push(Diagnostic::new(self.codes.repeated_key, place, title).label("again here").note(note));
            skip_to_comma(input);
            return Ok(());
        }
        self.seen.push((key.name, place));
        if key.kind == KeyKind::Reuse {
            let names;
            syn::parenthesized!(names in input);
            let names = names.parse_terminated(Ident::parse, Token![,])?;
            self.arguments.reuse = names.into_iter().collect();
            return Ok(());
        }
        if !input.peek(Token![=]) {
            let title = format!("`{}` has no value", key.name);
            let diagnostic = Diagnostic::new(self.codes.wrong_kind, place, title);
            self.push(diagnostic.label(format!("expected `{} = ` and {}", key.name, key.kind.expected())));
            skip_to_comma(input);
            return Ok(());
        }
        input.parse::<Token![=]>()?;
        self.value(key, place, input)
    }

    fn value(&mut self, key: &'static Key, place: Span, input: ParseStream<'_>) -> syn::Result<()> {
        if input.is_empty() || input.peek(Token![,]) {
            let code = if key.kind == KeyKind::Classifier { codes::CLASSIFIER_NOT_A_PATH } else { self.codes.wrong_kind };
            let title = format!("`{}` has no value", key.name);
            self.push(Diagnostic::new(code, place, title).label(format!("expected {}", key.kind.expected())));
            return Ok(());
        }
        match key.kind {
            KeyKind::List => self.list(key, input),
            KeyKind::Classifier => self.classifier(input),
            KeyKind::Exhausted => self.exhausted(key, input),
            _ => self.literal(key, input),
        }
    }

    fn list(&mut self, key: &'static Key, input: ParseStream<'_>) -> syn::Result<()> {
        match list::parse(input, self.file, self.diagnostics) {
            Ok(list) => {
                let faulty = list.is_none();
                self.arguments.lists.extend(list.map(|list| (key.name, list)));
                if faulty {
                    skip_to_comma(input);
                }
            }
            Err(error) => {
                let title = format!("`{}` is not a list of errors", key.name);
                let diagnostic = Diagnostic::new(codes::LIST_SYNTAX, self.error_span(&error), title);
                self.push(diagnostic.label(error.to_string()).help(format!("write {}", key.kind.expected())));
                skip_to_comma(input);
            }
        }
        Ok(())
    }

    fn classifier(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let ahead = input.fork();
        let tokens = tokens_to_comma(&input.fork());
        let found = match ahead.call(Type::without_plus) {
            Ok(ty) if ahead.is_empty() || ahead.peek(Token![,]) => Some(ty),
            _ => None,
        };
        let span = Span::from_tokens(self.file, tokens.span());
        match found {
            Some(Type::Path(ty)) if ty.qself.is_none() && is_plain(&ty.path) => {
                input.advance_to(&ahead);
                let identity = ty.path.to_token_stream().to_string();
                let (construction, binding) = (Construction::Unknown, Binding::Unknown);
                self.arguments.classifier = Some(Classifier { path: ty.path, construction, binding, identity, span });
                return Ok(());
            }
            Some(Type::TraitObject(_)) => self.not_concrete("a trait object", span),
            Some(Type::ImplTrait(_)) => self.not_concrete("an `impl` type", span),
            found => self.not_a_path(found, &tokens, span),
        }
        match found_type(&ahead) {
            true => input.advance_to(&ahead),
            false => skip_to_comma(input),
        }
        Ok(())
    }

    fn not_concrete(&mut self, what: &str, span: Span) {
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_NOT_CONCRETE, span, format!("{what} cannot be a classifier"));
        self.push(
            diagnostic
                .label("not a concrete type")
                .note("the wrapper makes one value of the classifier's type for each method")
                .help("name a struct that implements `r4c::Classifier`"),
        );
    }

    fn not_a_path(&mut self, found: Option<Type>, tokens: &TokenStream, span: Span) {
        let title = "the classifier is not the path of a type";
        let diagnostic = Diagnostic::new(codes::CLASSIFIER_NOT_A_PATH, span, title);
        let text = tokens.to_string();
        let diagnostic = match (found, syn::parse2::<syn::LitStr>(tokens.clone())) {
            (_, Ok(string)) => diagnostic
                .label("a string names nothing that rustc could check")
                .help(format!("write `classifier = {}` without quotes", string.value())),
            (Some(_), _) => diagnostic
                .label("a type with arguments, or no type of a plain path")
                .help(format!("give it a name, `type StatusClassifier = {};`, and write that", text.replace(" :: <", "<"))),
            (None, _) => diagnostic
                .label("expected a path such as `StatusClassifier`")
                .help("a closure or function becomes a classifier in a struct that implements `r4c::Classifier`"),
        };
        self.push(diagnostic);
    }

    fn exhausted(&mut self, key: &'static Key, input: ParseStream<'_>) -> syn::Result<()> {
        let tokens = take_to_comma(input);
        let span = Span::from_tokens(self.file, tokens.span());
        let name = syn::parse2::<syn::Path>(tokens.clone()).ok();
        let name = name.and_then(|path| path.segments.last().map(|segment| segment.ident.to_string()));
        match name.as_deref() {
            Some("Return") => self.arguments.exhausted = Some((ExhaustedResult::Return, span)),
            Some("Reject") => self.arguments.exhausted = Some((ExhaustedResult::Reject, span)),
            _ => {
                let similar = did_you_mean(&tokens.to_string(), ["Return", "Reject"]);
                self.wrong_kind(key, span, similar);
            }
        }
        Ok(())
    }

    fn literal(&mut self, key: &'static Key, input: ParseStream<'_>) -> syn::Result<()> {
        let tokens = take_to_comma(input);
        let span = Span::from_tokens(self.file, tokens.span());
        let (literal, negative) = match syn::parse2::<Expr>(tokens) {
            Ok(Expr::Lit(literal)) => (Some(literal.lit), false),
            Ok(Expr::Unary(unary)) if matches!(unary.op, syn::UnOp::Neg(_)) => match *unary.expr {
                Expr::Lit(literal) => (Some(literal.lit), true),
                _ => (None, true),
            },
            _ => (None, false),
        };
        let Some(literal) = literal else {
            let help = "the generator reads markers before rustc does: it takes literals only";
            self.wrong_kind(key, span, Some(help.to_owned()));
            return Ok(());
        };
        if let (KeyKind::Name, Lit::Str(text)) = (key.kind, &literal) {
            self.name(key, text, span);
        } else if let Some(value) = self.typed(key, &literal, negative, span) {
            self.arguments.settings.push(Setting { key: key.name, value, span });
        }
        Ok(())
    }

    fn name(&mut self, key: &'static Key, text: &syn::LitStr, span: Span) {
        let name = text.value();
        if name.trim().is_empty() || name.trim() != name || name.chars().any(char::is_control) {
            let title = "a name must not be empty, nor begin or end with a space";
            self.push(Diagnostic::new(self.codes.out_of_range, span, title).label(format!("expected {}", key.kind.expected())));
        } else {
            self.arguments.name = Some((name, span));
        }
    }

    fn typed(&mut self, key: &'static Key, literal: &Lit, negative: bool, span: Span) -> Option<Value> {
        match (key.kind, literal) {
            (KeyKind::Count, Lit::Int(number)) => self.count(key, number, negative, span).map(Value::Count),
            (KeyKind::Window, Lit::Int(number)) => self.count(key, number, negative, span).map(Value::CallWindow),
            (KeyKind::Percent, _) => {
                let number = self.number(key, literal, negative, span)?;
                self.in_range(key, span, number > 0.0 && number <= 100.0, Value::Percent(number))
            }
            (KeyKind::Factor, _) => {
                let number = self.number(key, literal, negative, span)?;
                self.in_range(key, span, number >= 1.0, Value::Factor(number))
            }
            (KeyKind::Fraction, _) => {
                let number = self.number(key, literal, negative, span)?;
                self.in_range(key, span, (0.0..=1.0).contains(&number), Value::Factor(number))
            }
            (KeyKind::Duration, Lit::Str(text)) => self.duration(key, text, span).map(Value::Duration),
            (KeyKind::Limit, Lit::Str(text)) => {
                let limit = self.duration(key, text, span)?;
                self.in_range(key, span, limit > Duration::ZERO, Value::Duration(limit))
            }
            (KeyKind::Window, Lit::Str(text)) => {
                let window = self.duration(key, text, span)?;
                let whole = window >= Duration::from_secs(1) && window.subsec_nanos() == 0;
                self.in_range(key, span, whole, Value::TimeWindow(window))
            }
            (KeyKind::Duration | KeyKind::Limit, Lit::Int(_) | Lit::Float(_)) => {
                let title = format!("`{}` has no unit", key.name);
                let text = literal.to_token_stream().to_string();
                let help = format!("write `{} = \"{text}ms\"` or `{} = \"{text}s\"`", key.name, key.name);
                self.push(Diagnostic::new(self.codes.duration, span, title).label("milliseconds? seconds?").help(help));
                None
            }
            (KeyKind::Flag, Lit::Bool(flag)) => Some(Value::Flag(flag.value)),
            _ => {
                self.wrong_kind(key, span, None);
                None
            }
        }
    }

    fn count(&mut self, key: &'static Key, number: &syn::LitInt, negative: bool, span: Span) -> Option<u64> {
        let value = number.base10_parse::<u64>().unwrap_or(u64::MAX);
        let fits = !negative && value >= 1 && value <= u64::from(u32::MAX);
        if fits { Some(value) } else { self.out_of_range(key, span) }
    }

    fn number(&mut self, key: &'static Key, literal: &Lit, negative: bool, span: Span) -> Option<f64> {
        let value = match literal {
            Lit::Int(number) => number.base10_parse::<f64>().ok(),
            Lit::Float(number) => number.base10_parse::<f64>().ok(),
            _ => None,
        };
        match value.filter(|value| value.is_finite()) {
            Some(value) if negative => Some(-value),
            Some(value) => Some(value),
            None => {
                self.wrong_kind(key, span, None);
                None
            }
        }
    }

    fn duration(&mut self, key: &'static Key, text: &syn::LitStr, span: Span) -> Option<Duration> {
        match duration::parse(&text.value()) {
            Ok(duration) => Some(duration),
            Err(reason) => {
                let title = format!("`{}` is not a duration", key.name);
                let expected = format!("write {}", key.kind.expected());
                self.push(Diagnostic::new(self.codes.duration, span, title).label(reason).help(expected));
                None
            }
        }
    }

    fn in_range(&mut self, key: &'static Key, span: Span, fits: bool, value: Value) -> Option<Value> {
        if fits { Some(value) } else { self.out_of_range(key, span) }
    }

    fn out_of_range<T>(&mut self, key: &'static Key, span: Span) -> Option<T> {
        let title = format!("`{}` is out of range", key.name);
        let diagnostic = Diagnostic::new(self.codes.out_of_range, span, title);
        self.push(with_default(diagnostic.label(format!("expected {}", key.kind.expected())), key));
        None
    }

    fn wrong_kind(&mut self, key: &'static Key, span: Span, help: Option<String>) {
        let title = format!("`{}` has a value of the wrong kind", key.name);
        let diagnostic = Diagnostic::new(self.codes.wrong_kind, span, title);
        self.push(with_default(diagnostic.label(format!("expected {}", key.kind.expected())), key).maybe_help(help));
    }

    fn unknown_key(&mut self, name: &Ident) {
        let known: Vec<_> = keys::of(self.marker).iter().map(|key| key.name).collect();
        let text = name.unraw().to_string();
        let title = format!("`{}` has no argument `{text}`", self.marker.name());
        let diagnostic = Diagnostic::new(self.codes.unknown_key, self.span(name), title).label("unknown");
        let similar = did_you_mean(&text, known.iter().copied());
        self.push(match similar {
            Some(similar) => diagnostic.help(similar),
            None => diagnostic.note(format!("it has: {}", known.join(", "))),
        });
    }

    fn syntax(&mut self, error: &syn::Error) {
        let title = format!("the arguments of `{}` cannot be read", self.marker.name());
        let diagnostic = Diagnostic::new(self.codes.syntax, self.error_span(error), title);
        self.push(diagnostic.label(error.to_string()));
    }

    fn finish(self) -> Arguments {
        let mut arguments = self.arguments;
        let table = keys::of(self.marker);
        arguments.settings.sort_by_key(|setting| table.iter().position(|key| key.name == setting.key));
        let tried = self.seen.iter().any(|(name, _)| *name == "classifier");
        if tried && arguments.classifier.is_none() {
            arguments.exhausted = None; // one fault, one report
        }
        arguments
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn span(&self, node: &impl Spanned) -> Span {
        Span::of(self.file, node)
    }

    fn error_span(&self, error: &syn::Error) -> Span {
        Span::from_tokens(self.file, error.span())
    }
}

fn with_default(diagnostic: Diagnostic, key: &Key) -> Diagnostic {
    match key.default {
        "" => diagnostic,
        default => diagnostic.note(format!("without this argument it is {default}")),
    }
}

/// Whether a path has no generic arguments.
fn is_plain(path: &syn::Path) -> bool {
    path.segments.iter().all(|segment| segment.arguments.is_empty())
}

fn found_type(ahead: ParseStream<'_>) -> bool {
    ahead.is_empty() || ahead.peek(Token![,])
}

fn skip_to_comma(input: ParseStream<'_>) {
    take_to_comma(input);
}

/// The tokens up to the next comma outside of delimiters.
fn take_to_comma(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        let Ok(token) = input.parse::<proc_macro2::TokenTree>() else { break };
        tokens.extend([token]);
    }
    tokens
}

fn tokens_to_comma(input: ParseStream<'_>) -> TokenStream {
    take_to_comma(input)
}
