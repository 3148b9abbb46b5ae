//! Citations with links to the list of references, and the list with links back.

use std::collections::{BTreeMap, HashSet};

use dialect::{BIBLIOGRAPHY, Bibliography, Edit, Manuscript, Problem};

use crate::words::Words;

/// Replaces the citations of all pages and writes the list of references. Citations without entry
/// and entries without citation are problems.
pub(super) fn edits(
    manuscript: &Manuscript,
    bibliography: &Bibliography,
    words: &Words,
) -> (Vec<Vec<Edit>>, Vec<Problem>) {
    let pages = &manuscript.pages;
    let mut edits: Vec<Vec<Edit>> = pages.iter().map(|_| Vec::new()).collect();
    let mut problems = Vec::new();
    let mut list = None;
    for (index, page) in pages.iter().enumerate() {
        if let Some(range) = &page.scan.references
            && list.replace((index, range.clone())).is_some()
        {
            let message = "another page has the list of references";
            problems.push(page.text.problem(range.start, message));
        }
    }
    // For each key, the sections that cite it, each with a link to the citation.
    let mut places: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
    for (index, page) in pages.iter().enumerate() {
        // A missing list is a problem by itself; the links then lead nowhere.
        let list = list.as_ref().map_or(page, |(list, _)| &pages[*list]);
        let (there, back) = (list.link_from(page), page.link_from(list));
        for citation in &page.scan.citations {
            let start = citation.range.start;
            let mut parts = Vec::new();
            for (key, rest) in &citation.items {
                let Some(reference) = bibliography.get(key) else {
                    let message = format!("`{key}` is not in {BIBLIOGRAPHY}");
                    problems.push(page.text.problem(start, message));
                    continue;
                };
                let places = places.entry(key).or_default();
                let id = format!("cite-{key}-{}", places.len() + 1);
                let section = manuscript.labels.section(pages, index, start);
                places.push((section, format!("{back}#{id}")));
                let text = match citation.narrative {
                    true => reference.narrative.clone(),
                    false => format!("{}{rest}", reference.citation),
                };
                parts.push(format!(
                    r#"<a class="citation" id="{id}" href="{there}#ref-{key}">{text}</a>"#
                ));
            }
            let text = match citation.narrative {
                true => parts.concat(),
                false => format!("({})", parts.join("; ")),
            };
            edits[index].push(Edit::new(citation.range.clone(), text));
        }
    }
    for reference in bibliography.iter() {
        if !places.contains_key(&*reference.key) {
            let message = format!("`{}` is cited nowhere", reference.key);
            problems.push(Problem::new(BIBLIOGRAPHY, reference.line, message));
        }
    }
    if let Some((index, range)) = list {
        edits[index].push(Edit::new(range, entries(bibliography, &places, words)));
    } else if !places.is_empty() {
        let message = "no page has the list of references: <!-- references -->";
        problems.push(Problem::new(BIBLIOGRAPHY, 1, message));
    }
    (edits, problems)
}

/// Returns an entry for each work, with links back to all sections that cite it.
fn entries(
    bibliography: &Bibliography,
    places: &BTreeMap<&str, Vec<(String, String)>>,
    words: &Words,
) -> String {
    let mut text = String::new();
    for work in bibliography.iter() {
        let (key, shown) = (&work.key, &work.text);
        let (mut seen, mut links) = (HashSet::new(), Vec::new());
        for (section, target) in places.get(&**key).into_iter().flatten() {
            if seen.insert(section) {
                links.push(format!(r#"<a class="reference-back" href="{target}">{section}</a>"#));
            }
        }
        let cited = words.cited.replace("{places}", &links.join(", "));
        text += &format!(
            "<div class=\"reference\" id=\"ref-{key}\">\n\n{shown} <span class=\"reference-places\">{cited}</span>\n\n</div>\n"
        );
    }
    text
}
