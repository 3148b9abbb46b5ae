use at_least_ninety_percent::highest_temperature;
use attention::array::softmax;
use attention::attention_cues::{distance_scores, handbook};
use attention::{Real, assert_near};
use ndarray::{Array1, array};

//@ param query
const QUERY: Real = 1.6;

fn largest_weight(scores: &Array1<Real>, temperature: Real) -> Real {
    softmax(&(scores / temperature)).fold(0.0, |top: Real, &weight| top.max(weight))
}

#[test]
fn the_handbook() {
    let scores = distance_scores(&array![[QUERY]], &handbook().0).row(0).to_owned();
    let temperature: Real = highest_temperature(&scores, 0.9);
    let (below, above) = (temperature * 0.998, temperature * 1.002);
    let (top, next) = (largest_weight(&scores, below), largest_weight(&scores, above));
    assert!(
        top >= 0.9 && next < 0.9,
        "at {QUERY} km the largest weight should fall through 0.9 at temperature \
         {temperature}, but is {top} at {below} and {next} at {above}"
    );
}

#[test]
fn two_keys() {
    for (difference, share) in [(1.0, 0.75), (3.0, 0.9), (0.25, 0.6)] {
        let got: Real = highest_temperature(&array![0.0, -difference], share);
        let ratio = (difference / got).exp();
        let want = share / (1.0 - share);
        println!("scores that differ by {difference}, share {share}: {got}");
        assert_near!(ratio, want, 0.01 * want, "the ratio of the two weights");
    }
}
