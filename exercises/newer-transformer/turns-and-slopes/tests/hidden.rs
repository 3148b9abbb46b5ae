use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, arr1, arr2};
use turns_and_slopes::{half_offsets, scores, slopes};

#[test]
fn the_nine_scores() {
    let tokens: [(Real, Real); 3] = [(2.0, 0.0), (0.0, 2.0), (2.0, 0.0)];
    let rotated: Vec<(Real, Real)> = tokens
        .iter()
        .enumerate()
        .map(|(position, &(x, y))| {
            let (sin, cos) = (position as Real * 30.0).to_radians().sin_cos();
            (x * cos - y * sin, x * sin + y * cos)
        })
        .collect();
    let want: Array2<Real> = Array2::from_shape_fn((3, 3), |(i, j)| {
        rotated[i].0 * rotated[j].0 + rotated[i].1 * rotated[j].1
    });
    assert_close(&arr2(&scores()), &want, 0.005);
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
