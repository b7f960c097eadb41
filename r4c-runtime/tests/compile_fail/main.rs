//! What must not compile: the errors of each file in `cases`, and no others.
//!
//! A case says in comments at its end what rustc has to report: `//~ error:` the whole message, `//~ label:` and `//~ note:` texts
//! that belong to it. Only what is ours is compared, so a new rustc that words its own part differently changes nothing;
//! but there must be no further error, so that one mistake is reported once.
//!
//! The library is compiled here by rustc alone, as it has no dependency but its markers.
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_misuse_is_reported_once_with_its_code() {
    let built = Built::new();
    let folder = Path::new(ROOT).join("tests/compile_fail/cases");
    let mut cases: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    let wrong: Vec<String> = cases.iter().filter_map(|case| built.check(case).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    println!("compile_fail: {} cases", cases.len());
    assert!(cases.len() >= 20);
}

/// One error of rustc.
#[derive(Debug, Default)]
struct Report {
    message: String,
    /// Labels, notes and help, whole.
    rest: Vec<String>,
}

/// The library, compiled.
struct Built {
    folder: PathBuf,
    library: PathBuf,
}

impl Built {
    fn new() -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compile_fail");
        fs::create_dir_all(&folder).unwrap();
        let markers = folder.join(format!("{}r4c_markers{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX));
        let library = folder.join("libr4c.rmeta");
        let root = Path::new(ROOT);
        let mut rustc = rustc("proc-macro", "r4c_markers", &root.join("markers/src/lib.rs"));
        success(rustc.args(["--extern", "proc_macro", "-o"]).arg(&markers));
        let mut rustc = self::rustc("lib", "r4c", &root.join("src/lib.rs"));
        rustc.arg("--emit=metadata").arg("--extern").arg(with_path("r4c_markers", &markers));
        success(rustc.arg("-o").arg(&library));
        Self { folder, library }
    }

    /// Compiles a case and compares.
    fn check(&self, case: &Path) -> Result<(), String> {
        let mut rustc = rustc("lib", "case", case);
        rustc.args(["--emit=metadata", "--error-format=json"]).arg("-o").arg(self.folder.join("case.rmeta"));
        rustc.arg("--extern").arg(with_path("r4c", &self.library));
        // Where the library's own dependency lies.
        rustc.arg("-L").arg(with_path("dependency", &self.folder));
        let output = rustc.output().unwrap();
        let found = errors(&output);
        let expected = expected(&fs::read_to_string(case).unwrap());
        let fits = |(found, expected): (&Report, &Report)| {
            let rest = |text: &String| found.rest.iter().any(|found| found == text);
            found.message == expected.message && expected.rest.iter().all(rest)
        };
        let fit = found.len() == expected.len() && found.iter().zip(&expected).all(fits);
        if fit && !found.is_empty() {
            return Ok(());
        }
        let name = case.file_name().unwrap().to_string_lossy();
        Err(format!("{name}: expected {expected:#?}\nfound {found:#?}"))
    }
}

fn rustc(kind: &str, name: &str, source: &Path) -> Command {
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", "2024", "--crate-type", kind, "--crate-name", name, "--cap-lints", "allow"]);
    command.env("CARGO_PKG_VERSION", env!("CARGO_PKG_VERSION")).arg(source);
    command
}

fn with_path(name: &str, path: &Path) -> String {
    format!("{name}={}", path.display())
}

fn success(command: &mut Command) {
    let output = command.output().expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The errors that rustc printed as JSON lines, without its closing words.
fn errors(output: &Output) -> Vec<Report> {
    let text = String::from_utf8_lossy(&output.stderr);
    let reports = text.lines().filter_map(json::parse).filter(|report| report.text("level") == "error");
    reports
        .filter(|report| !report.text("message").starts_with("aborting due to"))
        .map(|report| {
            let labels = report.list("spans").iter().map(|span| span.text("label"));
            let children = report.list("children").iter().map(|child| child.text("message"));
            let message = report.text("message");
            Report { rest: labels.chain(children).collect(), message }
        })
        .collect()
}

fn expected(source: &str) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("//~ ")) {
        match line.split_once(": ").expect("a kind and a text") {
            ("error", message) => reports.push(Report { message: message.to_owned(), rest: Vec::new() }),
            ("label" | "note", text) => reports.last_mut().unwrap().rest.push(text.to_owned()),
            (other, _) => panic!("unknown kind `{other}`"),
        }
    }
    reports
}

/// As much of JSON as rustc's reports need.
mod json {
    use std::collections::BTreeMap;

    #[derive(Debug, Clone, PartialEq)]
    pub(super) enum Json {
        Text(String),
        List(Vec<Json>),
        Object(BTreeMap<String, Json>),
        /// A number, `true`, `false`, `null`.
        Word,
    }

    impl Json {
        pub(super) fn text(&self, key: &str) -> String {
            match self.get(key) {
                Some(Json::Text(text)) => text.clone(),
                _ => String::new(),
            }
        }
        pub(super) fn list(&self, key: &str) -> &[Json] {
            match self.get(key) {
                Some(Json::List(list)) => list,
                _ => &[],
            }
        }
        fn get(&self, key: &str) -> Option<&Json> {
            match self {
                Json::Object(entries) => entries.get(key),
                _ => None,
            }
        }
    }

    pub(super) fn parse(line: &str) -> Option<Json> {
        let mut characters = line.chars().peekable();
        (characters.peek() == Some(&'{')).then(|| value(&mut characters))?
    }

    type Characters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

    fn value(characters: &mut Characters<'_>) -> Option<Json> {
        match characters.peek()? {
            '"' => text(characters).map(Json::Text),
            '[' => items(characters, ']', value).map(Json::List),
            '{' => {
                let entry = |characters: &mut Characters<'_>| {
                    let key = text(characters)?;
                    characters.next_if_eq(&':')?;
                    Some((key, value(characters)?))
                };
                items(characters, '}', entry).map(|entries| Json::Object(entries.into_iter().collect()))
            }
            _ => {
                while characters.next_if(|c| !matches!(c, ',' | ']' | '}')).is_some() {}
                Some(Json::Word)
            }
        }
    }

    fn items<T>(
        characters: &mut Characters<'_>,
        end: char,
        item: impl Fn(&mut Characters<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        characters.next();
        let mut items = Vec::new();
        while characters.next_if_eq(&end).is_none() {
            items.push(item(characters)?);
            characters.next_if_eq(&',');
        }
        Some(items)
    }

    fn text(characters: &mut Characters<'_>) -> Option<String> {
        characters.next_if_eq(&'"')?;
        let mut text = String::new();
        loop {
            match characters.next()? {
                '"' => return Some(text),
                '\\' => match characters.next()? {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'u' => {
                        let digits: String = characters.by_ref().take(4).collect();
                        text.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                    }
                    other => text.push(other),
                },
                other => text.push(other),
            }
        }
    }
}
