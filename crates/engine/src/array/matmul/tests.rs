use super::*;

#[test]
fn batched_matmul_multiplies_item_by_item() {
    let left =
        Array3::from_shape_fn((3, 2, 4), |(b, i, j)| (b * 8 + i * 4 + j) as Real);
    let right = Array3::from_shape_fn((3, 4, 5), |(b, i, j)| (b + i * 5 + j) as Real);
    let product = batched_matmul(&left, &right);
    assert_eq!(product.dim(), (3, 2, 5));
    for item in 0..3 {
        let expected = left
            .index_axis(Axis(0), item)
            .dot(&right.index_axis(Axis(0), item));
        assert_eq!(product.index_axis(Axis(0), item), expected);
    }
}

#[test]
fn batched_matmul_reads_transposed_views() {
    let left =
        Array3::from_shape_fn((2, 3, 4), |(b, i, j)| (b * 12 + i * 4 + j) as Real);
    let mut transposed = left.clone();
    transposed.swap_axes(1, 2);
    let product = batched_matmul(&left, &transposed);
    for item in 0..2 {
        let matrix = left.index_axis(Axis(0), item);
        assert_eq!(product.index_axis(Axis(0), item), matrix.dot(&matrix.t()));
    }
}

#[test]
fn batched_matmul_accepts_empty_axes() {
    let multiply =
        |left, right| batched_matmul(&Array3::ones(left), &Array3::ones(right));
    assert_eq!(multiply((0, 2, 3), (0, 3, 4)).dim(), (0, 2, 4));
    assert_eq!(multiply((2, 0, 3), (2, 3, 4)).dim(), (2, 0, 4));
    assert_eq!(
        multiply((2, 2, 0), (2, 0, 4)),
        Array3::<Real>::zeros((2, 2, 4))
    );
}

#[test]
#[should_panic(
    expected = "batched_matmul: [2, 1, 4] x [2, 5, 6]: inner sizes 4 and 5 differ"
)]
fn batched_matmul_refuses_different_inner_sizes() {
    batched_matmul(&Array3::zeros((2, 1, 4)), &Array3::zeros((2, 5, 6)));
}

#[test]
#[should_panic(
    expected = "batched_matmul: [2, 1, 4] x [3, 4, 6]: batch sizes 2 and 3 differ"
)]
fn batched_matmul_refuses_different_batch_sizes() {
    batched_matmul(&Array3::zeros((2, 1, 4)), &Array3::zeros((3, 4, 6)));
}
