//! Names the targets of references in words, because a handout is read without the book.

use std::path::{Path, PathBuf};

use dialect::{Bibliography, Exercise, Formula, Library, Manuscript, Page};

use crate::Error;

pub(crate) struct Book {
    pub(super) root: PathBuf,
    manuscript: Manuscript,
    pub(super) bibliography: Bibliography,
    /// Labels and titles of exercises.
    exercises: Vec<(String, String)>,
}

#[derive(Clone)]
pub(super) struct Equation {
    pub(super) tex: String,
    /// The position in the book, for instance
    /// `Section "Kernels" of the chapter "Attention pooling"`.
    pub(super) place: String,
}

impl Book {
    pub(crate) fn read(root: &Path, library: &Library) -> Result<Self, Error> {
        let title = |one: &Exercise| (format!("ex:{}", one.id), one.metadata.title.clone());
        Ok(Self {
            root: root.to_owned(),
            manuscript: Manuscript::outline(root)?,
            bibliography: Bibliography::read(root)?,
            exercises: library.exercises.iter().map(title).collect(),
        })
    }

    /// Returns the text of a reference after its word:
    /// `"Kernels" of the chapter "Attention pooling"`.
    pub(super) fn name(&self, label: &str) -> Option<String> {
        let mut exercises = self.exercises.iter();
        if let Some((_, title)) = exercises.find(|(known, _)| known == label) {
            return Some(format!("\"{title}\""));
        }
        let target = self.manuscript.labels.target(label)?;
        let page = &self.manuscript.pages[target.page];
        let heading = |id| page.scan.headings.iter().find(|heading| heading.id == id);
        let place = chapter(page);
        match label.split_once(':')? {
            ("ch", _) => Some(format!("\"{}\"", title(page))),
            ("ex", _) => Some(format!("\"{}\"", heading(label)?.title)),
            ("sec", id) => Some(format!("\"{}\" of {place}", heading(id)?.title)),
            _ => {
                let figure = page.scan.figures.iter().find(|one| one.label == label)?;
                let caption = &page.text.text[figure.image.end..figure.paragraph.end];
                let caption = caption.split_whitespace().collect::<Vec<_>>().join(" ");
                let first = caption.split(". ").next()?.trim_end_matches('.');
                Some(format!("\"{first}\" of {place}"))
            }
        }
    }

    /// Returns an equation of a chapter, unless it belongs to an exercise.
    pub(super) fn equation(&self, label: &str) -> Option<Equation> {
        let target = self.manuscript.labels.target(label)?;
        let page = &self.manuscript.pages[target.page];
        let mut formulas = page.scan.formulas.iter();
        let formula = formulas.find(|one| one.label.as_deref() == Some(label))?;
        let mut before = page.scan.headings.iter();
        let heading = before.rfind(|heading| heading.start < formula.range.start);
        let place = match heading {
            Some(heading) if heading.id.starts_with("ex:") => return None,
            Some(heading) if heading.start > page.scan.headings[0].start => {
                format!("Section \"{}\" of {}", heading.title, chapter(page))
            }
            _ => chapter(page),
        };
        Some(Equation::of(formula, place))
    }
}

impl Equation {
    pub(super) fn of(formula: &Formula, place: String) -> Self {
        let tex = formula.tex.trim_end().to_owned();
        Self { tex, place }
    }
}

fn title(page: &Page) -> &str {
    let heading = page.scan.headings.first();
    heading.map_or(&page.listing.title, |heading| &heading.title)
}

/// Formats `the chapter "Attention cues"`.
fn chapter(page: &Page) -> String {
    let kind = match page.listing.appendix {
        Some(_) => "appendix",
        None => "chapter",
    };
    format!("the {kind} \"{}\"", title(page))
}
