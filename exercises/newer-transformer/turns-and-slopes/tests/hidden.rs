use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, arr1, arr2, array};
use turns_and_slopes::{half_offsets, scores, slopes};

#[test]
fn the_nine_scores() {
    let tokens: Array2<Real> = array![[2.0, 0.0], [0.0, 2.0], [2.0, 0.0]];
    let mut rotated = tokens.clone();
    for (position, mut row) in rotated.rows_mut().into_iter().enumerate() {
        let (sin, cos) = (position as Real * 30.0).to_radians().sin_cos();
        row.assign(&tokens.row(position).dot(&array![[cos, sin], [-sin, cos]]));
    }
    assert_close(&arr2(&scores()), &rotated.dot(&rotated.t()), 0.005);
}

/// Returns the rule of the prompt for six heads.
fn rule() -> Array1<Real> {
    let of = |heads: i32| {
        (1..=heads).map(move |h| (2.0 as Real).powf(-8.0 * h as Real / heads as Real))
    };
    of(4).chain(of(8).step_by(2)).take(6).collect()
}

#[test]
fn the_six_slopes() {
    assert_close(&arr1(&slopes()), &rule(), 1e-4);
}

#[test]
fn where_a_weight_is_halved() {
    for (head, (slope, offset)) in rule().iter().zip(half_offsets()).enumerate() {
        let weight = |offset: usize| (-slope * offset as Real).exp();
        assert!(
            offset > 0 && weight(offset) < 0.5 && weight(offset - 1) >= 0.5,
            "head {head}: offset {offset} is not the first below one half"
        );
    }
}
