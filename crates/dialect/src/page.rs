use crate::block::fenced_blocks;
use crate::{Block, Expanded, Listing, Problem, Problems, Scan};

/// A page that has been read.
#[derive(Debug)]
pub struct Page {
    /// The entry in the table of contents.
    pub listing: Listing,
    /// The text, with includes and exercises.
    pub text: Expanded,
    /// The result of scanning the text.
    pub scan: Scan,
}

impl Page {
    /// Returns the path without extension, or the folder of which this is the first page. This is
    /// the label of a chapter.
    pub fn name(&self) -> &str {
        let path = &self.listing.path;
        let path = path.strip_suffix(".md").unwrap_or(path);
        path.strip_suffix("/index").unwrap_or(path)
    }

    /// Returns the path from this page to the folder `src`: `../` for each folder between them.
    pub fn up(&self) -> String {
        "../".repeat(self.listing.path.matches('/').count())
    }

    /// Returns the path from `other` to this page.
    pub fn link_from(&self, other: &Self) -> String {
        let folder = |page: &Self| page.listing.path.rfind('/').map_or(0, |end| end + 1);
        let (path, end) = (&self.listing.path, folder(self));
        match path[..end] == other.listing.path[..folder(other)] {
            true => path[end..].to_owned(),
            false => format!("{}{path}", other.up()),
        }
    }

    /// Returns the Rust blocks of the page, like [`blocks()`](crate::blocks()).
    pub fn blocks(&self) -> Result<Vec<Block>, Problems> {
        fenced_blocks(&self.text, &self.scan.fences)
    }

    pub(crate) fn title_problems(&self) -> Vec<Problem> {
        let rule = "a heading needs a title and an identifier: ## Title {#identifier}";
        let unnamed = self.scan.unnamed_headings.iter();
        let mut problems: Vec<_> = unnamed.map(|start| self.text.problem(*start, rule)).collect();
        if let Some(title) = &self.listing.appendix
            && let Some(heading) = self.scan.headings.first()
            && heading.title != *title
        {
            let message = format!(
                "src/SUMMARY.md calls this appendix `{title}`, which is its title without its letter"
            );
            problems.push(self.text.problem(heading.range.start, message));
        }
        problems
    }
}
