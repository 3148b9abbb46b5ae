use at_least_ninety_percent::highest_temperature;
use attention::attention_cues::{distance_scores, handbook};
use attention::{Real, assert_near};
use ndarray::{Array1, array};

//@ param query
const QUERY: Real = 1.6;

fn check(scores: &Array1<Real>, share: Real, want: Real) {
    let got: Real = highest_temperature(scores, share);
    assert_near!(got, want, 0.001 * want, "scores {scores}, share {share}");
}

#[test]
fn all_keys_count() {
    for runners_up in 1..8 {
        let mut scores = Array1::from_elem(runners_up + 1, -1.0);
        scores[0] = 0.0;
        for share in [0.6, 0.9, 0.99] {
            let want = 1.0 / (runners_up as Real * share / (1.0 - share)).ln();
            check(&scores, share, want);
        }
    }
}

#[test]
fn grows_with_the_scores() {
    let scores = distance_scores(&array![[QUERY]], &handbook().0).row(0).to_owned();
    let mut distances = scores.mapv(|score| -score).to_vec();
    distances.sort_by(Real::total_cmp);
    let want = (distances[1] - distances[0]) / (9.0 as Real).ln();
    for factor in [1.0, 0.002, 0.1, 100.0, 1000.0] {
        check(&(&scores * factor), 0.9, want * factor);
    }
    for difference in [1e-4 as Real, 1e4] {
        for share in [0.51 as Real, 0.99] {
            let want = difference / (share / (1.0 - share)).ln();
            check(&array![0.0, -difference], share, want);
        }
    }
}

#[test]
fn only_differences_count() {
    // At this temperature the exponentials have the ratios 1, 1/9, 1/81, and
    // 1/729.
    let want = 1.0 / (9.0 as Real).ln();
    let share = 729.0 / (729.0 + 81.0 + 9.0 + 1.0);
    check(&array![2.0, 1.0, 0.0, -1.0], share, want);
    check(&array![-1.0, 0.0, 2.0, 1.0], share, want);
    check(&array![1.0, 0.0, -1.0, 2.0], share, want);
    check(&array![34.0, 33.0, 32.0, 31.0], share, want);
    check(&array![-31.0, -30.0, -33.0, -32.0], share, want);
    for best in [1000.0, -1000.0] {
        let next: Real = best - 0.0002;
        let want = (best - next) / (9.0 as Real).ln();
        check(&array![best, next], 0.9, want);
        check(&array![next, best], 0.9, want);
    }
}
