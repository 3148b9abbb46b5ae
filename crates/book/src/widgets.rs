//! The controls of interactive figures in the pages, and the modules that answer them.

mod typed;

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use dialect::{Key, say};
use figures::MODULES;
use figures::models::MODELS;
use figures::widget::{Control, Kind, Widget};
use flate2::{Compression, write::GzEncoder};
use laboratory::real_sentences::shipped;
use mdbook_core::utils::escape_html;
use mdbook_core::utils::fs::{read_to_string, write};

use crate::Book;
use crate::words::{Controls, Words};

/// The folder of the scripts below `theme/`, and in the site.
const FOLDER: &str = "widgets";

/// The attributes of a figure that name the scripts, which a page loads when it needs them.
pub(crate) const ATTRIBUTES: [&str; 3] = ["data-script", "data-module", "data-trained"];

const TARGET: &str = "wasm32-unknown-unknown";

/// Returns the attributes and the controls of the figure `images/NAME.svg` on a page `up` from the
/// root of the site, or empty texts if it has none.
pub(crate) fn of(
    name: &str,
    scripts: &Scripts,
    up: &str,
    words: &Words,
) -> Result<[String; 2], String> {
    let path = name.strip_prefix("images/").and_then(|name| name.strip_suffix(".svg"));
    if path == Some(figures::typed::PATH) {
        return typed::of(scripts, up);
    }
    match figures::widgets().find(|widget| Some(&*widget.path()) == path) {
        Some(widget) => Ok([scripts.attributes(widget, up)?, form(widget, &words.controls)]),
        None => Ok(Default::default()),
    }
}

/// The scripts of the widgets, under names that change with their content.
pub(crate) struct Scripts(Vec<(String, String)>);

impl Scripts {
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let folder = root.join("theme").join(FOLDER);
        let mut scripts = Vec::new();
        if !folder.is_dir() {
            return Ok(Self(scripts));
        }
        let mut add = |name: &str, text: String| {
            scripts.push((format!("{name}-{:.8}.js", Key::of([&text])), text));
        };
        let read = |name: &str| {
            let file = folder.join(format!("{name}.js"));
            if file.exists() { read_to_string(file).map(Some) } else { Ok(None) }
        };
        for name in modules() {
            if let Some(text) = read(name)? {
                add(name, text);
            }
        }
        // A page loads one script for its figures.
        for name in ["widgets", typed::SCRIPT] {
            if let (Some(loader), Some(text)) = (read("module")?, read(name)?) {
                add(name, loader + &text);
            }
        }
        for model in MODELS {
            let packed = (model.packed)();
            // Trained numbers hardly become smaller.
            add(model.name, script(model.name, &packed, Compression::none())?);
        }
        let trained = figures::typed::TRAINED;
        add(trained, script(trained, shipped(), Compression::best())?);
        Ok(Self(scripts))
    }

    pub(crate) fn copy(&self, site: &Path) -> Result<()> {
        for (name, text) in &self.0 {
            write(site.join(FOLDER).join(name), text)?;
        }
        Ok(())
    }

    /// Returns the name of a script and its text.
    fn find(&self, name: &str) -> Result<&(String, String), String> {
        let found = self.0.iter().find(|(found, _)| found.split('-').next() == Some(name));
        found.ok_or_else(|| format!("theme/{FOLDER}/{name}.js is missing: cargo book widgets"))
    }

    /// Returns the attributes of a figure with controls on a page `up` from the root of the site.
    fn attributes(&self, widget: &Widget, up: &str) -> Result<String, String> {
        let scripts = [Some("widgets"), Some(widget.module), widget.trained()];
        self.named(&widget.path(), scripts, up)
    }

    fn named(&self, path: &str, scripts: [Option<&str>; 3], up: &str) -> Result<String, String> {
        let mut attributes = format!(" data-widget=\"{path}\"");
        for (attribute, script) in ATTRIBUTES.iter().zip(scripts) {
            if let Some(script) = script {
                let (name, _) = self.find(script)?;
                attributes += &format!(" {attribute}=\"{up}{FOLDER}/{name}\"");
            }
        }
        Ok(attributes)
    }
}

/// Returns the names of all modules for browsers.
fn modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|(name, _)| *name).chain([figures::typed::MODULE])
}

/// Returns the controls of a widget at its start, as HTML without empty lines.
fn form(widget: &Widget, words: &Controls) -> String {
    let mut html = "<form class=\"controls\" autocomplete=\"off\">\n".to_owned();
    for control in (widget.controls)() {
        html += &field(&control);
    }
    let result = (widget.answer)(&widget.start()).result;
    let Controls { reset, link, numbers } = words;
    let written = write!(
        html,
        "<button type=\"reset\">{reset}</button>\n<a href=\"\">{link}</a>\n\
         <details><summary>{numbers}</summary><div class=\"table-wrapper\"><table></table></div></details>\n\
         <p class=\"result\">{}</p>\n</form>\n",
        escape_html(&result)
    );
    written.expect("a string grows");
    html
}

fn field(control: &Control) -> String {
    let Control { kind, label, options, start } = control;
    let label = escape_html(label);
    match kind {
        Kind::Slider => {
            let (last, texts) = (options.len() - 1, options.join("|"));
            let texts = escape_html(&texts);
            let text = escape_html(&options[*start]);
            format!(
                "<label><span>{label}</span> <input type=\"range\" max=\"{last}\" value=\"{start}\" \
                 aria-valuetext=\"{text}\" data-options=\"{texts}\"> <span class=\"value\" aria-hidden=\"true\">{text}</span></label>\n"
            )
        }
        Kind::Menu => {
            let option = |option: &String| format!("<option>{}</option>", escape_html(option));
            let options: String = options.iter().map(option).collect();
            format!("<label><span>{label}</span> <select>{options}</select></label>\n")
        }
        Kind::Switch => {
            let checked = if *start == 1 { " checked" } else { "" };
            format!("<label><input type=\"checkbox\"{checked}> <span>{label}</span></label>\n")
        }
    }
}

/// Compiles the interactive figures for browsers and replaces the modules of the book. The
/// arguments are passed on to cargo.
pub fn widgets(book: &Book, toolchain: Option<&str>, arguments: &[String]) -> Result<()> {
    for (index, name) in modules().enumerate() {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(&book.root)
            .args(["rustc", "--package", "widgets", "--lib"])
            .args(["--crate-type", "cdylib", "--profile", "wasm"])
            .args(["--target", TARGET])
            .args(arguments)
            .env("RUSTFLAGS", flags(book, name)?);
        // A translator of millions of parameters is slow, and larger than its module.
        if name == figures::typed::MODULE {
            cargo.env("CARGO_PROFILE_WASM_OPT_LEVEL", "3");
        }
        // The first module needs no feature.
        if index > 0 {
            cargo.args(["--features", name]);
        }
        if let Some(toolchain) = toolchain {
            cargo.env("RUSTUP_TOOLCHAIN", toolchain);
        }
        let status = cargo.status().context("cannot run cargo")?;
        ensure!(
            status.success(),
            "cargo could not compile for browsers; if the target is missing: rustup target add {TARGET}"
        );
        store(book, name)?;
    }
    Ok(())
}

/// Stores the compiled module in the theme, packed and as a script.
fn store(book: &Book, name: &str) -> Result<()> {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let module = book.root.join(target).join(TARGET);
    let module = module.join("wasm/widgets.wasm");
    let bytes = fs::read(&module).with_context(|| format!("{}: cannot read", module.display()))?;
    let file = Path::new("theme").join(FOLDER).join(format!("{name}.js"));
    let script = script(name, &bytes, Compression::best())?;
    write(book.root.join(&file), &script)?;
    // Four letters are three bytes.
    let packed = script.len() * 3 / 4;
    say!("{}: {} kB packed", file.display(), packed.div_ceil(1000));
    Ok(())
}

/// Returns a script that passes on bytes, packed and as text.
fn script(name: &str, bytes: &[u8], level: Compression) -> Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), level);
    packed.write_all(bytes)?;
    let text = BASE64_STANDARD.encode(packed.finish()?);
    Ok(format!("widgetModule(\"{name}\", \"{text}\");\n"))
}

/// Returns the flags that keep the paths of this machine out of a module. A translator of millions
/// of parameters is ten times as fast with vector instructions.
fn flags(book: &Book, module: &str) -> Result<OsString> {
    let home = env::home_dir().context("there is no home folder")?;
    let cargo = env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), Into::into);
    let mut flags = env::var_os("RUSTFLAGS").unwrap_or_default();
    for (folder, name) in [(&home, "home"), (&cargo, "cargo"), (&book.root, "book")] {
        if folder.to_string_lossy().contains(' ') {
            bail!("{}: a folder with a space in its name", folder.display());
        }
        flags.push(" --remap-path-prefix=");
        flags.push(folder);
        flags.push(format!("=/{name}"));
    }
    if module == figures::typed::MODULE {
        flags.push(" -C target-feature=+simd128");
    }
    Ok(flags)
}

#[cfg(test)]
mod tests;
