//! What the tokens of a batch may look at.

use attention::mask::Mask;

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, Point, Stroke, TextLook};
use super::super::cells::{self, Grid};
use super::super::style::{Role, WIDTH};

/// The sources of two pairs of sentences, and what the decoder reads, without padding.
const SOURCES: [&[&str]; 2] = [
    &["i", "see", "her", ".", "<eos>"],
    &["i", "sleep", ".", "<eos>"],
];
const INPUTS: [&[&str]; 2] = [
    &["<bos>", "je", "la", "vois", "."],
    &["<bos>", "je", "dors", "."],
];
/// The tokens of each with padding.
const STEPS: usize = 5;
const CELL: (f64, f64) = (27.0, 19.0);

/// The masks of the three attentions for two sentences, queries as rows.
///
/// ```
/// let figure = figures::transformer::masks();
/// // Columns of padding for the source, and what comes later for the target.
/// assert_eq!(figure.svg.matches("stroke-hatch").count(), 2 * 5 + 2 * 10);
/// ```
pub fn masks() -> Figure {
    let lens = SOURCES.map(<[_]>::len).to_vec();
    let padding = Mask::valid_lens(lens);
    let attentions = [
        ("encoder", &padding, SOURCES, SOURCES),
        ("decoder", &Mask::causal(), INPUTS, INPUTS),
        ("cross-attention", &padding, INPUTS, SOURCES),
    ];
    let title = "The masks of the three attentions for a batch of two sentences";
    let size = (WIDTH, 526.0);
    Figure::draw("transformer/masks.svg", title, size, |canvas| {
        for (index, (name, mask, rows, columns)) in attentions.into_iter().enumerate() {
            let top = 6.0 + 172.0 * index as f64;
            cells::heading(canvas, (6.0, top + 8.0), name);
            for (example, left) in [55.0, 259.0].into_iter().enumerate() {
                let words = [rows[example], columns[example]];
                table(canvas, mask, example, (left, top + 70.0), words);
            }
        }
        for (example, x) in [122.5, 326.5].into_iter().enumerate() {
            canvas.text((x, 14.0), &format!("sentence {example}"), Role::Muted);
        }
    })
}

/// Draws what an example may look at, with its tokens as names of rows and columns.
fn table(
    canvas: &mut Canvas<'_>,
    mask: &Mask,
    example: usize,
    corner: Point,
    words: [&[&str]; 2],
) {
    let grid = Grid::new(corner, CELL, (STEPS, STEPS));
    let cells_where = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<Area> {
        let places = grid.places().filter(|&(query, key)| wanted(query, key));
        places.map(|(query, key)| grid.cell(query, key)).collect()
    };
    let may_look = |query: usize, key: usize| mask.allows(example, query, key);
    let used = |query: usize| query < words[0].len();
    let seen = cells_where(&|query, key| used(query) && may_look(query, key));
    canvas.fill_cells(&seen, Fill::with_opacity(Role::Series1, 0.35));
    let unused = cells_where(&|query, key| !used(query) && may_look(query, key));
    canvas.fill_cells(&unused, Fill::with_opacity(Role::Series1, 0.1));
    let hidden = cells_where(&|query, key| !may_look(query, key));
    canvas.fill_cells(&hidden, Role::Masked);
    for area in hidden {
        let across = [(area.left, area.bottom()), (area.right(), area.top)];
        canvas.line(&across, Stroke::new(Role::Hatch, 1.0));
    }
    lines_between(canvas, grid.area());
    for place in 0..STEPS {
        let word = |side: usize| match words[side].get(place) {
            Some(&word) => (word, Role::Ink),
            None => ("<pad>", Role::Muted),
        };
        let (name, role) = word(0);
        let at = (corner.0 - 5.0, grid.cell(place, 0).center().1);
        canvas.text(at, name, TextLook::end(role));
        let (name, role) = word(1);
        let at = (grid.cell(0, place).center().0, corner.1 - 5.0);
        canvas.text(at, name, TextLook::start(role).upward());
    }
}

/// Draws the outline of a table and the lines between its cells.
fn lines_between(canvas: &mut Canvas<'_>, area: Area) {
    let stroke = Stroke::new(Role::Muted, 1.0);
    for place in 1..STEPS {
        let x = area.left + CELL.0 * place as f64;
        canvas.line(&[(x, area.top), (x, area.bottom())], stroke);
        let y = area.top + CELL.1 * place as f64;
        canvas.line(&[(area.left, y), (area.right(), y)], stroke);
    }
    canvas.outline_rounded(area, 0.0, Role::Muted);
}
