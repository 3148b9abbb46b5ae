//! Citations, which lead to the list of references, and the list, which leads back.

use std::collections::BTreeMap;

use dialect::{BIBLIOGRAPHY, Bibliography, Edit, Manuscript, Problem};

/// Replaces the citations of all pages and writes the list of references. Says also which citations
/// have no entry, and which entries no citation.
pub(crate) fn edits(
    manuscript: &Manuscript,
    bibliography: &Bibliography,
) -> (Vec<Vec<Edit>>, Vec<Problem>) {
    let pages = &manuscript.pages;
    let mut edits: Vec<Vec<Edit>> = pages.iter().map(|_| Vec::new()).collect();
    let mut problems = Vec::new();
    let mut lists = (0..pages.len())
        .filter_map(|index| Some((index, pages[index].scan.references.clone()?)));
    let list = lists.next();
    for (index, range) in lists {
        let message = "another page has the list of references";
        problems.push(pages[index].text.problem(range.start, message));
    }
    // For each key, the sections that cite it, each with a link to the place.
    let mut places: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
    for (index, page) in pages.iter().enumerate() {
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
                let Some((list, _)) = &list else {
                    places.push(Default::default());
                    continue;
                };
                let section = manuscript.labels.section(pages, index, start);
                let back = format!("{}#{id}", page.link_from(&pages[*list]));
                places.push((section, back));
                let text = match citation.narrative {
                    true => reference.narrative.clone(),
                    false => format!("{}{rest}", reference.citation),
                };
                let target = pages[*list].link_from(page);
                parts.push(format!(
                    r#"<a class="citation" id="{id}" href="{target}#ref-{key}">{text}</a>"#
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
    match list {
        Some((index, range)) => {
            edits[index].push(Edit::new(range, entries(bibliography, &places)));
        }
        None if !places.is_empty() => {
            let message = "no page has the list of references: <!-- references -->";
            problems.push(Problem::new(BIBLIOGRAPHY, 1, message));
        }
        None => {}
    }
    (edits, problems)
}

/// One paragraph an entry, with links back to each section that cites it.
fn entries(
    bibliography: &Bibliography,
    places: &BTreeMap<&str, Vec<(String, String)>>,
) -> String {
    let mut list = String::new();
    for reference in bibliography.iter() {
        let mut links = Vec::new();
        let mut seen = Vec::new();
        for (section, target) in places.get(&*reference.key).into_iter().flatten() {
            if !seen.contains(&section) {
                seen.push(section);
                links.push(format!(
                    r#"<a class="reference-back" href="{target}">{section}</a>"#
                ));
            }
        }
        list.push_str(&format!(
            "<p class=\"reference\" id=\"ref-{}\">{} <span class=\"reference-places\">Cited in: {}.</span></p>\n",
            reference.key,
            reference.html,
            links.join(", ")
        ));
    }
    list
}
