use attention::Real;
use ndarray::{Array3, Axis, array};
use repeat_or_tile::expand;

#[test]
fn four_heads_share_two() {
    let keys: Array3<Real> = array![[[1.0, 2.0]], [[3.0, 4.0]]];
    let got: Array3<Real> = expand(&keys, 4);
    let want: Array3<Real> =
        array![[[1.0, 2.0]], [[1.0, 2.0]], [[3.0, 4.0]], [[3.0, 4.0]]];
    assert_eq!(got, want, "heads 0 and 1 share the first key head");
}

#[test]
fn as_many_key_heads_and_only_one() {
    let keys: Array3<Real> = array![[[1.0], [2.0]], [[3.0], [4.0]], [[5.0], [6.0]]];
    assert_eq!(expand(&keys, 3), keys, "each head has a key head of its own");
    let one = keys.select(Axis(0), &[1]);
    let got: Array3<Real> = expand(&one, 3);
    assert_eq!(got, keys.select(Axis(0), &[1, 1, 1]), "all heads share one");
}
