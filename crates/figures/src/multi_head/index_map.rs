//! Splitting the columns of each position into heads, and a reshape that mixes positions.

use crate::prelude::*;

/// The width of a cell, at most, and of all cells of a row.
const CELL: f64 = 36.0;
const WIDEST: f64 = 300.0;
/// The height of each table.
const HEIGHT: f64 = 84.0;
/// The roles of the positions, which show where their entries go.
const ROWS: [Role; 4] = [Series1, Series2, Series3, Series4];
/// The opacities of the columns of each head.
const SHADES: [f64; 4] = [0.12, 0.45, 0.25, 0.6];

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::slider("positions", &[2.0, 3.0, 4.0], 3.0),
        Control::slider("heads", &[1.0, 2.0, 3.0, 4.0], 2.0),
        Control::slider("columns per head", &[1.0, 2.0, 3.0], 2.0),
    ]
}

/// Returns the entries of a projection, numbered in the order of memory.
fn entries(positions: usize, hidden: usize) -> Array2<Real> {
    Array2::from_shape_fn((positions, hidden), |(row, column)| (hidden * row + column) as Real)
}

/// Splits the entries into heads, correctly and by the reshape alone. On a tape, `split_heads` does
/// the same, as the test shows; a page would have to load the whole tape for it.
fn splits(entries: &Array2<Real>, heads: usize) -> [Array3<Real>; 2] {
    let (positions, hidden) = entries.dim();
    let dim = hidden / heads;
    let reshaped = |shape| entries.to_shape(shape).expect("as many entries").to_owned();
    [reshaped((positions, heads, dim)).permuted_axes([1, 0, 2]), reshaped((heads, positions, dim))]
}

/// Returns how many of all are meant, in words.
fn part(some: usize, all: usize, name: &str) -> String {
    match (some == all, all) {
        (true, 1) => format!("the only {name}"),
        (true, 2) => format!("both {name}s"),
        (true, _) => format!("all {all} {name}s"),
        (false, _) => format!("{some} of the {all} {name}s"),
    }
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let [positions, heads, dim] = [choices[0] + 2, choices[1] + 1, choices[2] + 1];
    let hidden = heads * dim;
    let entries = entries(positions, hidden);
    let [right, wrong] = splits(&entries, heads);

    let width = CELL.min(WIDEST / hidden as f64);
    // Entries are numbered in memory order, in the colors of their positions.
    let matrix = |canvas: &mut Canvas, corner: Point, entries: ArrayView2<'_, Real>| {
        let cell = (width, HEIGHT / positions as f64);
        for (place, area) in Table::new(corner, cell, entries.dim()).cells() {
            let entry = entries[place] as usize;
            canvas.cell(area, ROWS[entry / hidden].opacity(SHADES[entry % hidden / dim]), entry);
        }
    };
    let canvas = &mut Canvas::new(400.0);
    canvas.heading((20.0, 12.0), "[positions, hidden], in the order of memory");
    matrix(canvas, (20.0, 26.0), entries.view());
    for (position, role) in ROWS.into_iter().take(positions).enumerate() {
        let y = 26.0 + HEIGHT / positions as f64 * (position as f64 + 0.5);
        let at = (26.0 + width * hidden as f64, y);
        canvas.text(at, format!("position {position}"), role.start());
    }
    for (top, text, split) in
        [(132.0, "reshape, then swap two axes", &right), (272.0, "reshape only", &wrong)]
    {
        canvas.heading((20.0, top), text);
        for (head, entries) in split.outer_iter().enumerate() {
            let own = width * dim as f64;
            let left = 20.0 + (own + 26.0) * head as f64;
            canvas.text((left + own / 2.0, top + 20.0), format!("head {head}"), Ink);
            matrix(canvas, (left, top + 33.0), entries);
        }
    }

    let rows = (0..heads).map(|head| {
        let [right, wrong] = [&right, &wrong].map(|split| {
            let entries = split.index_axis(Axis(0), head);
            entries.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        });
        [head.to_string(), right, wrong]
    });
    // Without the swap, a head receives entries that are neighbors in memory.
    let met = positions.div_ceil(heads);
    let last = positions * dim - 1;
    let joint = if last == 1 { "and" } else { "to" };
    Answer {
        svg: canvas.svg("Splitting heads, and a reshape that mixes positions"),
        result: format!(
            "Head 0 holds {} of {}. With the reshape alone, it holds entries 0 {joint} {last}, from {}.",
            part(dim, hidden, "column"),
            part(positions, positions, "position"),
            part(met, positions, "position")
        ),
        table: table(["head", "entries", "entries after the reshape alone"], rows),
        handle: None,
    }
}

#[cfg(test)]
mod tests;
