use attention::Real;
use attention::encoder_decoder::{BeamSearch, beam_search};
use ndarray::Array2;
use wider_is_not_better::next;

#[test]
fn probabilities() {
    let mut beginnings: Vec<Vec<usize>> = vec![vec![]];
    for place in 0..13 {
        let beginning = beginnings[place].clone();
        let row: [Real; 3] = next(&beginning);
        let sum: Real = row.iter().sum();
        assert!(
            (sum - 1.0).abs() < 1e-5 && row.iter().all(|&p| p >= 0.0),
            "after {beginning:?}: {row:?} should be three probabilities that sum to 1"
        );
        if beginning.len() < 2 {
            beginnings.extend((0..3).map(|token| [&beginning[..], &[token]].concat()));
        }
    }
}

fn found(width: usize) -> f64 {
    let settings = BeamSearch { width, length_exponent: 0.0, max_steps: 3, end: 3 };
    let found = beam_search(&settings, |beam| {
        let rows = beam.beginnings.iter().map(|beginning| next(beginning));
        Array2::from(rows.collect::<Vec<[Real; 3]>>()).ln()
    });
    found[0].log_probability.exp()
}

#[test]
fn width_one_beats_width_two() {
    let (one, two): (f64, f64) = (found(1), found(2));
    assert!(
        one > two,
        "expected a more probable sentence from width 1, got {one:.4} and {two:.4}"
    );
}
