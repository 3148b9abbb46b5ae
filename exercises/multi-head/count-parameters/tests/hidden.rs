use attention::multi_head::{MultiHead, MultiHeadConfig};
use attention::nn::Module;
use count_parameters::{Inputs, answers, parameters};
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param hidden
const HIDDEN: usize = 512;

#[test]
fn agrees_with_the_layer() {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    for (hidden, heads) in [(12, 3), (20, 1), (6, 6), (80, 5)] {
        for [query_dim, key_dim, value_dim] in [[hidden; 3], [7, 5, 3], [1, 9, 20]] {
            let inputs = Inputs { query_dim, key_dim, value_dim };
            let config = MultiHeadConfig::new(hidden, heads);
            let config = config.inputs(query_dim, key_dim, value_dim);
            for (config, bias) in [(config, false), (config.bias(), true)] {
                let layer = MultiHead::new(&config, &mut rng).expect("heads divide");
                let count: usize = parameters(inputs, hidden, heads, bias);
                let want = layer.param_count();
                assert_eq!(
                    count, want,
                    "{inputs:?}, hidden size {hidden}, {heads} heads, bias: {bias}"
                );
            }
        }
    }
}

#[test]
fn the_number_of_heads_does_not_matter() {
    let inputs = Inputs { query_dim: 8, key_dim: 11, value_dim: 2 };
    for bias in [false, true] {
        let counts: [usize; 6] =
            [1, 2, 3, 4, 6, 12].map(|heads| parameters(inputs, 12, heads, bias));
        let equal = counts.iter().all(|&count| count == counts[0] && count > 0);
        assert!(equal, "for 1, 2, 3, 4, 6 and 12 heads, bias: {bias}: {counts:?}");
    }
}

#[test]
fn the_three_answers() {
    let [with, without, full_width]: [usize; 3] = answers();
    let square = HIDDEN * HIDDEN;
    assert_eq!(without, 4 * square, "without a bias");
    assert_eq!(with, without + 4 * HIDDEN, "with a bias");
    assert!(
        full_width == 8 * without,
        "at full width, {full_width} is wrong: what are the shapes of the four matrices?"
    );
}
