use alarm_and_question::alarm_lookup;
use attention::{
    Real,
    array::assert_close,
    attention_cues::{Lookup, handbook, soft_lookup},
};
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
fn at_nine_the_lamp_draws_level() {
    let (keys, values) = handbook();
    let salience: Array1<Real> = array![0.0, 0.0, 1.0];
    let got: Lookup =
        alarm_lookup(&array![[1.0], [4.0]], &keys, &values, &salience, 9.0);
    assert_close(&got.weights.sum_axis(Axis(1)), &array![1.0, 1.0], 1e-5);
    let (near, lamp) = (got.weights[[0, 0]], got.weights[[0, 2]]);
    assert!(
        (near - lamp).abs() < 1e-5,
        "for the query 1 and the loudness 9, the weight of 1 km is {near} and that of \
         4 km is {lamp}: they should be equal"
    );
}
