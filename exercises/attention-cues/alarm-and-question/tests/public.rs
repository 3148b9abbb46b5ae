use alarm_and_question::alarm_lookup;
use attention::array::assert_close;
use attention::attention_cues::{Lookup, handbook, soft_lookup};
use attention::{Real, assert_near};
use ndarray::{Array1, Axis, array};

#[test]
fn without_alarm_it_is_a_soft_look_up() {
    let (keys, values) = handbook();
    let (queries, salience) =
        (array![[1.0], [1.6], [4.0], [5.0]], array![0.0, 0.5, 1.0]);
    let got: Lookup = alarm_lookup(&queries, &keys, &values, &salience, 0.0);
    let want = soft_lookup(&queries, &keys, &values, 1.0);
    assert_close(&got.weights, &want.weights, 1e-6);
    assert_close(&got.output, &want.output, 1e-5);
}

#[test]
fn salience_makes_up_for_distance() {
    // The scores are -2.25, -0.25, and -2.25 + 2.
    let (keys, values) = handbook();
    let salience: Array1<Real> = array![0.0, 0.0, 1.0];
    let queries = array![[2.5], [1.0]];
    let got: Lookup = alarm_lookup(&queries, &keys, &values, &salience, 2.0);
    assert_close(&got.weights.sum_axis(Axis(1)), &array![1.0, 1.0], 1e-5);
    let (near, lamp) = (got.weights[[0, 1]], got.weights[[0, 2]]);
    assert_near!(near, lamp, 1e-5, "the weight of 2 km, and the weight of 4 km");
}
