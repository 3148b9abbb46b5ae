use attention::{Real, array::assert_close, assert_near};
use ndarray::{Array1, arr1, array};
use write_and_read_by_hand::{
    answers_after_rewriting, delta_answers, sum_answers, sum_memory,
};

#[test]
fn the_sum_and_its_answers() {
    let memory: Array1<Real> = arr1(&sum_memory());
    let want: Array1<Real> = array![0.8, 0.6] * 10.0 + array![1.0, 0.0] * 5.0;
    assert_close(&memory, &want, 1e-3);
    let answers: Array1<Real> = arr1(&sum_answers());
    let want: Array1<Real> = array![want[0], 0.8 * want[0] + 0.6 * want[1]];
    assert_close(&answers, &want, 1e-3);
}

#[test]
fn the_last_key_is_right() {
    assert_near!(delta_answers()[1], 10.0, 1e-3, "the value that was written last");
    let rewritten: Real = answers_after_rewriting()[1];
    assert_near!(rewritten, 6.0, 1e-3, "half of the way from 10 to 2");
}
