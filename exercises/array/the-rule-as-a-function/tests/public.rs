use the_rule_as_a_function::broadcast_shape;

#[test]
fn shapes_that_fit() {
    let cases: [(&[usize], &[usize], &[usize]); 7] = [
        (&[3, 4], &[3, 4], &[3, 4]),
        (&[3, 1], &[1, 4], &[3, 4]),
        (&[1, 4], &[3, 1], &[3, 4]),
        (&[2, 1, 4], &[3, 1], &[2, 3, 4]),
        (&[4], &[2, 3, 4], &[2, 3, 4]),
        (&[], &[5, 6], &[5, 6]),
        (&[], &[], &[]),
    ];
    for (left, right, shape) in cases {
        let got: Option<Vec<usize>> = broadcast_shape(left, right);
        assert_eq!(got, Some(shape.to_vec()), "{left:?} and {right:?}");
    }
}

#[test]
fn shapes_that_do_not_fit() {
    let cases: [(&[usize], &[usize]); 4] =
        [(&[3, 4], &[3]), (&[2], &[4]), (&[2, 3, 4], &[2, 4]), (&[5, 3], &[5, 2])];
    for (left, right) in cases {
        assert_eq!(broadcast_shape(left, right), None, "{left:?} and {right:?}");
    }
}
