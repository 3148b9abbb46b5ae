//! Drawings as pictures of pixels.

use std::sync::Arc;

use anyhow::{Context, Result};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

/// A font of `typst-assets`, because the fonts of machines differ.
pub(crate) const FONT: &str = "Libertinus Serif";

/// Draws with the fonts of `typst-assets`.
pub(crate) struct Raster(Options<'static>);

impl Raster {
    /// Loads the fonts.
    pub(crate) fn new() -> Self {
        let mut fonts = Database::new();
        typst_assets::fonts().for_each(|font| fonts.load_font_data(font.to_vec()));
        Self(Options { fontdb: Arc::new(fonts), ..Options::default() })
    }

    /// Returns a PNG of this size in pixels with the drawing `svg` in the middle of a white ground,
    /// as large as the `margin` permits.
    pub(crate) fn png(&self, svg: &str, size: (u32, u32), margin: f32) -> Result<Vec<u8>> {
        let tree = Tree::from_str(svg, &self.0)?;
        let drawn = tree.size();
        let fitting = [(size.0 as f32, drawn.width()), (size.1 as f32, drawn.height())];
        let [across, down] = fitting.map(|(room, needed)| (room - 2.0 * margin) / needed);
        let scale = across.min(down);
        let [left, top] = fitting.map(|(room, needed)| (room - scale * needed) / 2.0);
        let mut picture = Pixmap::new(size.0, size.1).context("no memory for a picture")?;
        picture.fill(Color::WHITE);
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, left, top);
        resvg::render(&tree, transform, &mut picture.as_mut());
        Ok(picture.encode_png()?)
    }
}
