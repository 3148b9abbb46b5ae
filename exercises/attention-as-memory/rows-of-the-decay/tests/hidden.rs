use attention::{Real, array::assert_close, attention_as_memory::decay_mask};
use ndarray::{arr1, arr2, array};
use rows_of_the_decay::{mask, outputs};

const FACTORS: [Real; 5] = [0.9, 0.5, 0.8, 0.0, 0.5];

#[test]
fn the_whole_mask() {
    assert_close(&arr2(&mask()), &decay_mask(&arr1(&FACTORS)), 1e-4);
}

#[test]
fn the_five_outputs() {
    let values = array![4.0, 8.0, 6.0, 3.0, 2.0];
    let want = decay_mask(&arr1(&FACTORS)).dot(&values);
    assert_close(&arr1(&outputs()), &want, 1e-4);
}
