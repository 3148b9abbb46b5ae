use attention::Real;
use ndarray::{Array3, Axis};
use repeat_or_tile::expand;

fn numbered(key_heads: usize, keys: usize, dim: usize) -> Array3<Real> {
    let mut numbers = (1_u8..).map(Real::from);
    Array3::from_shape_simple_fn((key_heads, keys, dim), || numbers.next().unwrap())
}

#[test]
fn each_group_has_its_key_head() {
    for (key_heads, order) in [
        (2, &[0, 0, 0, 1, 1, 1][..]),
        (3, &[0, 0, 1, 1, 2, 2]),
        (4, &[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]),
        (1, &[0, 0, 0, 0, 0]),
    ] {
        let keys = numbered(key_heads, 1, 1);
        let got: Array3<Real> = expand(&keys, order.len());
        let read: Vec<usize> = got.iter().map(|&key| key as usize - 1).collect();
        assert_eq!(read, order, "{key_heads} key heads, {} heads", order.len());
    }
}

#[test]
fn nothing_else_changes() {
    let keys = numbered(2, 3, 4);
    let got: Array3<Real> = expand(&keys, 8);
    assert_eq!(got.dim(), (8, 3, 4), "[heads, keys, dim]");
    let want = keys.select(Axis(0), &[0, 0, 0, 0, 1, 1, 1, 1]);
    assert_eq!(got, want, "four heads read each key head");
}
