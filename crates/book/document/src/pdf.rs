//! The site as a PDF, typeset by Typst: pages become markup, which `book.typ` gives its look.

#[cfg(test)]
mod complete;
mod display;
mod escape;
mod inline;
mod labels;
mod math;
mod overfull;
mod page;
#[cfg(test)]
mod sample;
mod world;

use std::collections::HashSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use typst::WorldExt;
use typst::diag::SourceDiagnostic;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use self::labels::Labels;
use self::overfull::TEXT_WIDTH;
use self::page::Converter;
use self::world::Memory;
use crate::site::{Page, Site, selector};
use crate::words::Words;

/// The look of the document.
const LOOK: &str = include_str!("pdf/book.typ");

/// The options of `cargo book pdf`.
#[derive(Args)]
pub(crate) struct Options {
    /// The size of the paper.
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// Print one chapter with its exercises and solutions, named by its folder, such as multi-head.
    #[arg(long, value_name = "FOLDER")]
    chapter: Option<String>,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "target/attention-in-rust.pdf")]
    out: PathBuf,
    /// Also write what Typst reads, for a look of your own.
    #[arg(long, value_name = "FOLDER")]
    typst: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Paper {
    A4,
    Letter,
}

/// The drawings of the document.
#[derive(Default)]
struct Figures(Vec<(String, String)>);

impl Figures {
    /// Keeps a drawing and returns its path.
    fn add(&mut self, svg: String) -> String {
        let path = format!("figures/{}.svg", self.0.len() + 1);
        self.0.push((path.clone(), svg));
        path
    }
}

/// Writes the document.
pub(crate) fn write(site: &Site, options: &Options) -> Result<()> {
    let start = Instant::now();
    let (main, files) = source(site, options)?;
    if let Some(folder) = &options.typst {
        for (path, text) in files.iter().chain([&("main.typ".to_owned(), main.clone())]) {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().unwrap_or(folder))?;
            fs::write(&file, text).with_context(|| format!("{}", file.display()))?;
        }
    }
    let world = Memory::new(main, files)?;
    let compiled = typst::compile::<PagedDocument>(&world);
    for warning in &compiled.warnings {
        eprintln!("warning: {}", message(&world, warning));
    }
    let report = |errors: typst::ecow::EcoVec<SourceDiagnostic>| {
        let errors = errors.iter().map(|error| message(&world, error)).collect::<Vec<_>>();
        anyhow!("Typst: {}", errors.join("\n"))
    };
    let document = compiled.output.map_err(report)?;
    for place in overfull::check(&document) {
        eprintln!("warning: text beyond the margin of {place}");
    }
    let standards =
        PdfStandards::new(&[PdfStandard::Ua_1]).map_err(|error| anyhow!("{error:?}"))?;
    let pdf = typst_pdf::pdf(&document, &PdfOptions { standards, ..PdfOptions::default() });
    let pdf = pdf.map_err(report)?;
    if let Some(folder) = options.out.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&options.out, &pdf).with_context(|| format!("{}", options.out.display()))?;
    println!(
        "{}: {} pages, {:.1} MB, in {:.0} s",
        options.out.display(),
        document.pages().len(),
        pdf.len() as f64 / 1e6,
        start.elapsed().as_secs_f64(),
    );
    Ok(())
}

/// Returns the text of a message from Typst with the line of the markup from which it comes.
fn message(world: &Memory, diagnostic: &SourceDiagnostic) -> String {
    let mut message = diagnostic.message.to_string();
    for hint in &diagnostic.hints {
        let _ = write!(message, "; {}", hint.v);
    }
    if let Some(range) = world.range(diagnostic.span) {
        let _ = write!(message, ", at: {}", world.around(range.start));
    }
    message
}

/// Returns the markup of the document and the files that it reads.
fn source(site: &Site, options: &Options) -> Result<(String, Vec<(String, String)>)> {
    let pages = pages(site, options.chapter.as_deref())?;
    let labels = Labels::of(&pages);
    let cited = options.chapter.is_some().then(|| cited(&pages));
    let mut figures = Figures::default();
    let first = pages.first().ok_or_else(|| anyhow!("a document without pages"))?;
    let (title, above, subtitle) = match &options.chapter {
        Some(_) => (heading(first)?, site.title.clone(), String::new()),
        None => (site.title.clone(), String::new(), first.description()),
    };
    let paper = match options.paper {
        Paper::A4 => "a4",
        Paper::Letter => "us-letter",
    };
    let mut markup = format!(
        "#import \"book.typ\": *\n#show: book.with(title: {}, above: {}, subtitle: {}, \
         language: {}, paper: \"{paper}\")\n",
        escape::string(&title),
        escape::string(&above),
        escape::string(&subtitle),
        escape::string(&site.language),
    );
    let mut level = 1;
    for page in pages {
        if let (Some(part), None) = (&page.part, &options.chapter) {
            let _ = writeln!(markup, "#head(1, \"part\")[{}]", escape::markup(part));
            level = 2;
        }
        let _ = writeln!(markup, "#source({})", escape::string(&page.name));
        let level = level + page.depth;
        markup += &Converter::new(page, &labels, level, &mut figures, cited.as_ref()).page()?;
    }
    let mut files = figures.0;
    files.push(("book.typ".to_owned(), LOOK.to_owned()));
    files.push(("given.typ".to_owned(), given(&Words::of(&site.language)?)));
    Ok((markup, files))
}

/// Returns the values that `book.typ` imports.
fn given(words: &Words) -> String {
    let Words { contents, page, on, output, answer, hints } = words;
    format!(
        "#let text-width = {TEXT_WIDTH}mm\n#let words = (contents: {contents:?}, page: {page:?}, on: {on:?}, output: {output:?}, \
         answer: {answer:?}, hints: {hints:?})\n"
    )
}

/// Returns the pages of the document; of a single chapter, those in its folder and the references.
fn pages<'a>(site: &'a Site, chapter: Option<&str>) -> Result<Vec<&'a Page>> {
    let Some(chapter) = chapter else { return Ok(site.pages.iter().collect()) };
    let folder = format!("{}/", chapter.trim_end_matches('/'));
    let (mut pages, others): (Vec<_>, Vec<_>) =
        site.pages.iter().partition(|page| page.name.starts_with(&folder));
    if pages.is_empty() {
        bail!("the book has no chapter in the folder {chapter}");
    }
    if !cited(&pages).is_empty() {
        pages.extend(others.into_iter().find(|page| page.name == "references.html"));
    }
    Ok(pages)
}

/// Returns the entries of the references to which `pages` link.
fn cited(pages: &[&Page]) -> HashSet<String> {
    let links = pages
        .iter()
        .flat_map(|page| page.html.select(&selector("main a.citation[href]")).collect::<Vec<_>>());
    let ids = links.filter_map(|link| Some(link.attr("href")?.split_once('#')?.1.to_owned()));
    ids.collect()
}

/// Returns the title of a page with its number.
fn heading(page: &Page) -> Result<String> {
    let title = page.main()?.select(&selector("h1")).next();
    let title = title.ok_or_else(|| anyhow!("{}: no title", page.name))?;
    Ok(title.text().collect::<String>().trim().to_owned())
}
