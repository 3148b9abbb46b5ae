//! The controls of interactive figures in the pages, and the modules that answer them.

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
use mdbook_core::utils::{escape_html, fs::write};

use crate::Book;

/// The folder of the scripts below `theme/`, and in the site.
const FOLDER: &str = "widgets";

/// The attributes of a figure that name the scripts, which a page loads when it needs them.
pub(crate) const ATTRIBUTES: [&str; 3] = ["data-script", "data-module", "data-trained"];

const TARGET: &str = "wasm32-unknown-unknown";

/// Returns the widget that the figure `images/NAME.svg` shows at its start.
pub(crate) fn of(name: &str) -> Option<&'static Widget> {
    let path = name.strip_prefix("images/")?.strip_suffix(".svg")?;
    figures::widgets().find(|widget| widget.path() == path)
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
        let modules = MODULES.iter().map(|(name, _)| *name);
        for name in std::iter::once("widgets").chain(modules) {
            let file = folder.join(format!("{name}.js"));
            if file.exists() {
                add(name, mdbook_core::utils::fs::read_to_string(&file)?);
            }
        }
        for model in MODELS {
            let packed = (model.packed)();
            // Trained numbers hardly become smaller.
            add(model.name, script(model.name, &packed, Compression::none())?);
        }
        Ok(Self(scripts))
    }

    pub(crate) fn copy(&self, site: &Path) -> Result<()> {
        for (name, text) in &self.0 {
            write(site.join(FOLDER).join(name), text)?;
        }
        Ok(())
    }

    fn path(&self, name: &str) -> Result<String, String> {
        let mut names = self.0.iter().map(|(name, _)| name);
        let found = names.find(|found| found.split('-').next() == Some(name));
        let missing = || format!("theme/{FOLDER}/{name}.js is missing: cargo book widgets");
        Ok(format!("{FOLDER}/{}", found.ok_or_else(missing)?))
    }

    /// Returns the attributes of a figure with controls on a page `up` from the root of the site.
    pub(crate) fn attributes(&self, widget: &Widget, up: &str) -> Result<String, String> {
        let mut attributes = format!(" data-widget=\"{}\"", widget.path());
        let scripts = [Some("widgets"), Some(widget.module), widget.trained()];
        for (attribute, script) in ATTRIBUTES.iter().zip(scripts) {
            if let Some(script) = script {
                attributes += &format!(" {attribute}=\"{up}{}\"", self.path(script)?);
            }
        }
        Ok(attributes)
    }
}

/// Returns the controls of a widget at its start, as HTML without empty lines.
pub(crate) fn form(widget: &Widget) -> String {
    let mut html = "<form class=\"controls\" autocomplete=\"off\">\n".to_owned();
    for control in (widget.controls)() {
        html += &field(&control);
    }
    let result = (widget.answer)(&widget.start()).result;
    let written = write!(
        html,
        "<p class=\"result\">{}</p>\n\
         <button type=\"reset\">Reset</button>\n<a href=\"\">Copy a link to this state</a>\n\
         <details><summary>Numbers</summary><div class=\"table-wrapper\"><table></table></div></details>\n</form>\n",
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
    for (index, (name, _)) in MODULES.iter().enumerate() {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(&book.root)
            .args(["rustc", "--package", "widgets", "--lib"])
            .args(["--crate-type", "cdylib", "--profile", "wasm"])
            .args(["--target", TARGET])
            .args(arguments)
            .env("RUSTFLAGS", remapped(book)?);
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

/// Returns the flags that keep the paths of this machine out of the module.
fn remapped(book: &Book) -> Result<OsString> {
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
    Ok(flags)
}

#[cfg(test)]
mod tests;
