//! The built site, looked at as a browser would.
//!
//! The chapters have been checked with their lines already. This finds what only shows in the result:
//! a link in raw HTML or in a template, a style sheet that is not there, a picture or script that
//! would be loaded from another host.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, iter, thread};

use dialect::Problem;
use scraper::{Html, Selector};

use crate::{Error, api};

/// Pages that repeat or redirect to others.
const NOT_CHAPTERS: [&str; 4] = ["print.html", "toc.html", "404.html", "index.html"];

/// What one page holds and asks for.
struct Page {
    ids: HashSet<String>,
    /// What a reader may follow.
    links: Vec<String>,
    /// What the browser loads.
    resources: Vec<String>,
    unnamed_pictures: usize,
}

/// Checks all pages of a site and returns how many chapters it has.
pub(crate) fn check(site: &Path) -> Result<usize, Error> {
    let mut files = Vec::new();
    list(site, &mut files)?;
    let mut texts = Vec::new();
    let mut problems = Vec::new();
    for file in &files {
        let name = file.strip_prefix(site).unwrap_or(file).to_owned();
        let text =
            || fs::read_to_string(file).map_err(Error::file(file, "cannot read"));
        match name.extension().and_then(|extension| extension.to_str()) {
            Some("html") => texts.push((name, text()?)),
            Some("css") => problems.extend(style_sheet(&name, &text()?)),
            _ => {}
        }
    }
    let pages = parse_all(texts);
    let existing: HashSet<_> = files
        .iter()
        .map(|file| file.strip_prefix(site).unwrap_or(file).to_owned())
        .collect();
    for (name, page) in &pages {
        problems.extend(page_problems(name, page, &pages, &existing));
    }
    problems.sort();
    if !problems.is_empty() {
        return Err(Error::Problems(problems));
    }
    let chapters = pages.keys().filter(|name| {
        let other = |other: &&str| name.as_path() == Path::new(other);
        !name.starts_with(api::FOLDER) && !NOT_CHAPTERS.iter().any(other)
    });
    Ok(chapters.count())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file(folder, "cannot read"))? {
        let path = entry.map_err(Error::file(folder, "cannot read"))?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Parses pages on all processors. The page for printing is as long as all others: it comes first.
fn parse_all(mut texts: Vec<(PathBuf, String)>) -> HashMap<PathBuf, Page> {
    texts.sort_by_key(|(_, text)| Reverse(text.len()));
    let left = Mutex::new(texts.into_iter());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let texts = iter::from_fn(next);
        let pages = texts.map(|(name, text)| (name, parse(&text)));
        pages.collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        let pages = workers.into_iter();
        pages
            .flat_map(|worker| worker.join().expect("parsing does not panic"))
            .collect()
    })
}

fn parse(text: &str) -> Page {
    let html = Html::parse_document(text);
    let all = |selector: &str, attribute: &str| -> Vec<String> {
        let selector = Selector::parse(selector).expect("the selector is a constant");
        html.select(&selector)
            .filter_map(|element| element.value().attr(attribute))
            .map(String::from)
            .collect()
    };
    let pictures =
        Selector::parse("img:not([alt]), img[alt=\"\"]").expect("a constant");
    let mut resources = all("[src]", "src");
    resources.extend(all("object[data]", "data"));
    resources.extend(all("[poster]", "poster"));
    resources.extend(all("image[href]", "href"));
    resources.extend(all(
        "link[href]:not([rel=canonical]):not([rel=alternate])",
        "href",
    ));
    Page {
        ids: all("[id]", "id").into_iter().collect(),
        links: all("a[href]", "href"),
        resources,
        unnamed_pictures: html.select(&pictures).count(),
    }
}

fn page_problems(
    name: &Path,
    page: &Page,
    pages: &HashMap<PathBuf, Page>,
    existing: &HashSet<PathBuf>,
) -> Vec<Problem> {
    let shown = name.to_string_lossy().replace('\\', "/");
    let problem = |message: String| Problem::new(&shown, 1, message);
    let mut problems = Vec::new();
    // rustdoc has checked its links, and how it builds a page is up to its version.
    if name.starts_with(api::FOLDER) {
        let foreign = page.resources.iter().filter(|file| is_foreign(file));
        let message = |file| format!("loads {file} from another host");
        return foreign.map(|file| problem(message(file))).collect();
    }
    if page.unnamed_pictures > 0 {
        problems.push(problem("a picture without alternative text".into()));
    }
    for resource in &page.resources {
        if is_foreign(resource) {
            problems.push(problem(format!("loads {resource} from another host")));
        } else if !resource.starts_with("data:") && !exists(name, resource, existing) {
            problems.push(problem(format!(
                "loads {resource}, which is not in the site"
            )));
        }
    }
    // The page for printing repeats all others under one roof; the 404 page is shown at any depth.
    if name == Path::new("print.html") || name == Path::new("404.html") {
        return problems;
    }
    for link in &page.links {
        if is_foreign(link) || link.starts_with("mailto:") {
            continue;
        }
        let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() {
            name.to_owned()
        } else {
            resolve(name, file)
        };
        if !existing.contains(&target) {
            problems.push(problem(format!(
                "links to {link}, which is not in the site"
            )));
        } else if !fragment.is_empty()
            && let Some(page) = pages.get(&target)
            && !page.ids.contains(fragment)
        {
            problems.push(problem(format!(
                "links to {link}, but nothing there has that name"
            )));
        }
    }
    problems
}

fn style_sheet(name: &Path, text: &str) -> Option<Problem> {
    let loaded = text.split("url(").chain(text.split("@import")).skip(1);
    let foreign = loaded
        .map(|rest| rest.trim_start_matches(['"', '\'', ' ']))
        .find(|target| is_foreign(target))?;
    let shown: String = foreign
        .chars()
        .take_while(|c| !matches!(c, ')' | '"' | '\''))
        .collect();
    let name = name.to_string_lossy().replace('\\', "/");
    Some(Problem::new(
        name,
        1,
        format!("loads {shown} from another host"),
    ))
}

fn is_foreign(target: &str) -> bool {
    let start = target.get(..6).unwrap_or(target).to_ascii_lowercase();
    ["http:", "https:", "//"]
        .iter()
        .any(|scheme| start.starts_with(scheme))
}

fn exists(page: &Path, target: &str, existing: &HashSet<PathBuf>) -> bool {
    let file = target.split(['#', '?']).next().unwrap_or(target);
    file.is_empty() || existing.contains(&resolve(page, file))
}

/// The file that a relative link on `page` leads to.
fn resolve(page: &Path, target: &str) -> PathBuf {
    let mut path = if target.starts_with('/') {
        PathBuf::new()
    } else {
        page.parent().unwrap_or(Path::new("")).to_owned()
    };
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path
}
