//! One style sheet for all pages.
//!
//! mdBook writes several style sheets, and a browser would request all of them before it shows
//! anything.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use dialect::{Key, Problem, Problems, url};
use mdbook_core::utils::fs::{read_to_string, write};

use crate::html::Element;
use crate::links::extension;

/// The name of the sheet in the template, and in the site if file names have no hashes.
pub(crate) const NAME: &str = "style.css";

/// The sheets in their order, before the book's own. mdBook may have added hashes to their names.
const SHEETS: [&str; 5] = [
    "katex/katex.min.css",
    "css/variables.css",
    "css/general.css",
    "css/chrome.css",
    "fonts/fonts.css",
];

const KATEX: &str = "katex";

/// The fonts that most formulas need, in `theme/katex/fonts`.
const FONTS: [&str; 2] = ["Main-Regular", "Math-Italic"];

/// Joins the sheets of a site, removes those that mdBook has written, and returns the name of the
/// joined sheet. `additional` are those that `book.toml` names.
pub(crate) fn join(site: &Path, additional: &[PathBuf], is_hashed: bool) -> Result<String> {
    let sheets = SHEETS.iter().map(PathBuf::from);
    let mut style = String::new();
    for name in sheets.chain(additional.iter().cloned()) {
        if let Some(file) = find(site, &name) {
            style += &from_root(&url(&file), &read_to_string(site.join(&file))?)?;
            style.push('\n');
        }
    }
    for path in dialect::files(site)? {
        let name = path.strip_prefix(site).unwrap_or(&path);
        // Pages of the API documentation load KaTeX's sheet and not the joined one.
        if !name.starts_with(KATEX) && extension(name) == "css" {
            let unwritable = || format!("{}: cannot remove", path.display());
            fs::remove_file(&path).with_context(unwritable)?;
            if let Some(folder) = path.parent() {
                // The folder may contain other files.
                let _ = fs::remove_dir(folder);
            }
        }
    }
    let name = match is_hashed {
        true => format!("style-{:.8}.css", Key::of([&style])),
        false => NAME.to_owned(),
    };
    write(site.join(&name), style)?;
    Ok(name)
}

/// Returns the path of a sheet in the site, whose name may contain a hash.
fn find(site: &Path, name: &Path) -> Option<PathBuf> {
    if site.join(name).is_file() {
        return Some(name.to_owned());
    }
    let start = format!("{}-", name.file_stem()?.to_string_lossy());
    let folder = name.parent()?;
    let mut files = fs::read_dir(site.join(folder)).ok()?.flatten();
    let file = files.find(|file| {
        let name = file.file_name();
        name.to_string_lossy().starts_with(&start) && extension(name.as_ref()) == "css"
    })?;
    Some(folder.join(file.file_name()))
}

/// Rewrites a sheet for the root of the site, so that it loads the same files as from its own
/// folder.
fn from_root(file: &str, sheet: &str) -> Result<String, Problems> {
    if let Some((before, _)) = sheet.split_once("@import") {
        let line = before.matches('\n').count() + 1;
        let message = "@import has no effect after other rules, and all sheets are joined";
        return Err(Problem::new(file, line, message).into());
    }
    let mut parts = sheet.split("url(");
    let mut moved = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let quoted = part.trim_start();
        let target = quoted.trim_start_matches(['"', '\'']);
        let quote = &quoted[..quoted.len() - target.len()];
        let end = target.find(['"', '\'', ')']).unwrap_or(target.len());
        let (target, rest) = target.split_at(end);
        let is_relative = !target.contains(':') && !target.starts_with(['/', '#']);
        let resolved = dialect::resolve(Path::new(file), target);
        let target = match resolved.filter(|_| is_relative) {
            Some(resolved) => url(&resolved),
            None => target.to_owned(),
        };
        moved.extend(["url(", quote, &target, rest]);
    }
    Ok(moved)
}

/// Returns the elements with which a page `up` from the root of the site loads the fonts of its
/// formulas before it is shown, so that no line break changes.
pub(crate) fn fonts(site: &Path, up: &str) -> Vec<Element> {
    let fonts = FONTS.map(|font| format!("{KATEX}/fonts/KaTeX_{font}-book.woff2"));
    let fonts = fonts.iter().filter(|font| site.join(font).is_file());
    let preloaded = fonts.map(|font| {
        let attributes = [
            ("rel", "preload"),
            ("href", &format!("{up}{font}")),
            ("as", "font"),
            ("type", "font/woff2"),
            ("crossorigin", ""),
        ];
        Element::new("link", &attributes)
    });
    preloaded.collect()
}

#[cfg(test)]
mod tests;
