//! The SVG writer: one element per line, with its color on white and the class of its role.

use std::fmt::Display;

use crate::paint::{Area, Fill, Point, Stroke, TextLook};
use crate::style::{LINE_HEIGHT, Role, TEXT_SIZE, WIDTH};

/// The drawing area of a figure. It is transparent, and as wide as all figures.
///
/// ```
/// use drawing::prelude::*;
///
/// let mut canvas = Canvas::new(80.0);
/// canvas.block((10.0, 20.0, 100.0, 40.0), "query", Series1);
/// canvas.block((280.0, 20.0, 110.0, 40.0), "key\nshape (n, d)", Series2);
/// canvas.labeled_arrow((110.0, 40.0), (280.0, 40.0), Muted.weight(0.67), "0.67", 1.0);
/// let svg = canvas.svg("A query meets a key");
/// assert!(svg.contains(r##"stroke="#0069A8" class="stroke-series-1"/>"##));
/// assert!(svg.contains(">0.67</text>"));
/// ```
pub struct Canvas {
    /// The height in user units.
    pub height: f64,
    elements: String,
}

impl Canvas {
    /// Creates an empty canvas with a height in user units.
    pub fn new(height: f64) -> Canvas {
        Canvas { height, elements: String::new() }
    }

    /// Returns the text of the SVG file, with a title for screen readers and tooltips.
    pub fn svg(&self, title: &str) -> String {
        let (width, height) = (WIDTH, hundredths(self.height));
        let (title, elements) = (escape(title), &self.elements);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"{TEXT_SIZE}\" stroke-linejoin=\"round\">\n\
             <title>{title}</title>\n{elements}</svg>\n"
        )
    }

    fn element(&mut self, element: impl Display) {
        self.elements += &format!("<{element}/>\n");
    }

    /// Draws a group, the elements of which a style sheet or a script finds by a class.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Canvas)) {
        self.elements += &format!("<g class=\"{class}\">\n");
        draw(self);
        self.elements += "</g>\n";
    }

    /// Fills a rectangle.
    pub fn fill_rect(&mut self, area: impl Into<Area>, fill: impl Into<Fill>) {
        let fill = fill.into();
        if fill.opacity > 0.0 {
            self.rect(area.into(), 0.0, &filled(fill));
        }
    }

    /// Draws the outline of a rectangle, one unit wide.
    pub fn outline(&mut self, area: impl Into<Area>, role: Role) {
        self.rounded(area, 0.0, role.opacity(0.0), role);
    }

    /// Draws an empty box with corners of this radius.
    pub fn rounded(
        &mut self,
        area: impl Into<Area>,
        radius: f64,
        fill: impl Into<Fill>,
        outline: Role,
    ) {
        let (area, fill) = (area.into(), fill.into());
        if fill.opacity > 0.0 {
            self.rect(area, radius, &filled(fill));
        }
        self.rect(area, radius, &[" fill=\"none\"".to_owned(), color("stroke", outline)]);
    }

    fn rect(&mut self, area: Area, radius: f64, [inside, color]: &[String; 2]) {
        let [x, y, width, height] = sides(area);
        let rx = if radius > 0.0 { format!(" rx=\"{radius}\"") } else { String::new() };
        self.element(format_args!(
            "rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{inside}{rx}{color}"
        ));
    }

    /// Fills rectangles that share a fill, such as the many cells of a map, as one shape of the
    /// file.
    pub fn fill_cells(&mut self, areas: impl IntoIterator<Item = Area>, fill: impl Into<Fill>) {
        // Spaces around numbers let two files be compared number by number.
        let cells = areas.into_iter().map(|area| {
            let [x, y, width, height] = sides(area);
            format!("M {x} {y} h {width} v {height} h -{width} z")
        });
        let cells = cells.collect::<Vec<_>>().join(" ");
        let fill = fill.into();
        if fill.opacity > 0.0 && !cells.is_empty() {
            let [opacity, color] = filled(fill);
            // Crisp edges leave no seams between cells.
            let crisp = "shape-rendering=\"crispEdges\"";
            self.element(format_args!("path d=\"{cells}\"{opacity} {crisp}{color}"));
        }
    }

    /// Draws a line through the points.
    pub fn line(&mut self, points: impl AsRef<[Point]>, stroke: impl Into<Stroke>) {
        let (stroke, points) = (stroke.into(), numbers(points.as_ref()));
        let dash = match stroke.dash.0 {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        let (width, color) = (hundredths(stroke.width), color("stroke", stroke.role));
        self.element(format_args!(
            "polyline fill=\"none\"{dash} stroke-width=\"{width}\" points=\"{points}\"{color}"
        ));
    }

    /// Fills the polygon with these corners.
    pub fn fill_polygon(&mut self, corners: &[Point], fill: impl Into<Fill>) {
        let ([opacity, color], corners) = (filled(fill), numbers(corners));
        self.element(format_args!("polygon{opacity} points=\"{corners}\"{color}"));
    }

    /// Fills a disk.
    pub fn disk(&mut self, center: Point, radius: f64, fill: impl Into<Fill>) {
        let [opacity, color] = filled(fill);
        self.circle(center, radius, &opacity, &color);
    }

    /// Draws a circle without a fill.
    pub fn ring(&mut self, center: Point, radius: f64, stroke: impl Into<Stroke>) {
        let stroke = stroke.into();
        let width = hundredths(stroke.width);
        let inside = format!(" fill=\"none\" stroke-width=\"{width}\"");
        self.circle(center, radius, &inside, &color("stroke", stroke.role));
    }

    fn circle(&mut self, (x, y): Point, radius: f64, inside: &str, color: &str) {
        let [x, y, r] = [x, y, radius].map(hundredths);
        self.element(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{inside}{color}"));
    }

    /// Writes lines of text below each other. `at` is at half the height of the first line.
    pub fn text(&mut self, at: Point, text: impl Display, look: impl Into<TextLook>) {
        self.lines(at, &text.to_string(), look.into());
    }

    /// Implements [`text`](Canvas::text); it is compiled once for all types of texts.
    fn lines(&mut self, at: Point, text: &str, look: TextLook) {
        let [anchor, font, turn] = look.attributes;
        let color = color("fill", look.role);
        for (line, text) in text.lines().enumerate() {
            let [x, y] = [at.0, at.1 + LINE_HEIGHT * line as f64].map(hundredths);
            let turn = match turn {
                "" => String::new(),
                degrees => format!(" transform=\"rotate({degrees} {x} {y})\""),
            };
            // Shifting the baseline by half the height of a digit centers the text vertically.
            let place = format!("x=\"{x}\" y=\"{y}\" dy=\"0.35em\"");
            let text = escape(text);
            self.elements += &format!("<text {place}{anchor}{font}{turn}{color}>{text}</text>\n");
        }
    }
}

/// Rounds to two decimals, which are finer than any screen. Adding 0 removes the sign of a zero.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0 + 0.0
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&apos;")
}

fn color(kind: &str, role: Role) -> String {
    let (color, name) = (role.color(), role.name());
    format!(" {kind}=\"{color}\" class=\"{kind}-{name}\"")
}

/// Returns the attributes of a fill: its opacity if it is less than 1, and its color.
fn filled(fill: impl Into<Fill>) -> [String; 2] {
    let Fill { role, opacity } = fill.into();
    let opacity = match opacity {
        1.0 => String::new(),
        opacity => format!(" opacity=\"{}\"", hundredths(opacity)),
    };
    [opacity, color("fill", role)]
}

/// Returns the position and the size of a rectangle, with its sides rounded so that neighbors meet.
fn sides(area: Area) -> [f64; 4] {
    let [x, y] = [area.left, area.top].map(hundredths);
    let (width, height) = (hundredths(area.right()) - x, hundredths(area.bottom()) - y);
    [x, y, hundredths(width), hundredths(height)]
}

/// Formats the points of a line. Curves have many points, so one decimal, finer than a pixel, must
/// do.
fn numbers(points: &[Point]) -> String {
    let shorten = |number: f64| match points.len() {
        0..=2 => hundredths(number),
        _ => (hundredths(number) * 10.0).round() / 10.0 + 0.0,
    };
    let pair = |&(x, y): &Point| format!("{},{}", shorten(x), shorten(y));
    points.iter().map(pair).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    fn drawn(draw: impl FnOnce(&mut Canvas)) -> Vec<String> {
        let mut canvas = Canvas::new(100.5);
        draw(&mut canvas);
        let svg = canvas.svg("a < b");
        let mut lines: Vec<String> = svg.lines().map(str::to_owned).collect();
        assert!(lines[0].contains("width=\"400\" height=\"100.5\" viewBox=\"0 0 400 100.5\""));
        assert_eq!(lines[1], "<title>a &lt; b</title>");
        assert_eq!(lines.pop().as_deref(), Some("</svg>"));
        lines.split_off(2)
    }

    #[test]
    fn a_line_has_color_class_and_dash() {
        let stroke = Series2.width(1.5).dash(Dash::DASHED);
        let lines = drawn(|canvas| canvas.line([(-0.011, -0.001), (2.5, 33.333)], stroke));
        let expected = "<polyline fill=\"none\" stroke-dasharray=\"7 4\" stroke-width=\"1.5\" \
            points=\"-0.01,0 2.5,33.33\" stroke=\"#BF4A00\" class=\"stroke-series-2\"/>";
        assert_eq!(lines, [expected]);
    }

    #[test]
    fn a_curve_has_one_decimal() {
        let points = [(-0.01, 0.0), (2.5, 33.33), (2.55, 33.37)];
        let lines = drawn(|canvas| canvas.line(points, Ink));
        assert!(lines[0].contains("points=\"0,0 2.5,33.3 2.6,33.4\""), "{lines:?}");
    }

    #[test]
    fn neighbors_meet() {
        let lines = drawn(|canvas| {
            canvas.fill_rect((1.004, 2.0, 3.004, 4.0), Heat.opacity(0.505));
            canvas.rounded((4.008, 2.0, 1.0, 4.0), 5.0, Paper, Muted);
        });
        assert!(lines[0].starts_with(
            "<rect x=\"1\" y=\"2\" width=\"3.01\" height=\"4\" opacity=\"0.51\" fill"
        ));
        assert!(lines[1].starts_with("<rect x=\"4.01\""));
        assert!(lines[2].contains("fill=\"none\" rx=\"5\" stroke=\"#57606A\""), "{lines:?}");
    }

    #[test]
    fn cells_of_one_fill_are_one_path() {
        let cell = |x: f64| Area::new(x, 2.0, 5.5, 4.0);
        let lines = drawn(|canvas| {
            canvas.fill_cells([cell(0.0), cell(10.0)], HeatPlus.opacity(0.5));
            canvas.fill_cells([], HeatPlus);
        });
        let expected = "<path d=\"M 0 2 h 5.5 v 4 h -5.5 z M 10 2 h 5.5 v 4 h -5.5 z\" opacity=\"0.5\" \
             shape-rendering=\"crispEdges\" fill=\"#0064AB\" class=\"fill-heat-plus\"/>";
        assert_eq!(lines, [expected]);
    }

    #[test]
    fn text_is_escaped_and_turned() {
        let lines = drawn(|canvas| {
            canvas.text((1.0, 2.0), "<'&>", Ink.start().bold().upward());
        });
        let expected = "<text x=\"1\" y=\"2\" dy=\"0.35em\" font-weight=\"bold\" \
            transform=\"rotate(270 1 2)\" fill=\"#1F2328\" class=\"fill-ink\">&lt;&apos;&amp;&gt;</text>";
        assert_eq!(lines, [expected]);
    }
}
