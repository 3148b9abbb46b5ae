//! The layer as a diagram.

use drawing::prelude::*;

use super::HEADS;

/// Three projections, two attentions side by side, and the projection of what they give.
pub fn multi_head() -> String {
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
    canvas.result_block((120.0, 396.0, 160.0, 44.0), output, Muted);
    canvas.svg("Multi-head attention with two heads")
}

/// Draws a row of numbers whose halves belong to two heads, and returns where their middles are.
fn strip(canvas: &mut Canvas, (middle, top): Point) -> [f64; 2] {
    let halves = Table::new((middle - 54.0, top), (54.0, 22.0), (1, 2));
    [0, 1].map(|head| {
        let area = halves.cell(0, head);
        canvas.cell(area, HEADS[head].opacity(0.3), format!("head {head}"));
        area.center().0
    })
}
