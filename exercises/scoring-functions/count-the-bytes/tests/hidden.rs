use count_the_bytes::{Cost, Counts, Score, cost, largest_hidden};

/// Sizes whose products differ.
const COUNTS: Counts = Counts { queries: 2, keys: 3, dim: 5, hidden: 7 };

#[test]
fn bilinear_by_hand() {
    let got: Cost = cost(Score::Bilinear, COUNTS);
    let want = Cost {
        multiplications: 2 * 5 * 5 + 2 * 5 * 3,
        tanh: 0,
        // Queries, keys, matrix, queries times matrix, scores.
        bytes: 4 * (10 + 15 + 25 + 10 + 6),
    };
    assert_eq!(got, want, "left is your count, right the one by hand");
}

#[test]
fn additive_by_hand() {
    let got: Cost = cost(Score::Additive, COUNTS);
    let want = Cost {
        multiplications: 2 * 5 * 7 + 3 * 5 * 7 + 2 * 3 * 7,
        tanh: 2 * 3 * 7,
        // Queries, keys, two matrices, a vector, two maps, sums, scores.
        bytes: 4 * (10 + 15 + 35 + 35 + 7 + 14 + 21 + 42 + 6),
    };
    assert_eq!(got, want, "left is your count, right the one by hand");
}

#[test]
fn where_the_multiplications_meet() {
    // The first three divide without a remainder; the answer to the last is 0.
    for (queries, keys, dim) in [
        (3, 3, 3),
        (6, 6, 6),
        (12, 12, 6),
        (1000, 1000, 64),
        (1, 1000, 64),
        (7, 30, 11),
        (1, 1, 8),
    ] {
        let of_one_hidden = queries * dim + keys * dim + queries * keys;
        let cheap = |hidden: &usize| hidden * of_one_hidden <= queries * keys * dim;
        let want = (1..).take_while(cheap).count();
        let got: usize = largest_hidden(queries, keys, dim);
        assert_eq!(got, want, "left is yours for {queries}, {keys}, and {dim}");
    }
}
