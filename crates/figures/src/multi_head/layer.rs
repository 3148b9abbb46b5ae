//! The layer as a diagram, and its heads as columns of a projection.

use super::HEADS;
use crate::prelude::*;

pub(crate) fn multi_head() -> String {
    let canvas = &mut Canvas::new(446.0);
    let attention = |head: usize| 101.0 + 198.0 * head as f64;
    for (left, width, name, shape, aside) in [
        (6.0, 138.0, "queries", "[queries, hidden]", -44.0),
        (151.0, 118.0, "keys", "[keys, hidden]", 0.0),
        (276.0, 118.0, "values", "[keys, hidden]", 44.0),
    ] {
        let middle = left + width / 2.0;
        canvas.block((left, 6.0, width, 30.0), [name], Muted);
        canvas.arrow((middle, 37.0), (middle, 55.0), Muted);
        canvas.block((left, 56.0, width, 44.0), ["projection", shape], Muted);
        canvas.arrow((middle, 101.0), (middle, 117.0), Muted);
        let middles = strip(canvas, (middle, 118.0));
        for (head, middle) in middles.into_iter().enumerate() {
            let to = (attention(head) + aside, 199.0);
            canvas.arrow((middle, 141.0), to, HEADS[head]);
        }
    }
    for (head, role) in HEADS.into_iter().take(2).enumerate() {
        let area = (attention(head) - 95.0, 200.0, 190.0, 62.0);
        let name = format!("attention of head {head}");
        let lines = [&name, "weights [queries, keys]", "output [queries, dim]"];
        canvas.block(area, lines, role);
    }
    for (head, middle) in strip(canvas, (200.0, 300.0)).into_iter().enumerate() {
        canvas.arrow((attention(head), 263.0), (middle, 299.0), HEADS[head]);
    }
    canvas.text((264.0, 311.0), "side by side", Ink.start());
    canvas.text((136.0, 311.0), "[queries, hidden]", Muted.end());
    canvas.arrow((200.0, 323.0), (200.0, 343.0), Muted);
    canvas.block((120.0, 344.0, 160.0, 30.0), ["output projection"], Muted);
    canvas.arrow((200.0, 375.0), (200.0, 395.0), Muted);
    let output = ["output", "[queries, hidden]"];
    canvas.block((120.0, 396.0, 160.0, 44.0), output, Muted.bold());
    canvas.svg("Multi-head attention with two heads")
}

/// Draws a row of numbers whose halves belong to two heads, and returns where their middles are.
fn strip(canvas: &mut Canvas, (middle, top): Point) -> [f64; 2] {
    [0, 1].map(|head| {
        let area = Area::new(middle - 54.0 * (1 - head) as f64, top, 54.0, 22.0);
        canvas.cell(area, HEADS[head].opacity(0.3), format!("head {head}"));
        area.center().0
    })
}

pub(crate) fn head_columns() -> String {
    const INPUTS: usize = 4;
    const DIM: usize = 2;
    const HIDDEN: usize = 3 * DIM;
    let canvas = &mut Canvas::new(276.0);
    let table = |corner, shape| Table::new(corner, (28.0, 26.0), shape);
    let input = table((10.0, 77.0), (1, INPUTS));
    let matrix = table((190.0, 38.0), (INPUTS, HIDDEN));
    let output = table((190.0, 202.0), (1, HIDDEN));
    for (_, area) in input.cells() {
        canvas.cell(area, Inside, "");
    }
    for ((_, column), area) in matrix.cells().chain(output.cells()) {
        canvas.cell(area, HEADS[column / DIM].opacity(0.35), "");
    }
    let (x, y) = input.area().center();
    canvas.text((x, y - 42.0), "one query", Ink);
    canvas.text((x, y - 24.0), "[query_dim]", Muted);
    canvas.text((156.0, y), "\u{d7}", Ink);
    let (middle, _) = matrix.area().center();
    canvas.text((middle, 10.0), "query projection", Ink);
    canvas.text((middle, 28.0), "[query_dim, hidden]", Muted);
    for (head, role) in HEADS.into_iter().take(HIDDEN / DIM).enumerate() {
        let x = matrix.cell(0, DIM * head).right();
        canvas.arrow((x, 146.0), (x, 199.0), role);
        canvas.text((x, 242.0), format!("head {head}"), role);
    }
    canvas.text((178.0, 206.0), "projected query", Ink.end());
    canvas.text((178.0, 224.0), "[hidden]", Muted.end());
    canvas.text((middle, 260.0), "[dim] each", Muted);
    canvas.svg("The columns of a projection belong to heads")
}
