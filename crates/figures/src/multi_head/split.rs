//! Where the entries go when heads are split, and where a mere reshape puts them.

use attention::Real;
use attention::multi_head::split_heads;
use attention::tape::{Mode, Tape};
use ndarray::{Array3, Array4, ArrayView2, Axis, Ix4};

use super::super::Figure;
use super::super::canvas::{Canvas, Fill, Point, TextLook};
use super::super::cells::{self, Grid};
use super::super::style::{Role, WIDTH};

const POSITIONS: usize = 3;
const HEADS: usize = 2;
const DIM: usize = 2;
const HIDDEN: usize = HEADS * DIM;

/// The roles of the positions, so that an entry is recognized wherever it goes.
const ROWS: [Role; POSITIONS] = [Role::Series1, Role::Series2, Role::Series3];

/// Three positions with four columns split into two heads, and what a reshape alone does.
///
/// ```
/// let figure = figures::multi_head::index_map();
/// assert_eq!(figure.svg.matches(">11</text>").count(), 3);
/// ```
pub fn index_map() -> Figure {
    let shape = (1, POSITIONS, HIDDEN);
    let entries = Array3::from_shape_fn(shape, |(_, position, column)| {
        (HIDDEN * position + column) as Real
    });
    let tape = Tape::new(Mode::Eval, 0);
    let right = split_heads(tape.constant(entries.clone()), HEADS).value();
    let right = right.into_dimensionality::<Ix4>();
    let right = right.expect("there are four axes").into_owned();
    let wrong = entries
        .clone()
        .into_shape_with_order((1, HEADS, POSITIONS, DIM))
        .expect("as many entries");
    let title = "Splitting heads, and a reshape that mixes positions";
    Figure::draw(
        "multi-head/index-map.svg",
        title,
        (WIDTH, 330.0),
        |canvas| {
            let left = 112.0;
            cells::heading(canvas, (left, 12.0), "[positions, hidden]");
            table(canvas, (left, 26.0), entries.index_axis(Axis(0), 0));
            for (position, role) in ROWS.into_iter().enumerate() {
                let at = (left - 8.0, 26.0 + CELL.1 * (position as f64 + 0.5));
                let name = format!("position {position}");
                canvas.text(at, &name, TextLook::end(role));
            }
            for (line, text) in ["numbers: order", "in memory"].into_iter().enumerate()
            {
                let at = (left + 144.0, 59.0 + 18.0 * line as f64);
                canvas.text(at, text, TextLook::start(Role::Muted));
            }
            let splits = [
                (20.0, ["reshape,", "then swap two axes"], right),
                (222.0, ["reshape only:", "positions get mixed"], wrong),
            ];
            for (left, texts, split) in splits {
                cells::heading(canvas, (left, 156.0), texts[0]);
                cells::heading(canvas, (left, 174.0), texts[1]);
                heads(canvas, (left, 214.0), &split);
            }
            canvas.text((WIDTH / 2.0, 316.0), "[heads, positions, dim]", Role::Muted);
        },
    )
}

const CELL: (f64, f64) = (34.0, 28.0);

/// Draws what each head gets.
fn heads(canvas: &mut Canvas<'_>, (left, top): Point, split: &Array4<Real>) {
    for (head, entries) in split.index_axis(Axis(0), 0).outer_iter().enumerate() {
        let left = left + (CELL.0 * DIM as f64 + 22.0) * head as f64;
        let middle = left + CELL.0 * DIM as f64 / 2.0;
        canvas.text((middle, top - 14.0), &format!("head {head}"), Role::Ink);
        table(canvas, (left, top), entries);
    }
}

/// Draws entries that are numbered in the order of memory, in the colors of their positions.
fn table(canvas: &mut Canvas<'_>, corner: Point, entries: ArrayView2<'_, Real>) {
    let grid = Grid::new(corner, CELL, entries.dim());
    for ((row, column), &entry) in entries.indexed_iter() {
        let (position, hidden) = (entry as usize / HIDDEN, entry as usize % HIDDEN);
        // The columns of the second head are darker.
        let opacity = [0.15, 0.45][hidden / DIM];
        let fill = Fill::with_opacity(ROWS[position], opacity);
        cells::cell(canvas, grid.cell(row, column), fill, &format!("{entry}"));
    }
}
