use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, arr1, arr2};
use rows_of_the_decay::{mask, outputs};

const FACTORS: [Real; 5] = [0.9, 0.5, 0.8, 0.0, 0.5];

#[test]
fn the_whole_mask() {
    let want: Array2<Real> = Array2::from_shape_fn((5, 5), |(i, j)| {
        if j <= i { FACTORS[j + 1..=i].iter().product() } else { 0.0 }
    });
    assert_close(&arr2(&mask()), &want, 1e-4);
}

#[test]
fn the_five_outputs() {
    let mut memory: Real = 0.0;
    let want: Array1<Real> = FACTORS
        .iter()
        .zip([4.0, 8.0, 6.0, 3.0, 2.0])
        .map(|(factor, value)| {
            memory = factor * memory + value;
            memory
        })
        .collect();
    assert_close(&arr1(&outputs()), &want, 1e-4);
}
