//! The tokens that attend to each other, and their weights.

use crate::prelude::*;

/// The words of the chapter's two sentences, and their vectors: noun, adjective, feminine, plural.
pub(crate) const WORDS: [&str; 5] = ["the", "men", "see", "tired", "girl"];
pub(crate) const VECTORS: [[Real; 4]; 5] = [
    [0.0, 0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0, 1.0],
    [0.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 0.0],
    [1.0, 0.0, 1.0, 0.0],
];
/// The men see the tired girl; the tired men see the girl.
const SENTENCES: [[usize; 6]; 2] = [[0, 1, 2, 0, 3, 4], [0, 3, 1, 2, 0, 4]];
/// The projections to queries, keys, and values.
const PROJECTIONS: [[[Real; 2]; 4]; 3] = [
    [[0.0, 4.0], [4.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
    [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [0.0, 0.0]],
    [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
];

/// Returns the vectors of a sentence, `[6, 4]`, and its queries, keys, and values, `[6, 2]` each.
pub(crate) fn project(sentence: &[usize]) -> (Array2<Real>, [Array2<Real>; 3]) {
    let words = ndarray::arr2(&VECTORS).select(Axis(0), sentence);
    let projected = PROJECTIONS.map(|matrix| words.dot(&ndarray::arr2(&matrix)));
    (words, projected)
}

/// Returns the attention weights of a sentence: `[6, 6]`.
fn weights(sentence: &[usize]) -> Array2<Real> {
    let (_, [queries, keys, _]) = project(sentence);
    softmax(&(queries.dot(&keys.t()) / Real::sqrt(2.0)))
}

pub(crate) fn tired_asks() -> String {
    const TIRED: usize = 4;
    let (words, projected) = project(&SENTENCES[0]);
    let weights = weights(&SENTENCES[0]);
    let output = weights.row(TIRED).dot(&projected[2]);

    let canvas = &mut Canvas::new(256.0);
    let [vector, query, key, value] = [76.0, 134.0, 218.0, 295.0];
    let columns = [vector, query, key, value, 373.0];
    for (x, name) in columns.into_iter().zip(["vector", "query", "key", "value", "output"]) {
        canvas.text((x, 12.0), name, Muted);
    }
    let top = |row: usize| 24.0 + 39.0 * row as f64;
    let middle = |row: usize| top(row) + 15.0;
    for (row, word) in SENTENCES[0].map(|word| WORDS[word]).into_iter().enumerate() {
        let (ask, look) = match row {
            TIRED => (Series1.bold(), Ink.bold().start()),
            _ => (Muted.into(), Ink.start()),
        };
        canvas.text((4.0, middle(row)), word, look);
        for (x, width, rows, look) in [
            (vector, 64.0, &words, Muted.into()),
            (query, 34.0, &projected[0], ask),
            (key, 34.0, &projected[1], Series2.into()),
            (value, 34.0, &projected[2], Series3.into()),
        ] {
            let entries: Vec<String> = rows.row(row).iter().map(Real::to_string).collect();
            canvas.block((x - width / 2.0, top(row), width, 30.0), entries.join(" "), look);
        }
        let weight = weights[[TIRED, row]];
        let near = middle(TIRED) - 5.0 + 2.0 * row as f64;
        canvas.arrow((152.0, near), (200.0, middle(row)), Series1.weight(weight));
        canvas.text((256.5, middle(row)), format!("{weight:.2}"), Series3);
        let to = (349.0, middle(2) + 4.0 + 6.0 * row as f64);
        canvas.arrow((313.0, middle(row)), to, Series3.weight(weight));
    }
    let text = format!("tired\n{:.2}\n{:.2}", output[0], output[1]);
    canvas.block((350.0, middle(2) - 8.0, 46.0, 54.0), text, Series3.bold());
    canvas.svg("How the word tired mixes its new vector from six words")
}

pub(crate) fn permutation() -> String {
    let maps = SENTENCES.map(|sentence| {
        let words = sentence.map(|word| WORDS[word]);
        HeatMap::new(weights(&sentence).view()).names("", "").words(&words, &words).without_bar()
    });
    heat_maps(2, &maps, "The weights of the same six words in two orders")
}

/// The edges of the graph, and the positions of its nodes.
const EDGES: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5)];
const NODES: [Point; 6] =
    [(50.0, 238.0), (50.0, 318.0), (100.0, 278.0), (160.0, 278.0), (210.0, 238.0), (210.0, 318.0)];

pub(crate) fn pair_masks() -> String {
    let edge = |pair: (usize, usize)| EDGES.contains(&pair);
    let table = Array2::from_shape_fn((6, 6), |(query, key)| {
        query == key || edge((query, key)) || edge((key, query))
    });
    let width = (WIDTH - 2.0 * MARGIN - 28.0) / 3.0;
    let (middle, right) = (MARGIN + width + 14.0, WIDTH - MARGIN - width);
    let canvas = &mut Canvas::new(362.0);
    for (name, mask, corner) in [
        ("all", Mask::all(), (MARGIN, MARGIN)),
        ("window(1, 1)", Mask::window(1, 1), (middle, MARGIN)),
        ("window(2, 0)", Mask::window(2, 0), (right, MARGIN)),
        ("graph", Mask::allowed(table), (right, 184.0)),
    ] {
        let pairs = mask.to_array([1, 6, 6]).index_axis_move(Axis(0), 0).mapv(u8::from);
        let words = [0, 1, 2, 3, 4, 5];
        let map = HeatMap::new(pairs.view()).full_at(1.5).mask(|pair| pairs[pair] == 1);
        let cells = map.words(&words, &words).heading(name).draw(canvas, corner, width);
        let below = (cells.center().0, cells.bottom() + 4.0 + LINE_HEIGHT / 2.0);
        canvas.text(below, format!("{} pairs", pairs.sum()), Muted);
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
