//! Which tokens look at each other, and how much.

use attention::self_attention::self_attend;

use crate::prelude::*;

const WORDS: [&str; 3] = ["dog", "bites", "man"];

/// The words of the chapter as tokens: `[steps, dim]`.
const TOKENS: [[Real; 2]; 3] = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];

pub(crate) fn three_tokens() -> String {
    let tokens = ndarray::arr2(&TOKENS);
    let attended = self_attend(&tokens, &Mask::all());
    let scores = tokens.dot(&tokens.row(0)) / (tokens.ncols() as Real).sqrt();

    let canvas = &mut Canvas::new(242.0);
    let middles = [72.0, 200.0, 328.0];
    for query in [1, 2] {
        for key in middles {
            canvas.line([(key, 150.0), (middles[query], 53.0)], Grid);
        }
    }
    for (index, (x, word)) in middles.into_iter().zip(WORDS).enumerate() {
        let [upper, lower] = [6.0, 150.0].map(|top| (x - 60.0, top, 120.0, 46.0));
        let (output, token) = (attended.output.row(index), tokens.row(index));
        let output = format!("output of {word}\n({:.3}, {:.3})", output[0], output[1]);
        let token = format!("{word}\n({}, {})", token[0], token[1]);
        let looks = match index {
            0 => [Series3.bold(), Series1.bold()],
            _ => [Muted.into(); 2],
        };
        canvas.block(upper, output, looks[0]);
        canvas.block(lower, token, looks[1]);
        let (score, weight) = (scores[index], attended.weights[[0, index]]);
        let to = (56.0 + 22.0 * index as f64, 53.0);
        canvas.arrow((x - 16.0, 149.0), to, Series3.weight(weight));
        canvas.text((x, 211.0), format!("score {score:.3}"), Series1);
        canvas.text((x, 229.0), format!("weight {weight:.3}"), Series3);
    }
    canvas.svg("How the first output is mixed from the three tokens")
}

pub(crate) fn permutation() -> String {
    let maps = [[0, 1, 2], [2, 1, 0]].map(|order| {
        let tokens = ndarray::arr2(&order.map(|index| TOKENS[index]));
        let words = order.map(|index| WORDS[index]);
        let map = HeatMap::new(self_attend(&tokens, &Mask::all()).weights.view());
        let map = map.names("", "").words(&words, &words);
        map.numbers(2).heading(&words.join(" "))
    });
    heat_maps(2, &maps, "The weights of three words in two orders")
}

/// The edges of the graph, and where its nodes are drawn.
const EDGES: [(usize, usize); 6] = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5)];
const NODES: [Point; 6] = [
    (50.0, 238.0),
    (50.0, 318.0),
    (100.0, 278.0),
    (160.0, 278.0),
    (210.0, 238.0),
    (210.0, 318.0),
];

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
        let pairs = mask.to_array([1, 6, 6]);
        let pairs = pairs.index_axis(Axis(0), 0);
        let words = [0, 1, 2, 3, 4, 5];
        let map = HeatMap::new(pairs.mapv(u8::from).view()).full_at(1.5);
        let map = map.words(&words, &words).mask(pairs).heading(name);
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
