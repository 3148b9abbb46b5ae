//! Citations and the list of references, from `src/references.bib`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dialect::Problem;
use hayagriva::archive::{ArchivedStyle, locales};
use hayagriva::citationberg::Style;
use hayagriva::io::{BibLaTeXError, from_biblatex_str};
use hayagriva::{
    BibliographyDriver, BibliographyRequest, BufWriteFormat, CitationItem,
    CitationRequest, CitePurpose, Library,
};

use super::{Edit, Labels, Page};

/// The file with all entries, relative to the root of the book.
const FILE: &str = "src/references.bib";

/// A citation as it is shown, and the entries of the list of references.
pub(crate) struct Rendered {
    /// In the order of the requests: `(Nadaraya 1964)` or, in a sentence, `Nadaraya (1964)`.
    citations: Vec<String>,
    /// Key and formatted entry, in the order of the list.
    entries: Vec<(String, String)>,
}

/// Replaces the citations of all pages and writes the list of references.
pub(crate) fn edits(
    root: &Path,
    pages: &[Page],
    labels: &Labels,
) -> Result<Vec<Vec<Edit>>, Vec<Problem>> {
    let mut edits: Vec<Vec<Edit>> = pages.iter().map(|_| Vec::new()).collect();
    let lists =
        || (0..pages.len()).filter(|index| pages[*index].scan.references.is_some());
    if let Some(second) = lists().nth(1) {
        let page = &pages[second];
        let offset = page.scan.references.as_ref().map_or(0, |range| range.start);
        let message = "another page has the list of references";
        return Err(vec![page.text.problem(offset, message)]);
    }
    let list = lists().next();
    let cited = pages.iter().flat_map(|page| &page.scan.citations).count();
    if cited == 0 && list.is_none() {
        return Ok(edits);
    }
    let (library, text) = load(root)?;
    check(&library, &text, pages)?;
    let Some(list) = list else {
        let message = "no page has the list of references: <!-- references -->";
        return Err(vec![Problem::new(FILE, 1, message)]);
    };
    let rendered = render(&library, pages);
    let mut shown = rendered.citations.into_iter();
    let mut places: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (index, page) in pages.iter().enumerate() {
        for citation in &page.scan.citations {
            let mut parts = Vec::new();
            for (key, rest) in &citation.items {
                let places = places.entry(key.clone()).or_default();
                let id = format!("cite-{key}-{}", places.len() + 1);
                let section = labels.section(pages, index, citation.range.start);
                places
                    .push((section, format!("{}#{id}", page.link_from(&pages[list]))));
                let text = shown.next().unwrap_or_default();
                let text = if citation.narrative {
                    text
                } else {
                    text.trim_start_matches('(')
                        .trim_end_matches(')')
                        .to_owned()
                        + rest
                };
                let target = pages[list].link_from(page);
                parts.push(format!(
                    r#"<a class="citation" id="{id}" href="{target}#ref-{key}">{text}</a>"#
                ));
            }
            let text = parts.join("; ");
            let text = if citation.narrative {
                text
            } else {
                format!("({text})")
            };
            edits[index].push(Edit::new(citation.range.clone(), text));
        }
    }
    if let Some(range) = &pages[list].scan.references {
        let text = list_of_references(&rendered.entries, &places);
        edits[list].push(Edit::new(range.clone(), text));
    }
    Ok(edits)
}

fn load(root: &Path) -> Result<(Library, String), Vec<Problem>> {
    let text = fs::read_to_string(root.join(FILE)).map_err(|error| {
        vec![Problem::new(FILE, 1, format!("cannot be read: {error}"))]
    })?;
    let library = from_biblatex_str(&text).map_err(|errors| {
        errors
            .into_iter()
            .map(|error| {
                let span = match &error {
                    BibLaTeXError::Parse(error) => &error.span,
                    BibLaTeXError::Type(error) => &error.span,
                };
                Problem::new(FILE, line_at(&text, span.start), error.to_string())
            })
            .collect::<Vec<_>>()
    })?;
    Ok((library, text))
}

fn line_at(text: &str, offset: usize) -> usize {
    text.bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
        + 1
}

/// Every key that is cited has an entry, and every entry is cited.
fn check(library: &Library, text: &str, pages: &[Page]) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    for page in pages {
        for citation in &page.scan.citations {
            for (key, _) in &citation.items {
                if library.get(key).is_none() {
                    let message = format!("`{key}` is not in {FILE}");
                    problems.push(page.text.problem(citation.range.start, message));
                }
            }
        }
    }
    for key in library.keys() {
        let cited = pages
            .iter()
            .flat_map(|page| &page.scan.citations)
            .flat_map(|citation| &citation.items)
            .any(|(cited, _)| cited == key);
        if !cited {
            let line = text
                .find(&format!("{{{key},"))
                .map_or(1, |at| line_at(text, at));
            problems.push(Problem::new(
                FILE,
                line,
                format!("`{key}` is cited nowhere"),
            ));
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

fn render(library: &Library, pages: &[Page]) -> Rendered {
    let Style::Independent(style) = ArchivedStyle::SpringerHumanitiesAuthorDate.get()
    else {
        unreachable!("the style does not depend on another one");
    };
    let locales = locales();
    let mut driver = BibliographyDriver::new();
    for citation in pages.iter().flat_map(|page| &page.scan.citations) {
        for entry in citation
            .items
            .iter()
            .filter_map(|(key, _)| library.get(key))
        {
            let purpose = citation.narrative.then_some(CitePurpose::Prose);
            let item = CitationItem::new(entry, None, None, false, purpose);
            driver.citation(CitationRequest::from_items(vec![item], &style, &locales));
        }
    }
    let result = driver.finish(BibliographyRequest {
        style: &style,
        locale: None,
        locale_files: &locales,
    });
    let html = |children: &hayagriva::ElemChildren| {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = children.write_buf(&mut text, BufWriteFormat::Html);
        text
    };
    Rendered {
        citations: result
            .citations
            .iter()
            .map(|shown| html(&shown.citation))
            .collect(),
        entries: result
            .bibliography
            .map(|list| list.items)
            .unwrap_or_default()
            .iter()
            .map(|item| (item.key.clone(), html(&item.content)))
            .collect(),
    }
}

/// One paragraph an entry, with links back to each section that cites it.
fn list_of_references(
    entries: &[(String, String)],
    places: &BTreeMap<String, Vec<(String, String)>>,
) -> String {
    let mut list = String::new();
    for (key, entry) in entries {
        let mut links = Vec::new();
        let mut seen = Vec::new();
        for (section, target) in places.get(key).into_iter().flatten() {
            if !seen.contains(&section) {
                seen.push(section);
                links.push(format!(
                    r#"<a class="reference-back" href="{target}">{section}</a>"#
                ));
            }
        }
        list.push_str(&format!(
            "<p class=\"reference\" id=\"ref-{key}\">{entry} <span class=\"reference-places\">Cited in: {}.</span></p>\n",
            links.join(", ")
        ));
    }
    list
}
