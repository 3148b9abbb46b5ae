//! One style sheet for all pages.
//!
//! mdBook links ten style sheets, and a browser requests all of them before it shows anything.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use dialect::Problem;
use mdbook_core::utils::fs::{read_to_string, write};

use crate::build::digest;
use crate::{Problems, site};

/// The name of the sheet if file names have no hashes.
pub(crate) const NAME: &str = "style.css";

const KATEX: &str = "katex/katex.min.css";

/// The fonts that most formulas need, in `theme/katex/fonts`.
const FONTS: [&str; 2] = ["Main-Regular", "Math-Italic"];

/// A line of a page that links a style sheet of the site for all media.
struct Link<'a> {
    /// The path from the page to the root of the site.
    root: &'a str,
    /// The path of the sheet from the root.
    file: &'a str,
    /// The identifier of a sheet with code colors, which mdBook's script switches on and off by theme. All
    /// code colors are in `theme/page.css`.
    id: Option<&'a str>,
}

impl<'a> Link<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let tag = line.trim().strip_prefix("<link rel=\"stylesheet\"")?;
        let value = |name: &str| {
            let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
            Some(rest.split_once('"')?.0)
        };
        let href = value("href").filter(|href| !href.contains([':', '?', '#']))?;
        let file = href.trim_start_matches("../");
        let is_plain = value("media").is_none() && !file.starts_with('/');
        is_plain.then_some(Self {
            root: &href[..href.len() - file.len()],
            file,
            id: value("id"),
        })
    }
}

/// Joins the sheets that the pages of a site link, removes them, and returns the name of the joined sheet.
pub(crate) fn join(site: &Path, is_hashed: bool) -> Result<String> {
    let page = read_to_string(site.join("index.html"))?;
    let mut style = String::new();
    for Link { file, id, .. } in head(&page).lines().filter_map(Link::of) {
        let path = site.join(file);
        if id.is_none() {
            style += &from_root(file, &read_to_string(&path)?)?;
            style.push('\n');
        }
        let unwritable = || format!("{}: cannot remove", path.display());
        fs::remove_file(&path).with_context(unwritable)?;
        if let Some(folder) = path.parent() {
            // The folder may contain other files.
            let _ = fs::remove_dir(folder);
        }
    }
    let name = match is_hashed {
        true => format!("style-{:08x}.css", digest(&style)),
        false => NAME.to_owned(),
    };
    write(site.join(&name), style)?;
    Ok(name)
}

fn head(page: &str) -> &str {
    page.split_once("</head>").map_or("", |(head, _)| head)
}

/// Rewrites a sheet for the root of the site, so that it loads the same files as from its own folder.
fn from_root(file: &str, sheet: &str) -> Result<String, Problems> {
    if let Some((before, _)) = sheet.split_once("@import") {
        let line = before.matches('\n').count() + 1;
        let message =
            "@import has no effect after other rules, and all sheets are joined";
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
            Some(resolved) => site::url(&resolved),
            None => target.to_owned(),
        };
        moved.extend(["url(", quote, &target, rest]);
    }
    Ok(moved)
}

/// Replaces the links to the joined sheets with one link to `name`. The page loads the fonts of its
/// formulas before it is shown, so that no line break changes.
pub(crate) fn linked(page: &str, name: &str) -> String {
    let head = head(page);
    let (mut shown, mut is_linked) = (String::with_capacity(page.len()), false);
    for line in head.split_inclusive('\n') {
        let Some(Link { root, file, id }) = Link::of(line) else {
            shown.push_str(line);
            continue;
        };
        if file == KATEX && page.contains("class=\"katex\"") {
            shown.extend(FONTS.map(|font| {
                format!(
                    "<link rel=\"preload\" href=\"{root}katex/fonts/KaTeX_{font}-book.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>\n"
                )
            }));
        }
        if let Some(id) = id {
            // The script fails without an element that it can switch off.
            shown += &format!("<style id=\"{id}\"></style>\n");
        } else if !is_linked {
            shown += &format!("<link rel=\"stylesheet\" href=\"{root}{name}\">\n");
            is_linked = true;
        }
    }
    shown + &page[head.len()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_still_finds_its_files() {
        let sheet = "a { b: url(fonts/c.woff2) url( '../d.svg') url(\"data:e\") url(/g) url(#h) }";
        let moved = from_root("katex/k.css", sheet).unwrap();
        assert_eq!(
            moved,
            "a { b: url(katex/fonts/c.woff2) url('d.svg') url(\"data:e\") url(/g) url(#h) }"
        );
        let error = from_root("theme/page.css", "\n@import 'x.css';").unwrap_err();
        assert!(error.to_string().starts_with("theme/page.css:2: @import"));
    }

    #[test]
    fn a_page_links_one_sheet_and_what_is_not_in_it() {
        let link = |rest| format!("<link rel=\"stylesheet\"{rest}>\n");
        let before = [
            "<head>\n",
            &link(" href=\"../katex/katex.min.css\""),
            &link(" href=\"../css/print.css\" media=\"print\""),
            &link(" id=\"code\" href=\"../code.css\""),
            &link(" href=\"../css/general.css\""),
            "</head>\n",
        ];
        let after = [
            "<head>\n",
            &link(" href=\"../style.css\""),
            before[2],
            "<style id=\"code\"></style>\n",
            "</head>\n",
        ];
        assert_eq!(linked(&before.concat(), NAME), after.concat());
        let page = linked(&(before.concat() + "<span class=\"katex\">"), NAME);
        assert_eq!(page.matches("rel=\"preload\"").count(), 2);
    }
}
