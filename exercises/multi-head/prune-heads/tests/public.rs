use attention::{Real, multi_head::slope::SlopeModel};
use prune_heads::importance;
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn a_number_for_each_head() {
    for heads in [1, 2, 8] {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let model = SlopeModel::new(heads, &mut rng).expect("heads divide hidden");
        let numbers: Vec<Real> = importance(&model);
        assert_eq!(numbers.len(), heads, "{numbers:?} for {heads} heads");
        assert!(numbers.iter().all(|x| x.is_finite()), "{numbers:?}");
    }
}

#[test]
fn a_removed_head_matters_least() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let model = SlopeModel::new(2, &mut rng).expect("heads divide hidden");
    model.train(200, &mut rng);
    // A third head, which is a copy of one of the two and then adds nothing.
    for (heads, removed) in [([0, 1, 0], 2), ([0, 1, 1], 1), ([0, 0, 1], 0)] {
        let three = model.keep_heads(&heads).without_head(removed);
        let numbers: Vec<Real> = importance(&three);
        for head in (0..3).filter(|&head| head != removed) {
            assert!(
                numbers[removed] < numbers[head],
                "head {removed} adds nothing, and head {head} does, but the importance \
                 of the three heads is {numbers:?}"
            );
        }
    }
}
