//! One figure: where it is stored, what it is called, and its SVG text.

use super::canvas::Canvas;
use super::svg;

/// A figure of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The file below `images/`: the chapter's folder and the figure's name, `attention-cues/identity.svg`.
    pub path: &'static str,
    /// The name that screen readers and tool tips say.
    pub title: String,
    /// The text of the file.
    pub svg: String,
}

impl Figure {
    /// Draws a figure of a size (width, height) in user units on an empty, transparent canvas.
    ///
    /// ```
    /// use figures::Figure;
    /// use figures::style::Role;
    ///
    /// let figure = Figure::draw("attention-cues/dot.svg", "A dot", (40.0, 40.0), |canvas| {
    ///     canvas.disk((20.0, 20.0), 8.0, Role::Accent);
    /// });
    /// assert!(figure.svg.contains("<title>A dot</title>"));
    /// assert!(figure.svg.contains(r#"class="fill-accent""#));
    /// ```
    pub fn draw(
        path: &'static str,
        title: &str,
        size: (f64, f64),
        draw: impl FnOnce(&mut Canvas<'_>),
    ) -> Figure {
        let mut raw = String::new();
        draw(&mut Canvas::new(&mut raw, size));
        Figure {
            path,
            title: title.to_owned(),
            svg: svg::finish(&raw, title),
        }
    }
}
