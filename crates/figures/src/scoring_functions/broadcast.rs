//! The shapes of additive attention.

use super::super::Figure;
use super::super::canvas::{Area, Canvas, Fill, Point, TextLook};
use super::super::cells::Grid;
use super::super::diagram::Arrow;
use super::super::style::{Role, WIDTH};

/// The numbers of queries, keys and hidden units that are drawn.
const QUERIES: usize = 3;
const KEYS: usize = 4;
const HIDDEN: usize = 3;

const CELL: f64 = 28.0;
/// How far each sheet of a block lies to the right of the one before it, and above it.
const STEP: f64 = 9.0;

/// Projected queries and keys are added up pair by pair, and become one score for each pair.
///
/// ```
/// let figure = figures::scoring_functions::additive_broadcast();
/// assert!(figure.svg.contains(">[queries, keys, hidden]</text>"));
/// ```
pub fn additive_broadcast() -> Figure {
    let title = "Additive scores: every projected query plus every projected key";
    Figure::draw(
        "scoring-functions/additive-broadcast.svg",
        title,
        (WIDTH, 352.0),
        |canvas| {
            let name = |canvas: &mut Canvas<'_>, at: Point, texts: [&str; 2]| {
                canvas.text(at, texts[0], Role::Ink);
                canvas.text((at.0, at.1 + 18.0), texts[1], Role::Muted);
            };
            name(
                canvas,
                (86.0, 14.0),
                ["projected queries", "[queries, 1, hidden]"],
            );
            block(canvas, (58.0, 72.0), (QUERIES, 1), HIDDEN, query);
            canvas.text((158.0, 108.0), "+", Role::Ink);
            name(
                canvas,
                (276.0, 14.0),
                ["projected keys", "[1, keys, hidden]"],
            );
            block(canvas, (206.0, 100.0), (1, KEYS), HIDDEN, key);

            canvas.text((22.0, 280.0), "=", Role::Ink);
            name(canvas, (122.0, 184.0), ["sum", "[queries, keys, hidden]"]);
            block(canvas, (58.0, 242.0), (QUERIES, KEYS), HIDDEN, both);
            canvas.arrow(&Arrow::new((198.0, 276.0), (268.0, 276.0)));
            canvas.text((230.0, 262.0), "tanh,", Role::Ink);
            canvas.text((230.0, 292.0), "times w", Role::Ink);
            name(canvas, (332.0, 184.0), ["scores", "[queries, keys]"]);
            block(canvas, (276.0, 242.0), (QUERIES, KEYS), 1, score);

            let look = TextLook::from(Role::Muted);
            for (x, y) in [(42.0, 114.0), (42.0, 284.0)] {
                canvas.text((x, y), "queries", look.upward());
            }
            for (x, y) in [(262.0, 142.0), (114.0, 340.0), (332.0, 340.0)] {
                canvas.text((x, y), "keys", look);
            }
            let look = TextLook::start(Role::Muted);
            for (x, y) in [(100.0, 156.0), (332.0, 128.0), (184.0, 326.0)] {
                canvas.text((x, y), "hidden", look);
            }
        },
    )
}

/// Draws a block as sheets behind each other, with its front sheet at a place.
fn block(
    canvas: &mut Canvas<'_>,
    (left, top): Point,
    shape: (usize, usize),
    depth: usize,
    fill: fn(&mut Canvas<'_>, Area, usize, usize),
) {
    for sheet in (0..depth).rev() {
        let away = STEP * sheet as f64;
        let grid = Grid::new((left + away, top - away), (CELL, CELL), shape);
        for (row, column) in grid.places() {
            let area = grid.cell(row, column);
            canvas.fill_rect(area, Role::Paper);
            fill(canvas, area, row, column);
            canvas.outline_rounded(area, 0.0, Role::Muted);
        }
    }
}

/// The stronger the color, the later the query or key.
fn shade(role: Role, index: usize) -> Fill {
    Fill::with_opacity(role, 0.15 + 0.2 * index as f64)
}

fn query(canvas: &mut Canvas<'_>, area: Area, row: usize, _: usize) {
    canvas.fill_rect(area, shade(Role::Series1, row));
}

fn key(canvas: &mut Canvas<'_>, area: Area, _: usize, column: usize) {
    canvas.fill_rect(area, shade(Role::Series2, column));
}

/// The color of the query below the diagonal, that of the key above it.
fn both(canvas: &mut Canvas<'_>, area: Area, row: usize, column: usize) {
    let (start, end) = ((area.left, area.top), (area.right(), area.bottom()));
    let below = [start, (area.left, area.bottom()), end];
    let above = [start, (area.right(), area.top), end];
    canvas.fill_polygon(&below, shade(Role::Series1, row));
    canvas.fill_polygon(&above, shade(Role::Series2, column));
}

fn score(canvas: &mut Canvas<'_>, area: Area, _: usize, _: usize) {
    canvas.fill_rect(area, Fill::with_opacity(Role::Series3, 0.25));
}
