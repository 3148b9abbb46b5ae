//! Requirements for every chapter.

use std::fs;
use std::path::Path;

use dialect::{Bibliography, Block, Contents, Kind, Library, Manuscript, Page, Problems, Source};

use crate::root;

/// Longer code does not fit on a screen together with its explanation.
const MOST_LINES: usize = 37;
/// Longer lines of code scroll sideways next to the table of contents.
const LONGEST_LINE: usize = 72;
/// Exercises quote code in the format that students write.
const LONGEST_IN_EXERCISES: usize = 88;
const FEWEST_EXERCISES: usize = 6;

/// Returns the chapters and the texts of the exercises.
fn sources() -> Vec<Source> {
    dialect::snippet_sources(root()).unwrap()
}

fn blocks(source: &Source) -> Vec<Block> {
    dialect::blocks(&dialect::expand(root(), source).unwrap()).unwrap()
}

/// Returns the chapters and appendices with the texts of their pages, in order of appearance.
fn numbered() -> Vec<Source> {
    let mut chapters: Vec<Source> = Vec::new();
    for file in counted(root()) {
        let page = Source::read(root(), format!("src/{file}")).unwrap();
        match chapters.last_mut() {
            Some(chapter) if chapter.name() == page.name() => {
                chapter.text += &page.text;
            }
            _ => chapters.push(page),
        }
    }
    chapters
}

/// Appendices for reference, without code, figures, and exercises of their own.
const CATALOGS: &[&str] = &["common-mistakes.md", "glossary.md"];

/// Returns the pages that a table of contents counts with numbers or letters, except the catalogs.
fn counted(root: &Path) -> Vec<String> {
    let pages = Contents::read(root).unwrap().pages.into_iter();
    let counted = pages.filter(|page| page.number.is_some());
    let files = counted.map(|page| page.path);
    files.filter(|file| !CATALOGS.contains(&&**file)).collect()
}

#[test]
fn appendices_are_held_to_the_rules_of_chapters() {
    let contents = "[Notation](notation.md)\n\n- [Cues](cues.md)\n- [Means](means.md)\n- [Later]()\n\n\
                    [Appendix A: Arrays (for NumPy)](array.md)\n\
                    [Appendix B: Glossary](glossary.md)\n[References](references.md)\n";
    let book = tempfile::tempdir().unwrap();
    fs::create_dir(book.path().join("src")).unwrap();
    fs::write(book.path().join("src/SUMMARY.md"), contents).unwrap();
    assert_eq!(counted(book.path()), ["cues.md", "means.md", "array.md"]);
}

#[test]
fn no_block_is_longer_than_a_screen() {
    for source in &sources() {
        for block in blocks(source) {
            let lines = block.visible_lines();
            let place = format!("{}:{}", source.file, block.line);
            assert!(lines <= MOST_LINES, "{place}: {lines} visible lines");
        }
    }
}

#[test]
fn no_visible_line_of_code_is_too_long() {
    let mut problems = Vec::new();
    for source in &sources() {
        let (text, longest) = match source.file.starts_with("exercises/") {
            true => ("exercises", LONGEST_IN_EXERCISES),
            false => ("the main text", LONGEST_LINE),
        };
        let chapter = dialect::expand(root(), source).unwrap();
        for fence in dialect::scan(&chapter).0.fences {
            let language = fence.info.split([',', ' ']).next();
            for range in fence.lines {
                let line = &chapter.text[range.clone()];
                let is_hidden = language == Some("rust") && line.trim_start().starts_with("# ");
                let length = line.chars().count();
                if length > longest && !is_hidden && language != Some("math") {
                    let rule = format!("code of {text} has at most {longest} columns");
                    let message = format!("{rule}: {length}\n{line}");
                    problems.push(chapter.problem(range.start, message));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", Problems(problems));
}

#[test]
fn every_chapter_has_its_parts_in_order() {
    let chapters = numbered();
    assert!(chapters.len() >= 2);
    for chapter in chapters {
        let headings: Vec<_> = chapter
            .text
            .lines()
            .filter_map(|line| line.strip_prefix("# ").or(line.strip_prefix("## ")))
            .collect();
        let place = |title: &str| {
            let found = headings.iter().position(|heading| heading.starts_with(title));
            found.unwrap_or_else(|| panic!("{} has no section {title}", chapter.file))
        };
        let parts = ["Summary", "Further reading", "Exercises on"];
        assert!(parts.map(place).is_sorted(), "{}", chapter.file);
        for part in ["Common mistake", "[@"] {
            let found = chapter.text.to_lowercase().contains(&part.to_lowercase());
            assert!(found, "{} has no {part:?}", chapter.file);
        }
    }
}

#[test]
fn a_page_of_solutions_is_named_after_their_numbers() {
    let manuscript = Manuscript::read(root()).unwrap();
    let pages = manuscript.pages.iter().zip(&manuscript.labels.headings);
    let is_of_solutions = |page: &Page| page.name().contains("/solutions");
    let pages: Vec<_> = pages.filter(|(page, _)| is_of_solutions(page)).collect();
    assert!(pages.len() >= numbered().len());
    for (page, shown) in pages {
        let numbers: Vec<_> = shown.iter().flatten().collect();
        let number = |shown: &str| shown.replace("Solution ", "").replace(':', "");
        let (start, last) = (number(numbers[0]), number(numbers[numbers.len() - 1]));
        let title = format!("Solutions {start} to {last}");
        assert_eq!(page.scan.headings[0].title, title, "{}", page.text.file);
        let chapter = page.name().split('/').next().unwrap();
        let first = manuscript.pages.iter().find(|page| page.name() == chapter).unwrap();
        let listing = &first.listing;
        let name = listing.appendix.as_ref().unwrap_or(&listing.title);
        assert_eq!(page.listing.title, format!("{name}: {start} to {last}"), "src/SUMMARY.md");
    }
}

#[test]
fn every_work_that_is_cited_has_a_link() {
    let works = Bibliography::read(root()).unwrap();
    assert!(works.iter().next().is_some());
    for work in works.iter() {
        assert!(work.text.contains("<https://"), "{}", work.text);
    }
}

#[test]
fn every_chapter_has_exercises_of_each_kind() {
    let library = Library::load(root()).unwrap();
    for chapter in numbered() {
        let name = chapter.name();
        let of_chapter = library.exercises.iter().filter(|one| one.chapter == name);
        let kinds: Vec<_> = of_chapter.map(|one| one.metadata.kind).collect();
        let count = |kind| kinds.iter().filter(|other| **other == kind).count();
        assert!(kinds.len() >= FEWEST_EXERCISES, "{name}: {} exercises", kinds.len());
        for (kind, fewest) in
            [(Kind::Code, 2), (Kind::Bug, 1), (Kind::Proof, 1), (Kind::Experiment, 1)]
        {
            assert!(count(kind) >= fewest, "{name}: {} of {kind}", count(kind));
        }
    }
}

#[test]
fn code_and_figures_of_a_chapter_are_found_by_its_name() {
    for chapter in numbered() {
        let module = chapter.name().replace('-', "_");
        let has_code = |package: &&str| {
            let file = format!("crates/{package}/src/{module}.rs");
            root().join(file).is_file()
        };
        for packages in [&["attention", "engine"][..], &["figures"]] {
            assert!(
                packages.iter().any(has_code),
                "{} has no {module}.rs in {packages:?}",
                chapter.file
            );
        }
        let folder = root().join("images").join(chapter.name());
        assert!(folder.is_dir(), "{} has no figures", chapter.file);
    }
}

#[test]
fn most_blocks_show_what_they_print() {
    let library = Library::load(root()).unwrap();
    for chapter in numbered() {
        let mut blocks = blocks(&chapter);
        let folder = format!("exercises/{}/", chapter.name());
        for source in library.sources() {
            if source.file.starts_with(&folder) {
                blocks.extend(self::blocks(&source));
            }
        }
        // Included definitions print nothing. Of what a page spells out, nearly all prints.
        blocks.retain(|block| !block.has_include());
        let shown = blocks.iter().filter(|block| block.output.is_some()).count();
        assert!(
            6 * shown >= 5 * blocks.len() && shown > 0,
            "{}: {shown} of {}",
            chapter.file,
            blocks.len()
        );
    }
}

/// The tests of the package `images` check that these are exactly the files that the code draws.
#[test]
fn every_figure_is_in_the_book() {
    let text: String = sources().into_iter().map(|source| source.text).collect();
    let mut figures = 0;
    for folder in fs::read_dir(root().join("images")).unwrap() {
        let folder = folder.unwrap();
        if folder.path().is_file() {
            continue;
        }
        let chapter = folder.file_name().into_string().unwrap();
        for file in fs::read_dir(folder.path()).unwrap() {
            let file = file.unwrap().file_name().into_string().unwrap();
            let file = format!("images/{chapter}/{file}");
            assert!(text.contains(&file), "no chapter shows {file}");
            figures += 1;
        }
    }
    assert!(figures > 40, "{figures} figures");
}
