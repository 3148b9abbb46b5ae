//! Lengths for flattened heads: repeated or tiled.

use attention::mask::Mask;

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, Stroke, TextLook};
use super::super::cells::{self, Grid};
use super::super::style::{Role, WIDTH};

const LENS: [usize; 2] = [3, 2];
const HEADS: usize = 3;
const KEYS: usize = 4;

/// Two examples with three heads each, flattened to six rows: two ways to give each row a length.
///
/// ```
/// let figure = figures::multi_head::repeat_or_tile();
/// assert!(figure.svg.contains(">[3, 2, 3, 2, 3, 2]</text>"));
/// assert_eq!(figure.svg.matches("stroke-accent").count(), 2);
/// ```
pub fn repeat_or_tile() -> Figure {
    let rows = LENS.len() * HEADS;
    // Row r belongs to example r / HEADS, so this is right, and r % (number of examples) is not.
    let repeated: Vec<usize> = (0..rows).map(|row| LENS[row / HEADS]).collect();
    let tiled: Vec<usize> = (0..rows).map(|row| LENS[row % LENS.len()]).collect();
    let right = Mask::valid_lens(repeated.clone());
    let title = "Lengths repeated for the heads, and tiled";
    Figure::draw(
        "multi-head/repeat-or-tile.svg",
        title,
        (WIDTH, 254.0),
        |canvas| {
            let sample = Area::new(146.0, 6.0, 24.0, 18.0);
            cells::cell(canvas, sample, allowed(), "");
            canvas.text((178.0, 15.0), "may look at", TextLook::start(Role::Ink));
            cells::hidden(canvas, Area::new(271.0, 6.0, 24.0, 18.0));
            canvas.text((303.0, 15.0), "masked", TextLook::start(Role::Ink));
            let tables = [("repeated", repeated, 146.0), ("tiled", tiled, 271.0)];
            for (name, lens, left) in tables {
                cells::heading(canvas, (left, 44.0), name);
                let text = format!("{lens:?}");
                canvas.text((left, 62.0), &text, TextLook::start(Role::Muted));
                let mask = Mask::valid_lens(lens);
                for row in 0..rows {
                    // The two examples stand a little apart.
                    let top = 76.0 + 27.0 * row as f64 + 8.0 * (row / HEADS) as f64;
                    let grid = Grid::new((left, top), (27.0, 24.0), (1, KEYS));
                    for (_, key) in grid.places() {
                        let area = grid.cell(0, key);
                        if mask.allows(row, 0, key) {
                            cells::cell(canvas, area, allowed(), "");
                        } else {
                            cells::hidden(canvas, area);
                        }
                    }
                    for (_, key) in grid.places() {
                        if mask.allows(row, 0, key) != right.allows(row, 0, key) {
                            frame(canvas, grid.cell(0, key));
                        }
                    }
                    if name == "repeated" {
                        let (example, head) = (row / HEADS, row % HEADS);
                        let name = format!("example {example}, head {head}");
                        let at = (left - 6.0, grid.area().center().1);
                        canvas.text(at, &name, TextLook::end(Role::Ink));
                    }
                }
            }
        },
    )
}

fn allowed() -> Fill {
    Fill::with_opacity(Role::Series1, 0.3)
}

/// Draws a thick frame around a cell that is wrong.
fn frame(canvas: &mut Canvas<'_>, area: Area) {
    let (right, bottom) = (area.right(), area.bottom());
    let outline = [
        (area.left, area.top),
        (right, area.top),
        (right, bottom),
        (area.left, bottom),
        (area.left, area.top),
    ];
    canvas.line(&outline, Stroke::new(Role::Accent, 3.0));
}
