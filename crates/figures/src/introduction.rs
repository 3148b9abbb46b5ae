//! Figures of the introduction.

use crate::prelude::*;

pub(crate) fn soft_lookup() -> String {
    let keys = array![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    let values = array![[0.1, 0.2], [0.9, 0.4], [0.3, 0.8]];
    let query = array![[4.0, 0.0]];
    let weights = softmax(&query.dot(&keys.t()));
    let output = weights.dot(&values);

    let row = |row: ArrayView1<'_, Real>, decimals| {
        format!("{:.decimals$} {:.decimals$}", row[0], row[1])
    };
    let canvas = &mut Canvas::new(250.0);
    canvas.text((135.0, 12.0), "key", Muted);
    canvas.text((201.0, 12.0), "value", Muted);
    for (index, word) in ["the", "cat", "sleeps"].into_iter().enumerate() {
        let top = 44.0 + 80.0 * index as f64;
        let middle = top + 16.0;
        canvas.heading((104.0, top - 11.0), word);
        let [key, value] = [&keys, &values].map(|rows| row(rows.row(index), 1));
        canvas.block((104.0, top, 62.0, 32.0), key, Series2);
        canvas.block((170.0, top, 62.0, 32.0), value, Series3);
        canvas.arrow((66.0, 140.0), (103.0, middle), Series1);
        let weight = weights[[0, index]];
        let (from, to) = ((233.0, middle), (309.0, 132.0 + 8.0 * index as f64));
        let (stroke, side) = (Series3.weight(weight), [1.0, 1.0, -1.0][index]);
        canvas.labeled_arrow(from, to, stroke, &format!("{weight:.2}"), side);
    }
    let (query, output) = (row(query.row(0), 1), row(output.row(0), 2));
    canvas.block((4.0, 118.0, 62.0, 44.0), format!("query\n{query}"), Series1);
    let text = format!("output\n{output}");
    canvas.block((310.0, 118.0, 86.0, 44.0), text, Muted);
    canvas.svg("A query finds the word cat among three words")
}
