use attention::Real;
use ndarray::{Array3, array};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use show_every_head::{SIGNS, plot};

#[test]
fn every_weight_is_in_its_place() {
    let mut rng = ChaCha8Rng::seed_from_u64(58);
    for (heads, queries, keys) in [(3, 2, 4), (2, 5, 3), (4, 3, 3), (1, 2, 6)] {
        // In the middle of a step, so that no rounding matters.
        let numbers: Array3<usize> =
            Array3::from_shape_fn((heads, queries, keys), |_| rng.random_range(0..10));
        let weights = numbers.mapv(|number| (number as Real + 0.5) / 10.0);
        let got: String = plot(&weights);
        let lines: Vec<Vec<char>> = got.lines().map(|l| l.chars().collect()).collect();
        for ((head, query, key), &number) in numbers.indexed_iter() {
            let place = 1 + head * (keys + 1) + key;
            let sign = lines.get(query).and_then(|line| line.get(place));
            let want = Some(&SIGNS[number]);
            assert_eq!(sign, want, "head {head}, query {query}, key {key} in\n{got}");
        }
    }
}

#[test]
fn ten_steps_from_0_to_1() {
    let weights: Array3<Real> = array![[
        [0.0, 0.09, 0.11, 0.19, 0.61],
        [0.001, 0.999, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 1.0],
        [0.205, 0.199, 0.198, 0.199, 0.199],
        [0.5, 0.2, 0.1, 0.2, 0.0], // at the border the next step begins
    ]];
    let got: String = plot(&weights);
    let want = "|  ..*|\n| @   |\n|    @|\n|:....|\n|+:.: |\n";
    assert_eq!(got, want, "\nyou draw\n{got}and should draw\n{want}");
}
