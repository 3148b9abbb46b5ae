//! Scores of four queries and four keys, their mask, and their weights, right or with a mistake.

use attention::array::masked_softmax;

use crate::prelude::*;

const SIZE: usize = 4;
const MASKS: [&str; 5] = [
    "a length for each query",
    "the last key is padding",
    "causal",
    "query 2 may attend to nothing",
    "none",
];
const AXES: [&str; 2] = ["keys", "queries"];

pub(crate) fn controls() -> Vec<Control> {
    vec![
        Control::menu("mask", &MASKS),
        Control::menu("softmax over", &AXES),
        Control::switch("true means masked", false),
        Control::switch("mask after the softmax", false),
    ]
}

/// Returns the scores of the chapter, with the queries of both examples below each other.
fn scores() -> Array2<Real> {
    array![
        [2.0, 1.0, 3.0, 4.0],
        [0.0, 2.0, 1.0, 3.0],
        [1.0, 1.0, 2.0, 4.0],
        [3.0, 0.0, 1.0, 2.0]
    ]
}

/// Returns which pairs a mask allows.
fn allowed(choice: usize) -> Array2<bool> {
    let mask = match choice {
        0 => Mask::valid_lens_per_query(array![[2, 4, 3, 1]]),
        1 => Mask::valid_lens([3]),
        2 => Mask::causal(),
        3 => Mask::valid_lens_per_query(array![[4, 4, 0, 4]]),
        _ => Mask::all(),
    };
    let pairs = mask.to_array([1, SIZE, SIZE]);
    pairs.index_axis(Axis(0), 0).to_owned()
}

/// Returns the weights of queries (rows) for the pairs that the program believes to be allowed.
fn weights(pairs: &Array2<bool>, by_query: bool, after: bool) -> Array2<Real> {
    let turn = |weights: Array2<Real>| {
        if by_query {
            weights.reversed_axes()
        } else {
            weights
        }
    };
    let scores = turn(scores());
    if after {
        let kept = pairs.mapv(|allowed| Real::from(u8::from(allowed)));
        return turn(softmax(&scores)) * kept;
    }
    let pairs = if by_query {
        pairs.t().to_owned()
    } else {
        pairs.clone()
    };
    turn(masked_softmax(&scores, &Mask::allowed(pairs)))
}

pub(crate) fn answer(choices: &[usize]) -> Answer {
    let wanted = allowed(choices[0]);
    let [by_query, inverted, after] = [1, 2, 3].map(|index| choices[index] == 1);
    let pairs = wanted.mapv(|allowed| allowed != inverted);
    let weights = weights(&pairs, by_query, after);
    let sums = weights.sum_axis(Axis(1));

    let mut table = vec![vec!["row".to_owned()]];
    table[0].extend((0..SIZE).map(|key| format!("key {key}")));
    table[0].push("sum".to_owned());
    for (query, row) in scores().outer_iter().enumerate() {
        let mut cells = vec![format!("scores of query {query}")];
        cells.extend(row.iter().map(|score| number(*score, 0)));
        cells.push(String::new());
        table.push(cells);
    }
    for (query, row) in weights.outer_iter().enumerate() {
        let mut cells = vec![format!("weights of query {query}")];
        cells.extend(row.iter().map(|weight| number(*weight, 3)));
        cells.push(number(sums[query], 3));
        table.push(cells);
    }
    Answer {
        svg: picture(&wanted, &pairs, &weights),
        result: result(&wanted, &weights),
        table,
        handle: None,
    }
}

/// Draws the scores with the keys that must be masked, and the weights with the keys that were.
fn picture(
    wanted: &Array2<bool>,
    pairs: &Array2<bool>,
    weights: &Array2<Real>,
) -> String {
    const CELL: (f64, f64) = (39.0, 34.0);
    let canvas = &mut Canvas::new(218.0);
    let [left, right] =
        [24.0, 198.0].map(|x| Table::new((x, 46.0), CELL, (SIZE, SIZE)));
    let end = right.area.right() + 23.0;
    for (table, name) in [(left, "scores"), (right, "weights")] {
        canvas.heading((table.area.left, 12.0), name);
        for key in 0..SIZE {
            canvas.text((table.cell(0, key).center().0, 34.0), key, Muted);
        }
        canvas.text((table.area.center().0, 198.0), "keys", Muted);
    }
    canvas.text((end, 34.0), "sum", Muted);
    canvas.text((12.0, left.area.center().1), "queries", Muted.upward());
    for ((query, key), score) in scores().indexed_iter() {
        let fill = if wanted[[query, key]] { Paper } else { Masked };
        canvas.cell(left.cell(query, key), fill, score);
    }
    for ((query, key), &weight) in weights.indexed_iter() {
        let area = right.cell(query, key);
        match pairs[[query, key]] {
            true => canvas.weight_cell(area, weight, 2),
            false => canvas.hidden_cell(area),
        }
    }
    for (query, &sum) in weights.sum_axis(Axis(1)).iter().enumerate() {
        let at = (end, right.cell(query, 0).center().1);
        let look = if is_one(sum) {
            Ink.into()
        } else {
            Accent.bold()
        };
        canvas.text(at, number(sum, 2), look);
    }
    canvas.svg("Scores, their mask, and their weights")
}

fn is_one(sum: Real) -> bool {
    (sum - 1.0).abs() < 1e-5
}

fn result(wanted: &Array2<bool>, weights: &Array2<Real>) -> String {
    let sums = weights.sum_axis(Axis(1));
    let hidden = wanted.mapv(|allowed| Real::from(u8::from(!allowed)));
    let leaks = (weights * hidden).sum_axis(Axis(1));
    let found = [
        (
            "the weights do not sum to 1",
            sums.mapv(|sum| sum != 0.0 && !is_one(sum)),
        ),
        (
            "every key is masked, so the weights are 0",
            sums.mapv(|sum| sum == 0.0),
        ),
        (
            "keys that must be masked have weight",
            leaks.mapv(|leak| leak > 0.0),
        ),
    ];
    let sentences = found.iter().filter_map(|(text, rows)| {
        let rows = rows.iter().enumerate().filter(|(_, is_meant)| **is_meant);
        let rows: Vec<String> = rows.map(|(row, _)| row.to_string()).collect();
        let rows = match &*rows {
            [] => return None,
            [one] => format!("Row {one}"),
            [one, other] => format!("Rows {one} and {other}"),
            [most @ .., last] => format!("Rows {}, and {last}", most.join(", ")),
        };
        Some(format!("{rows}: {text}."))
    });
    let sentences: Vec<String> = sentences.collect();
    match &*sentences {
        [] => "Each row sums to 1, and masked keys have a weight of 0.".to_owned(),
        _ => sentences.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights_of(answer: &Answer) -> Vec<String> {
        let rows = answer.table.iter().skip(5);
        rows.map(|row| row[1..].join(" ")).collect()
    }

    #[test]
    fn the_weights_are_those_of_the_chapter() {
        let lengths = answer(&[0, 0, 0, 0]);
        let expected = [
            "0.731 0.269 0.000 0.000 1.000",
            "0.032 0.237 0.087 0.644 1.000",
            "0.212 0.212 0.576 0.000 1.000",
            "1.000 0.000 0.000 0.000 1.000",
        ];
        assert_eq!(weights_of(&lengths), expected);
        let padding = weights_of(&answer(&[1, 0, 0, 0]));
        let expected = [
            "0.245 0.090 0.665 0.000 1.000",
            "0.090 0.665 0.245 0.000 1.000",
        ];
        assert_eq!(padding[..2], expected);
    }

    #[test]
    fn mistakes_are_named() {
        let result = |choices: &[usize]| answer(choices).result;
        assert_eq!(
            result(&[0, 0, 1, 0]),
            "Row 1: every key is masked, so the weights are 0. \
             Rows 0, 2, and 3: keys that must be masked have weight."
        );
        assert_eq!(
            result(&[3, 0, 0, 0]),
            "Row 2: every key is masked, so the weights are 0."
        );
        let after = result(&[1, 0, 0, 1]);
        assert_eq!(after, "Rows 0, 1, 2, and 3: the weights do not sum to 1.");
        assert!(result(&[4, 1, 0, 0]).contains("do not sum to 1."));
        assert!(result(&[2, 0, 0, 0]).starts_with("Each row sums to 1"));
        assert!(result(&[4, 0, 0, 0]).starts_with("Each row sums to 1"));
    }

    #[test]
    fn all_choices_are_finite() {
        for choices in 0..MASKS.len() * 8 {
            let switches = [choices / 4 % 2, choices / 2 % 2, choices % 2];
            let answer = answer(&[choices / 8, switches[0], switches[1], switches[2]]);
            assert!(answer.result.len() <= 170, "{}", answer.result);
            assert!(!answer.svg.contains("NaN"));
        }
    }
}
