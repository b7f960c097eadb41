//! The page of a report in a real browser: that it fits every window, asks for nothing, complains of nothing, and can be read in light
//! and in dark.
//!
//! First the check itself is tried on pages that are broken on purpose: it must find each fault.
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::browser::{Browser, Colours};
use crate::interrupt;
use crate::report::{self, sample};

/// Windows that a page has to fit into.
const WIDTHS: [u32; 7] = [320, 360, 768, 970, 1280, 1600, 1920];

const PICTURES: [(&str, u32, Colours); 4] = [
    ("light", 1280, Colours::Light),
    ("dark", 1280, Colours::Dark),
    ("narrow", 360, Colours::Light),
    ("wide", 1920, Colours::Light),
];

pub(super) fn run() -> Result<()> {
    interrupt::catch();
    let browser = Browser::start()?;
    find_what_is_broken(&browser)?;

    let folder = report::folder().join("pictures");
    let samples = folder.join("sample");
    std::fs::create_dir_all(&samples).with_context(|| format!("cannot make {}", samples.display()))?;
    let sample = samples.join("report.html");
    std::fs::write(&sample, report::page(&sample::results(), Some(&sample::earlier())))?;
    pass(&browser, &sample)?;
    take_pictures(&browser, &sample, &samples)?;

    let last = report::folder().join("report.html");
    if last.exists() {
        pass(&browser, &last)?;
        take_pictures(&browser, &last, &folder)?;
    } else {
        println!("there is no report of a run yet: only the sample was looked at");
    }
    println!("pictures: {}", folder.display());
    Ok(())
}

fn pass(browser: &Browser, page: &Path) -> Result<()> {
    let faults = faults(browser, page)?;
    ensure!(faults.is_empty(), "{} has faults:\n  {}", page.display(), faults.join("\n  "));
    println!("{} fits, asks for nothing, complains of nothing, and can be read", page.display());
    Ok(())
}

fn take_pictures(browser: &Browser, page: &Path, folder: &Path) -> Result<()> {
    for (name, width, colours) in PICTURES {
        browser.set(width, colours)?;
        browser.open(page)?;
        browser.picture(&folder.join(format!("{name}.png")))?;
    }
    Ok(())
}

/// Everything that is wrong with a page.
fn faults(browser: &Browser, page: &Path) -> Result<Vec<String>> {
    // What earlier pages said is not this one's fault.
    browser.log("performance")?;
    browser.log("browser")?;
    let mut faults = Vec::new();
    for width in WIDTHS {
        browser.set(width, Colours::Light)?;
        browser.open(page)?;
        faults.extend(overflow(browser, width)?);
    }
    for colours in [Colours::Light, Colours::Dark] {
        browser.set(1280, colours)?;
        browser.open(page)?;
        faults.extend(unreadable(browser, colours)?);
    }
    faults.extend(requests(browser)?);
    faults.extend(complaints(browser)?);
    // A page is opened several times.
    faults.sort();
    faults.dedup();
    Ok(faults)
}

/// The page is wider than its window; with the elements that stick out.
fn overflow(browser: &Browser, width: u32) -> Result<Option<String>> {
    let found = browser.evaluate(
        "const root = document.documentElement;
         if (root.scrollWidth <= root.clientWidth) return null;
         const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > root.clientWidth + 0.5);
         return root.scrollWidth + ' px, because of ' + out.slice(0, 3).map(e => e.tagName + ' ' + e.textContent.trim().slice(0, 40)).join('; ');",
    )?;
    Ok(found.as_str().map(|found| format!("in a window of {width} px the page is wider than the window: {found}")))
}

/// The background is not what was preferred, or some text has too little contrast with what it stands on (WCAG AA: 4.5).
fn unreadable(browser: &Browser, colours: Colours) -> Result<Vec<String>> {
    let found = browser.evaluate(
        "const parts = colour => colour.match(/[\\d.]+/g).map(Number);
         const light = colour => { const [r, g, b] = parts(colour).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
           return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
         const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
           if (parts(c)[3] !== 0) return c; } return 'rgb(255, 255, 255)'; };
         const low = new Set();
         for (const e of document.querySelectorAll('body *')) {
           if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.closest('title, desc, style, script')) continue;
           const style = getComputedStyle(e), ink = e.closest('svg') ? style.fill : style.color;
           const [a, b] = [light(ink), light(ground(e))].sort((x, y) => y - x), contrast = (a + 0.05) / (b + 0.05);
           if (contrast < 4.5) low.add(e.tagName + '.' + (e.getAttribute('class') || '') + ' ' + contrast.toFixed(1)); }
         return { ground: light(ground(document.body)), low: [...low] };",
    )?;
    let ground = found["ground"].as_f64().context("the page has no background")?;
    let mut faults: Vec<String> = found["low"]
        .as_array()
        .context("the script gives a list")?
        .iter()
        .filter_map(Value::as_str)
        .map(|low| format!("in {colours:?} a text has too little contrast: {low}"))
        .collect();
    let is_right = if colours == Colours::Dark { ground < 0.05 } else { ground > 0.8 };
    if !is_right {
        faults.push(format!("in {colours:?} the background has a lightness of {ground:.2}"));
    }
    Ok(faults)
}

/// Whatever was asked for, but for local pages themselves: granted or not.
fn requests(browser: &Browser) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for entry in browser.log("performance")? {
        let entry = entry["message"].as_str().context("an entry without a message")?;
        let message = &serde_json::from_str::<Value>(entry)?["message"];
        if message["method"] != "Network.requestWillBeSent" {
            continue;
        }
        let parameters = &message["params"];
        // The browser's own first page.
        if parameters["documentURL"].as_str().is_some_and(|page| page.starts_with("chrome://")) {
            continue;
        }
        let is_the_page = parameters["type"] == "Document" && parameters["documentURL"] == parameters["request"]["url"];
        let address = parameters["request"]["url"].as_str().unwrap_or_default();
        if !(is_the_page && address.starts_with("file://")) {
            faults.push(format!("the page asks for {address}"));
        }
    }
    Ok(faults)
}

fn complaints(browser: &Browser) -> Result<Vec<String>> {
    let is_bad = |entry: &&Value| matches!(entry["level"].as_str(), Some("WARNING" | "SEVERE"));
    let entries = browser.log("browser")?;
    Ok(entries.iter().filter(is_bad).map(|entry| format!("the console says: {}", entry["message"])).collect())
}

/// The check is run on pages with one fault each, and on one without.
fn find_what_is_broken(browser: &Browser) -> Result<()> {
    let folder = tempfile::tempdir()?;
    // Nobody listens there any more: the request is refused, and counts all the same.
    let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?.local_addr()?.port();
    let good = "<style>body { background: Canvas; color: CanvasText }</style>";
    let pages = [
        ("sound", "", good, String::new()),
        ("too wide", "the page is wider than the window: 3", good, "<div style='width: 3000px'>wide</div>".to_owned()),
        (
            "a picture from this machine",
            "the page asks for http://127.0.0.1:",
            good,
            format!("<img alt='x' src='http://127.0.0.1:{closed}/x.png'>"),
        ),
        (
            "a script from outside",
            "the page asks for https://outside.invalid/x.js",
            good,
            "<script src='https://outside.invalid/x.js'></script>".to_owned(),
        ),
        (
            "a font from outside",
            "the page asks for https://outside.invalid/x.woff2",
            "<style>@font-face { font-family: f; src: url(https://outside.invalid/x.woff2) } body { background: Canvas; font-family: f }</style>",
            "text".to_owned(),
        ),
        ("an error of a script", "the console says", good, "<script>absent()</script>".to_owned()),
        ("a warning", "the console says", good, "<script>console.warn('careful')</script>".to_owned()),
        (
            "always light",
            "in Dark the background",
            "<style>body { background: white; color: black }</style>",
            String::new(),
        ),
        ("pale", "too little contrast: P", good, "<p style='color: #888'>pale</p>".to_owned()),
    ];
    for (name, expected, style, body) in pages {
        let file = folder.path().join(format!("{name}.html"));
        let scheme = "<meta name='color-scheme' content='light dark'>";
        std::fs::write(
            &file,
            format!(
                "<!DOCTYPE html><html lang='en'><meta charset='utf-8'>{scheme}{style}<title>{name}</title><body>{body}"
            ),
        )?;
        let faults = faults(browser, &file)?;
        match expected {
            "" => ensure!(faults.is_empty(), "the check finds faults in a sound page: {faults:#?}"),
            _ if faults.iter().any(|fault| fault.contains(expected)) => println!("the check finds: {name}"),
            _ => bail!("the check does not find that a page is broken ({name}); it found {faults:#?}"),
        }
    }
    Ok(())
}
