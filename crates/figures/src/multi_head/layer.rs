//! The layer as a diagram.

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, Point, TextLook};
use super::super::cells::{self, Grid};
use super::super::diagram::{Arrow, Block};
use super::super::style::{Role, WIDTH};
use super::HEADS;

/// Three projections, two attentions side by side, and the projection of what they give.
///
/// ```
/// let figure = figures::multi_head::multi_head();
/// assert!(figure.svg.contains(">output projection</text>"));
/// ```
pub fn multi_head() -> Figure {
    let title = "Multi-head attention with two heads";
    Figure::draw(
        "multi-head/multi-head.svg",
        title,
        (WIDTH, 446.0),
        |canvas| {
            let block = |canvas: &mut Canvas<'_>, area: Area, lines: &[&str]| {
                canvas.block(area, &Block::new(lines));
            };
            let columns = [
                (6.0, 138.0, "queries", "[queries, hidden]"),
                (151.0, 118.0, "keys", "[keys, hidden]"),
                (276.0, 118.0, "values", "[keys, hidden]"),
            ];
            for (index, (left, width, name, shape)) in columns.into_iter().enumerate() {
                let middle = left + width / 2.0;
                block(canvas, Area::new(left, 6.0, width, 30.0), &[name]);
                canvas.arrow(&Arrow::new((middle, 37.0), (middle, 55.0)));
                let projection = Area::new(left, 56.0, width, 44.0);
                block(canvas, projection, &["projection", shape]);
                canvas.arrow(&Arrow::new((middle, 101.0), (middle, 117.0)));
                for (head, area) in strip(canvas, (middle, 118.0)).enumerate() {
                    let target =
                        101.0 + 198.0 * head as f64 + 44.0 * (index as f64 - 1.0);
                    let from = (area.center().0, 141.0);
                    canvas.arrow(&Arrow::new(from, (target, 199.0)).role(HEADS[head]));
                }
            }
            for (head, role) in HEADS.into_iter().take(2).enumerate() {
                let area = Area::new(6.0 + 198.0 * head as f64, 200.0, 190.0, 62.0);
                let lines = [
                    &format!("attention of head {head}"),
                    "weights [queries, keys]",
                    "output [queries, dim]",
                ];
                canvas.block(area, &Block::new(&lines).outline(role));
            }
            for (head, area) in strip(canvas, (200.0, 300.0)).enumerate() {
                let from = (101.0 + 198.0 * head as f64, 263.0);
                let to = (area.center().0, 299.0);
                canvas.arrow(&Arrow::new(from, to).role(HEADS[head]));
            }
            canvas.text((264.0, 311.0), "side by side", TextLook::start(Role::Ink));
            let shape = "[queries, hidden]";
            canvas.text((136.0, 311.0), shape, TextLook::end(Role::Muted));
            canvas.arrow(&Arrow::new((200.0, 323.0), (200.0, 343.0)));
            block(
                canvas,
                Area::new(120.0, 344.0, 160.0, 30.0),
                &["output projection"],
            );
            canvas.arrow(&Arrow::new((200.0, 375.0), (200.0, 395.0)));
            let output = Block::new(&["output", shape]).bold();
            canvas.block(Area::new(120.0, 396.0, 160.0, 44.0), &output);
        },
    )
}

/// Draws a row of numbers whose halves belong to two heads, and returns where they are.
fn strip(
    canvas: &mut Canvas<'_>,
    (middle, top): Point,
) -> impl Iterator<Item = Area> + use<> {
    let grid = Grid::new((middle - 54.0, top), (54.0, 22.0), (1, 2));
    for (head, role) in HEADS.into_iter().take(2).enumerate() {
        let fill = Fill::with_opacity(role, 0.3);
        let name = format!("head {head}");
        cells::cell(canvas, grid.cell(0, head), fill, &name);
    }
    (0..2).map(move |head| grid.cell(0, head))
}
