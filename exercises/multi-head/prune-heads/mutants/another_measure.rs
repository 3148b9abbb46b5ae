// expect-fail: the_two_with_the_largest_numbers_remain
// misconception: prunes by the size of the rows, and never asks `importance`
// region: 2
    use ndarray::{Axis, Slice};
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let model = SlopeModel::new(4, &mut rng).expect("4 divides the hidden size");
    model.train(100, &mut rng);
    let weight = model.attention.output.weight.value();
    let rows = |head| weight.slice_axis(Axis(0), Slice::from(4 * head..4 * head + 4));
    let size = |head| rows(head).powi(2).sum();
    let mut heads = [0, 1, 2, 3];
    heads.sort_by(|&a, &b| size(b).total_cmp(&size(a)));
    model.keep_heads(&heads[..2]).error()
