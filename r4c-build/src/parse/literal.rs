//! Names, numbers, durations and flags: the arguments whose value is one literal.
use std::time::Duration;

use quote::ToTokens;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Expr, Lit};

use super::arguments::{Reader, take_value};
use super::duration;
use super::keys::{Key, KeyKind};
use crate::model::{Setting, Value};
use crate::report::Diagnostic;
use crate::source::Span;

impl Reader<'_> {
    pub(super) fn literal(&mut self, key: &'static Key, input: ParseStream<'_>) -> syn::Result<()> {
        let tokens = take_value(input);
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
            self.push(
                Diagnostic::new(self.codes.out_of_range, span, title)
                    .label(format!("expected {}", key.kind.expected())),
            );
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
}
