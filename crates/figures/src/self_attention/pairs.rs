//! Which pairs of tokens may look at each other.

use attention::mask::Mask;
use drawing::prelude::*;
use ndarray::{Array2, Axis};

const TOKENS: usize = 6;

/// The edges of the graph, and where its nodes are drawn.
const EDGES: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5)];
const NODES: [Point; TOKENS] = [
    (50.0, 238.0),
    (50.0, 318.0),
    (100.0, 278.0),
    (160.0, 278.0),
    (210.0, 238.0),
    (210.0, 318.0),
];

/// All pairs, a window, a window that looks back only, and the pairs of a graph.
pub fn pair_masks() -> String {
    let mut table =
        Array2::from_shape_fn((TOKENS, TOKENS), |(query, key)| query == key);
    for (one, other) in EDGES {
        table[[one, other]] = true;
        table[[other, one]] = true;
    }
    let width = (WIDTH - 2.0 * MARGIN - 28.0) / 3.0;
    let right = WIDTH - MARGIN - width;
    let canvas = &mut Canvas::new(362.0);
    for (name, mask, corner) in [
        ("all", Mask::all(), (MARGIN, MARGIN)),
        (
            "window(1, 1)",
            Mask::window(1, 1),
            (MARGIN + width + 14.0, MARGIN),
        ),
        ("window(2, 0)", Mask::window(2, 0), (right, MARGIN)),
        ("graph", Mask::allowed(table), (right, 184.0)),
    ] {
        let pairs = mask.to_array([1, TOKENS, TOKENS]);
        let pairs = pairs.index_axis(Axis(0), 0);
        let words = ["0", "1", "2", "3", "4", "5"];
        let map = HeatMap::new(pairs.mapv(u8::from).view())
            .names("", "")
            .words(&words, &words)
            .full_at(1.5)
            .mask(pairs)
            .heading(name);
        let cells = map.draw(canvas, corner, width);
        let below = (cells.center().0, cells.bottom() + 4.0 + LINE_HEIGHT / 2.0);
        let count = pairs.iter().filter(|&&allowed| allowed).count();
        canvas.text(below, format!("{count} pairs"), Muted);
    }
    for (one, other) in EDGES {
        canvas.line([NODES[one], NODES[other]], Muted.width(2.0));
    }
    for (node, at) in NODES.into_iter().enumerate() {
        canvas.disk(at, 12.0, Inside);
        canvas.ring(at, 12.0, Muted);
        canvas.text(at, node, Ink);
    }
    canvas.svg("The pairs that four masks allow")
}
