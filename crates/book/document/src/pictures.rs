//! A picture of each page, for programs that show links.
//!
//! The head of a page names its picture after a figure: the first of the page or, if it has none,
//! the first of the book.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use scraper::Selector;

use crate::raster::{FONT, Raster};
use crate::site::{Site, selector};
use crate::svg::standalone;

/// The size of a picture, which `crates/book/src/head.rs` announces, and its smallest margin.
const SIZE: (u32, u32) = (1200, 630);
const MARGIN: f32 = 40.0;

/// Draws the pictures that the pages of `site` name into its `folder`.
pub(crate) fn write(site: &Site, folder: &Path) -> Result<()> {
    let named = selector("meta[property='og:image']");
    let mut pages = BTreeMap::new();
    for page in &site.pages {
        let address = page.html.select(&named).next().and_then(|meta| meta.attr("content"));
        let address = address.with_context(|| format!("{} names no picture", page.name))?;
        let (_, file) = address.rsplit_once('/').unwrap_or_default();
        pages.entry(file).or_insert_with(Vec::new).push(page);
    }
    let raster = Raster::new();
    let folder = folder.join("pictures");
    fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    for (file, pages) in &pages {
        let id = file.strip_suffix(".png").unwrap_or(file);
        let figure = Selector::parse(&format!("figure[id='{id}'] > svg"));
        let figure = figure.with_context(|| format!("{file} names no figure"))?;
        let Some(svg) = pages.iter().find_map(|page| page.html.select(&figure).next()) else {
            bail!("{}: no page has the figure of its picture {file}", pages[0].name);
        };
        let png = raster.png(&standalone(svg, FONT), SIZE, MARGIN);
        let png = png.with_context(|| format!("{}: {file}", pages[0].name))?;
        let path = folder.join(file);
        fs::write(&path, png).with_context(|| format!("{}", path.display()))?;
    }
    println!("{} pictures: {}", pages.len(), folder.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Pixmap;
    use tempfile::tempdir;

    use super::*;

    /// Writes a site of two pages, of which one has the figure of both.
    fn site(folder: &Path, figure: &str) -> Site {
        let head = "<meta property='og:image' content='https://a.example/pictures/fig-dot.png'>";
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>\
                   <rect width='10' height='10' fill='#FF0000' class='x'/></svg>";
        let body = format!("<main><figure id='{figure}'>{svg}</figure></main>");
        for (name, text) in [
            ("toc.html", "<ol><li><a href='a.html'>A</a></li><li><a href='b.html'>B</a></li></ol>"),
            ("a.html", &format!("{head}<main></main>")),
            ("b.html", &format!("{head}{body}")),
        ] {
            fs::write(folder.join(name), text).expect("the folder is writable");
        }
        Site::read(folder).expect("the site is complete")
    }

    #[test]
    fn a_figure_is_drawn_once_in_the_middle() -> Result<()> {
        let folder = tempdir()?;
        write(&site(folder.path(), "fig-dot"), folder.path())?;
        let picture = Pixmap::load_png(folder.path().join("pictures/fig-dot.png"))?;
        assert_eq!((picture.width(), picture.height()), SIZE);
        let color = |x, y| picture.pixel(x, y).map(|pixel| pixel.demultiply());
        assert_eq!(color(600, 315), color(600 - 274, 41));
        assert_ne!(color(600, 315), color(600, 38));
        assert_ne!(color(600, 315), color(600 - 277, 315));
        Ok(())
    }

    #[test]
    fn a_missing_figure_is_named_with_its_page() -> Result<()> {
        let folder = tempdir()?;
        let error = write(&site(folder.path(), "fig-line"), folder.path()).unwrap_err();
        assert!(error.to_string().starts_with("a.html: no page has the figure"), "{error}");
        Ok(())
    }
}
