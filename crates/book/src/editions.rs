//! `cargo book editions`: the editions of the book next to each other in one folder of a server.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use dialect::{files, url};
use mdbook_core::utils::escape_html;
use mdbook_core::utils::fs::write;

use crate::Book;
use crate::build::{MARKER, claim, copy, folder_beside, replace};
use crate::links::extension;

/// The folder of the book as it is now.
const LATEST: &str = "latest";

/// The page at the root, which leads to the latest edition.
const START: &str = include_str!("editions/start.html");

/// The beginning of the text of a page, in the book and in the documentation of its API.
const MAIN: &str = "<main>";

/// Copies the site `latest` and released editions, whose sites are the folders in `released`, into
/// the folder `to`: `to/latest`, `to/1.0`, and so on. Each page of a released edition then begins
/// with a notice that leads to the same page of the latest edition. Returns the names of the
/// released editions.
pub fn editions(book: &Book, latest: &Path, released: &Path, to: &Path) -> Result<Vec<String>> {
    let to = claim(book, to)?;
    let staging = folder_beside(&to)?;
    let fresh = staging.path().join("site");
    let newest = fresh.join(LATEST);
    copy_site(latest, &newest)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(released).with_context(|| format!("{}", released.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == LATEST || extension(Path::new(&name)) == "html" {
            bail!("{}: no edition has this name", entry.path().display());
        }
        let edition = fresh.join(&name);
        copy_site(&entry.path(), &edition)?;
        mark(&name, &edition, &newest)?;
        names.push(name);
    }
    names.sort();
    let title = escape_html(book.config.book.title.as_deref().unwrap_or_default());
    write(fresh.join("index.html"), START.replace("{title}", &title))?;
    // Servers look for these two at the root. The first finds the edition in the address.
    for name in ["404.html", "robots.txt"] {
        if newest.join(name).exists() {
            fs::copy(newest.join(name), fresh.join(name))?;
        }
    }
    write(fresh.join(MARKER), "")?;
    replace(&to, &fresh, &staging.path().join("old"))
        .with_context(|| format!("{}: cannot replace", to.display()))?;
    Ok(names)
}

fn copy_site(from: &Path, to: &Path) -> Result<()> {
    if !from.join(MARKER).exists() || !from.join("index.html").exists() {
        bail!("{}: is not a site that cargo book has written", from.display());
    }
    copy(from, to)
}

/// Writes the notice into all pages in the folder of an edition. It only says what stays true, so
/// that it is right in a copy on a disk as well.
fn mark(name: &str, edition: &Path, latest: &Path) -> Result<()> {
    for file in files(edition)? {
        let page = file.strip_prefix(edition).unwrap_or(&file);
        if extension(page) != "html" {
            continue;
        }
        let text = fs::read_to_string(&file)?;
        // Pages that redirect have no text.
        let Some((before, after)) = text.split_once(MAIN) else {
            continue;
        };
        let same = if latest.join(page).exists() { url(page) } else { "index.html".to_owned() };
        let up = "../".repeat(page.components().count());
        let link = format!("<a href=\"{up}{LATEST}/{same}\">The latest edition</a>");
        let name = escape_html(name);
        let notice = format!("You are reading edition {name}. {link} may differ.");
        // The look of a note, which every edition has.
        let notice = format!("<div class=\"blockquote-tag\" role=\"note\"><p>{notice}</p></div>");
        write(&file, format!("{before}{MAIN}\n{notice}{after}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
