//! The arguments of one marker to typed values.
//!
//! Each fault is one diagnostic at its token; the reading goes on at the next argument, so that all are found in one run.
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::spanned::Spanned;
use syn::{Ident, Meta, Token, Type};

use super::Context;
use super::keys::{self, Codes, Key, KeyKind};
use super::list;
use crate::codes;
use crate::model::{Binding, Classifier, Construction, ErrorList, ExhaustedResult, Setting};
use crate::report::{Diagnostic, Diagnostics, did_you_mean};
use crate::resolve::Marker;
use crate::source::{FileId, SourceMap, Span};

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
pub(super) fn parse(marker: Marker, meta: &Meta, context: &mut Context<'_>) -> Arguments {
    let mut reader = Reader {
        marker,
        codes: keys::codes_of(marker),
        file: context.file,
        sources: &context.names.sources.map,
        diagnostics: &mut *context.diagnostics,
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

/// Reads one marker.
pub(super) struct Reader<'a> {
    marker: Marker,
    pub(super) codes: Codes,
    pub(super) file: FileId,
    sources: &'a SourceMap,
    diagnostics: &'a mut Diagnostics,
    seen: Vec<(&'static str, Span)>,
    pub(super) arguments: Arguments,
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
        let place = input.span();
        let name =
            input.call(Ident::parse_any).map_err(|_| syn::Error::new(place, "expected the name of an argument"))?;
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
            let names = names.parse_terminated(Ident::parse_any, Token![,])?;
            self.arguments.reuse = names.into_iter().collect();
            return Ok(());
        }
        if !input.peek(Token![=]) {
            self.no_value(key, place, "expected `=` and ");
            skip_to_comma(input);
            return Ok(());
        }
        input.parse::<Token![=]>()?;
        self.value(key, place, input)
    }

    fn value(&mut self, key: &'static Key, place: Span, input: ParseStream<'_>) -> syn::Result<()> {
        if ends_argument(input) {
            self.no_value(key, place, "expected ");
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
        let found = ahead.call(Type::without_plus).ok().filter(|_| ends_argument(&ahead));
        let tokens = match &found {
            Some(ty) => ty.to_token_stream(),
            None => take_to_comma(&input.fork()),
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
        if ends_argument(&ahead) {
            input.advance_to(&ahead);
        }
        skip_to_comma(input);
        Ok(())
    }

    fn not_concrete(&mut self, what: &str, span: Span) {
        let diagnostic =
            Diagnostic::new(codes::CLASSIFIER_NOT_CONCRETE, span, format!("{what} cannot be a classifier"));
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
        let text = self.sources.text(span);
        let diagnostic = match (found, syn::parse2::<syn::LitStr>(tokens.clone())) {
            (_, Ok(string)) => diagnostic
                .label("a string names nothing that rustc could check")
                .help(format!("write `classifier = {}` without quotes", string.value())),
            (Some(_), _) => diagnostic.label("a type with arguments, or no type of a plain path").help(format!(
                "give it a name, `type StatusClassifier = {};`, and write that",
                text.replace("::<", "<")
            )),
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

    pub(super) fn out_of_range<T>(&mut self, key: &'static Key, span: Span) -> Option<T> {
        let title = format!("`{}` is out of range", key.name);
        let diagnostic = Diagnostic::new(self.codes.out_of_range, span, title);
        self.push(with_default(diagnostic.label(format!("expected {}", key.kind.expected())), key));
        None
    }

    fn no_value(&mut self, key: &'static Key, place: Span, expected: &str) {
        let code = match key.kind {
            KeyKind::Classifier => codes::CLASSIFIER_NOT_A_PATH,
            KeyKind::List => codes::LIST_SYNTAX,
            _ => self.codes.wrong_kind,
        };
        let title = format!("`{}` has no value", key.name);
        let diagnostic = Diagnostic::new(code, place, title);
        self.push(diagnostic.label(format!("{expected}{}", key.kind.expected())));
    }

    pub(super) fn wrong_kind(&mut self, key: &'static Key, span: Span, help: Option<String>) {
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

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
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

fn ends_argument(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

fn skip_to_comma(input: ParseStream<'_>) {
    take_to_comma(input);
}

/// The tokens of a value: up to the next comma, or up to the next `key =` where the comma is forgotten.
pub(super) fn take_value(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    let is_next_key = || input.peek(Ident::peek_any) && input.peek2(Token![=]);
    while !ends_argument(input) && (tokens.is_empty() || !is_next_key()) {
        let Ok(token) = input.parse::<proc_macro2::TokenTree>() else { break };
        tokens.extend([token]);
    }
    tokens
}

/// The tokens up to the next comma outside of delimiters.
fn take_to_comma(input: ParseStream<'_>) -> TokenStream {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        let Ok(token) = input.parse::<proc_macro2::TokenTree>() else {
            break;
        };
        tokens.extend([token]);
    }
    tokens
}
