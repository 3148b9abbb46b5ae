//! Lengths for flattened heads: repeated or tiled.

use attention::mask::Mask;
use drawing::prelude::*;

const LENS: [usize; 2] = [3, 2];
const HEADS: usize = 3;
const ROWS: usize = LENS.len() * HEADS;
const KEYS: usize = 4;

/// Two examples with three heads each, flattened to six rows: two ways to give each row a length.
pub fn repeat_or_tile() -> String {
    // Row r belongs to example r / HEADS, so this is right, and r % (number of examples) is not.
    let repeated: [usize; ROWS] = std::array::from_fn(|row| LENS[row / HEADS]);
    let tiled: [usize; ROWS] = std::array::from_fn(|row| LENS[row % LENS.len()]);

    let canvas = &mut Canvas::new(254.0);
    canvas.cell((146.0, 6.0, 24.0, 18.0), Series1.opacity(0.3), "");
    canvas.text((178.0, 15.0), "may look at", Ink.start());
    canvas.hidden_cell((271.0, 6.0, 24.0, 18.0));
    canvas.text((303.0, 15.0), "masked", Ink.start());
    let right = Mask::valid_lens(repeated);
    for (name, lens, left) in [("repeated", repeated, 146.0), ("tiled", tiled, 271.0)] {
        canvas.heading((left, 44.0), name);
        canvas.text((left, 62.0), format!("{lens:?}"), Muted.start());
        let mask = Mask::valid_lens(lens);
        for row in 0..ROWS {
            // The two examples stand a little apart.
            let (example, head) = (row / HEADS, row % HEADS);
            let top = 76.0 + 27.0 * row as f64 + 8.0 * example as f64;
            let keys = Table::new((left, top), (27.0, 24.0), (1, KEYS));
            for ((_, key), area) in keys.cells() {
                canvas.mask_cell(area, mask.allows(row, 0, key));
            }
            for ((_, key), area) in keys.cells() {
                if mask.allows(row, 0, key) != right.allows(row, 0, key) {
                    frame(canvas, area);
                }
            }
            if name == "repeated" {
                let name = format!("example {example}, head {head}");
                canvas.text((left - 6.0, top + 12.0), name, Ink.end());
            }
        }
    }
    canvas.svg("Lengths repeated for the heads, and tiled")
}

/// Draws a thick frame around a cell that is wrong.
fn frame(canvas: &mut Canvas, area: Area) {
    let (left, top) = (area.left, area.top);
    let (right, bottom) = (area.right(), area.bottom());
    let corners = [
        (left, top),
        (right, top),
        (right, bottom),
        (left, bottom),
        (left, top),
    ];
    canvas.line(corners, Accent.width(3.0));
}
