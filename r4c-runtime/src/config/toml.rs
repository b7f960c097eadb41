//! `r4c.toml`: tables `[retry.orders]` and `[circuit-breaker.orders]`, without the `r4c.` of full keys.
use super::code::Code;
use super::error::{ConfigError, ConfigProblem};
use super::key::PolicyKind;
use super::origin::Origin;
use super::source::{ConfigSource, SourceReader};
use super::suggest::nearest;
use std::path::Path;
use toml::de::{DeTable, DeValue};

impl ConfigSource {
    /// Reads a document in the layout of `r4c.toml`; `name` is the file's name in messages and in the report.
    ///
    /// An instance name with `::` or a dot in it is quoted, as keys are in TOML.
    ///
    /// ```
    /// let source = r4c::config::ConfigSource::from_toml_str("r4c.toml", r#"
    ///     [retry.default]
    ///     delay = "50ms"
    ///     [circuit-breaker."OrdersApi::get"]
    ///     failure-rate-threshold = 30
    /// "#)?;
    /// # let _ = source;
    /// # Ok::<(), r4c::ConfigError>(())
    /// ```
    pub fn from_toml_str(name: &str, text: &str) -> Result<ConfigSource, ConfigError> {
        let document = DeTable::parse(text).map_err(|error| unreadable(name, error.to_string().trim_end()))?;
        let mut file = File { text, reader: SourceReader::new(name) };
        file.read_kinds(document.get_ref());
        file.reader.finish()
    }

    /// Reads a file in the layout of `r4c.toml`.
    pub fn from_toml_file(path: impl AsRef<Path>) -> Result<ConfigSource, ConfigError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(&name, &error.to_string()))?;
        ConfigSource::from_toml_str(&name, &text)
    }
}

struct File<'a> {
    text: &'a str,
    reader: SourceReader,
}

impl File<'_> {
    fn read_kinds(&mut self, document: &DeTable<'_>) {
        for (kind, value) in document {
            let written = kind.get_ref();
            match (PolicyKind::parse(written), value.get_ref()) {
                (Some(policy), DeValue::Table(instances)) => self.read_instances(policy, instances),
                (Some(policy), _) => {
                    self.malformed(kind.span().start, written, format!("`{written}` is no table"), layout(policy))
                }
                (None, _) => {
                    self.malformed(
                        kind.span().start,
                        written,
                        format!("there is no policy `{written}`"),
                        kind_help(written),
                    );
                }
            }
        }
    }

    fn read_instances(&mut self, policy: PolicyKind, instances: &DeTable<'_>) {
        for (instance, value) in instances {
            let written = instance.get_ref();
            match value.get_ref() {
                DeValue::Table(section) => self.read_section(policy, (written, instance.span().start), section),
                _ => {
                    let message = format!("`{written}` stands where the table of a {policy} was expected");
                    let key = format!("{}.{written}", policy.name());
                    self.malformed(instance.span().start, &key, message, layout(policy));
                }
            }
        }
    }

    fn read_section(&mut self, policy: PolicyKind, (instance, offset): (&str, usize), section: &DeTable<'_>) {
        if instance.is_empty() {
            let message = format!("the table of a {policy} has no name");
            return self.malformed(offset, policy.name(), message, layout(policy));
        }
        self.reader.open_section(policy, instance);
        for (key, value) in section {
            let written = key.get_ref();
            let line = self.line(key.span().start);
            if let Some(text) = scalar_text(value.get_ref()) {
                self.reader.read(policy, instance, (written, &text), Some(line));
                continue;
            }
            let message = format!("`{written}` of {policy} `{instance}` is no single value");
            let help = match value.get_ref() {
                DeValue::Table(_) => {
                    format!(
                        "an instance with a dot in its name is quoted: `[{}.\"{instance}.{written}\"]`",
                        policy.name()
                    )
                }
                _ => "write a number, true, false, or a string".to_owned(),
            };
            self.malformed(key.span().start, &format!("{}.{instance}.{written}", policy.name()), message, help);
        }
    }

    fn malformed(&mut self, offset: usize, key: &str, message: String, help: String) {
        let origin = Origin::File { file: self.reader.name(), line: Some(self.line(offset)), key: key.into() };
        self.reader.problem(ConfigProblem::new(Code::MalformedKey, message).at(origin).help(help));
    }

    fn line(&self, offset: usize) -> usize {
        1 + self.text[..offset].matches('\n').count()
    }
}

/// Numbers and flags may be written bare or as a string.
fn scalar_text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

fn kind_help(written: &str) -> String {
    if written == "r4c" {
        return "in this file tables are written without `r4c.`: `[retry.orders]`".to_owned();
    }
    match nearest(&written.replace('_', "-"), PolicyKind::ALL.map(PolicyKind::name)) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "there are `retry` and `circuit-breaker`".to_owned(),
    }
}

fn layout(policy: PolicyKind) -> String {
    format!("write a table for each instance: `[{}.orders]`", policy.name())
}

fn unreadable(file: &str, error: &str) -> ConfigError {
    ConfigProblem::new(Code::UnreadableSource, format!("{file} cannot be read: {error}")).into()
}
