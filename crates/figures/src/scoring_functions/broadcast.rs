//! The shapes of additive attention.

use drawing::prelude::*;

/// The numbers of queries, keys and hidden units that are drawn.
const QUERIES: usize = 3;
const KEYS: usize = 4;
const HIDDEN: usize = 3;

const CELL: f64 = 28.0;
/// How far each sheet of a block lies to the right of the one before it, and above it.
const STEP: f64 = 9.0;

/// Projected queries and keys are added up pair by pair, and become one score for each pair.
pub fn additive_broadcast() -> String {
    let canvas = &mut Canvas::new(352.0);
    name(
        canvas,
        (86.0, 14.0),
        "projected queries",
        "[queries, 1, hidden]",
    );
    block(canvas, (58.0, 72.0), (QUERIES, 1), HIDDEN, query);
    canvas.text((158.0, 108.0), "+", Ink);
    name(canvas, (276.0, 14.0), "projected keys", "[1, keys, hidden]");
    block(canvas, (206.0, 100.0), (1, KEYS), HIDDEN, key);

    canvas.text((22.0, 280.0), "=", Ink);
    name(canvas, (122.0, 184.0), "sum", "[queries, keys, hidden]");
    block(canvas, (58.0, 242.0), (QUERIES, KEYS), HIDDEN, both);
    canvas.arrow((198.0, 276.0), (268.0, 276.0), Muted);
    canvas.text((230.0, 262.0), "tanh,", Ink);
    canvas.text((230.0, 292.0), "times w", Ink);
    name(canvas, (332.0, 184.0), "scores", "[queries, keys]");
    block(canvas, (276.0, 242.0), (QUERIES, KEYS), 1, score);

    for at in [(42.0, 114.0), (42.0, 284.0)] {
        canvas.text(at, "queries", Muted.upward());
    }
    for at in [(262.0, 142.0), (114.0, 340.0), (332.0, 340.0)] {
        canvas.text(at, "keys", Muted);
    }
    for at in [(100.0, 156.0), (332.0, 128.0), (184.0, 326.0)] {
        canvas.text(at, "hidden", Muted.start());
    }
    canvas.svg("Additive scores: every projected query plus every projected key")
}

fn name(canvas: &mut Canvas, at: Point, name: &str, shape: &str) {
    canvas.text(at, name, Ink);
    canvas.text((at.0, at.1 + 18.0), shape, Muted);
}

/// Draws a block as sheets behind each other, with its front sheet at a place.
fn block(
    canvas: &mut Canvas,
    (left, top): Point,
    shape: (usize, usize),
    depth: usize,
    fill: fn(&mut Canvas, Area, usize, usize),
) {
    for sheet in (0..depth).rev() {
        let away = STEP * sheet as f64;
        let table = Table::new((left + away, top - away), (CELL, CELL), shape);
        for ((row, column), area) in table.cells() {
            canvas.fill_rect(area, Paper);
            fill(canvas, area, row, column);
            canvas.outline(area, Muted);
        }
    }
}

/// The stronger the color, the later the query or key.
fn shade(role: Role, index: usize) -> Fill {
    role.opacity(0.15 + 0.2 * index as f64)
}

fn query(canvas: &mut Canvas, area: Area, row: usize, _: usize) {
    canvas.fill_rect(area, shade(Series1, row));
}

fn key(canvas: &mut Canvas, area: Area, _: usize, column: usize) {
    canvas.fill_rect(area, shade(Series2, column));
}

/// The color of the query below the diagonal, that of the key above it.
fn both(canvas: &mut Canvas, area: Area, row: usize, column: usize) {
    let (start, end) = ((area.left, area.top), (area.right(), area.bottom()));
    let below = [start, (area.left, area.bottom()), end];
    let above = [start, (area.right(), area.top), end];
    canvas.fill_polygon(&below, shade(Series1, row));
    canvas.fill_polygon(&above, shade(Series2, column));
}

fn score(canvas: &mut Canvas, area: Area, _: usize, _: usize) {
    canvas.fill_rect(area, Series3.opacity(0.25));
}
