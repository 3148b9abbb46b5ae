//! Which pairs of tokens may look at each other.

use attention::mask::Mask;
use ndarray::{Array2, Axis};

use super::super::Figure;
use super::super::canvas::{Canvas, Point, Stroke};
use super::super::heat_map::HeatMap;
use super::super::style::{LINE_HEIGHT, MARGIN, Role, WIDTH};

const TOKENS: usize = 6;

/// The edges of the graph, and where its nodes are drawn.
const EDGES: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5)];
const NODES: [Point; TOKENS] = [
    (20.0, 0.0),
    (20.0, 80.0),
    (70.0, 40.0),
    (130.0, 40.0),
    (180.0, 0.0),
    (180.0, 80.0),
];

/// All pairs, a window, a window that looks back only, and the pairs of a graph.
///
/// ```
/// let figure = figures::self_attention::pair_masks();
/// assert!(figure.svg.contains(">36 pairs</text>"));
/// assert!(figure.svg.contains(">16 pairs</text>"));
/// ```
pub fn pair_masks() -> Figure {
    let mut table =
        Array2::from_shape_fn((TOKENS, TOKENS), |(query, key)| query == key);
    for (one, other) in EDGES {
        table[[one, other]] = true;
        table[[other, one]] = true;
    }
    let masks = [
        ("all", Mask::all()),
        ("window(1, 1)", Mask::window(1, 1)),
        ("window(2, 0)", Mask::window(2, 0)),
        ("graph", Mask::allowed(table)),
    ];
    let words = ["0", "1", "2", "3", "4", "5"];
    let width = (WIDTH - 2.0 * MARGIN - 28.0) / 3.0;
    Figure::draw(
        "self-attention/pair-masks.svg",
        "The pairs that four masks allow",
        (WIDTH, 362.0),
        |canvas| {
            for (index, (name, mask)) in masks.iter().enumerate() {
                let pairs = mask.to_array([1, TOKENS, TOKENS]);
                let pairs = pairs.index_axis(Axis(0), 0);
                let count = pairs.iter().filter(|&&allowed| allowed).count();
                let map = HeatMap::new(
                    pairs.mapv(|allowed| f64::from(u8::from(allowed))).view(),
                )
                .names("", "")
                .row_words(&words)
                .column_words(&words)
                .full_at(1.5)
                .mask(pairs)
                .heading(name);
                let corner = if index < 3 {
                    (MARGIN + (width + 14.0) * index as f64, MARGIN)
                } else {
                    (WIDTH - MARGIN - width, 184.0)
                };
                let cells = map.draw(canvas, corner, &map.layout(width));
                canvas.text(
                    (cells.center().0, cells.bottom() + 4.0 + LINE_HEIGHT / 2.0),
                    &format!("{count} pairs"),
                    Role::Muted,
                );
            }
            draw_graph(canvas, (30.0, 238.0));
        },
    )
}

fn draw_graph(canvas: &mut Canvas<'_>, (left, top): Point) {
    let place = |node: usize| (left + NODES[node].0, top + NODES[node].1);
    for (one, other) in EDGES {
        canvas.line(&[place(one), place(other)], Stroke::new(Role::Muted, 2.0));
    }
    for node in 0..TOKENS {
        canvas.disk(place(node), 12.0, Role::Box);
        canvas.ring(place(node), 12.0, Role::Muted);
        canvas.text(place(node), &node.to_string(), Role::Ink);
    }
}
