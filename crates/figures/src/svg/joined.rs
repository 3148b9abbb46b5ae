//! Many rectangles of one paint as one path: a map of two thousand cells stays small.

use std::fmt::Write;

use super::{Element, JOINED, decode, rounded};

/// The rectangles that wait to become a path.
#[derive(Default)]
pub(super) struct Cells {
    /// Fill and opacity, as `plotters` wrote them.
    paint: (String, String),
    /// The path so far.
    path: String,
}

impl Cells {
    /// Takes the rectangle if it is one to be joined. Writes the path so far before anything else.
    pub(super) fn take(&mut self, element: &Element<'_>, out: &mut String) -> bool {
        let fill = element.get("fill").unwrap_or_default();
        let joined = element.tag == "rect"
            && fill != "none"
            && f64::from(decode(fill).2) == JOINED;
        let opacity = element.get("opacity").unwrap_or("1");
        let same = self.paint.0 == fill && self.paint.1 == opacity;
        if !joined || !same {
            self.flush(out);
        }
        if joined {
            let [x, y, width, height] =
                ["x", "y", "width", "height"].map(|name| element.number(name));
            // A space around each number, so that `compare` can read it.
            let _ = write!(self.path, "M {x} {y} h {width} v {height} h -{width} z ");
            self.paint = (fill.to_owned(), opacity.to_owned());
        }
        joined
    }

    /// Writes the path, if there is one.
    pub(super) fn flush(&mut self, out: &mut String) {
        if self.path.is_empty() {
            return;
        }
        let role = decode(&self.paint.0).0;
        let opacity = match self.paint.1.as_str() {
            "1" => String::new(),
            value => {
                format!(" opacity=\"{}\"", rounded(value.parse().unwrap_or(1.0)))
            }
        };
        // Crisp edges leave no seams between cells.
        let _ = writeln!(
            out,
            "<path d=\"{}\"{opacity} shape-rendering=\"crispEdges\" fill=\"{}\" class=\"fill-{}\"/>",
            self.path.trim_end(),
            role.color(),
            role.name()
        );
        self.path.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Figure;
    use super::super::super::canvas::{Area, Fill};
    use super::super::super::style::Role;

    #[test]
    fn cells_of_one_paint_become_one_path() {
        let figure = Figure::draw("a/b.svg", "Cells", (40.0, 40.0), |canvas| {
            let cell = |x: f64| Area::new(x, 2.0, 5.5, 4.0);
            let half = Fill::with_opacity(Role::HeatPlus, 0.5);
            canvas.fill_cells(&[cell(0.0), cell(10.0)], half);
            canvas.fill_cells(&[cell(20.0)], Role::HeatPlus);
            canvas.fill_rect(cell(30.0), Role::HeatPlus);
            canvas.fill_cells(&[cell(5.0)], Role::HeatMinus);
        });
        let shapes: Vec<_> = figure.svg.lines().skip(2).collect();
        assert_eq!(
            shapes[0],
            "<path d=\"M 0 2 h 5.5 v 4 h -5.5 z M 10 2 h 5.5 v 4 h -5.5 z\" opacity=\"0.5\" \
             shape-rendering=\"crispEdges\" fill=\"#0064AB\" class=\"fill-heat-plus\"/>"
        );
        assert!(
            shapes[1].starts_with("<path d=\"M 20 2") && !shapes[1].contains("opacity")
        );
        assert!(shapes[2].starts_with("<rect x=\"30\""));
        assert!(shapes[3].contains("fill-heat-minus"));
        assert_eq!(shapes.len(), 5, "{shapes:?}");
    }
}
