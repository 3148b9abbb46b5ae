use attention::Real;
use attention::array::assert_close;
use attention::bahdanau::Bahdanau;
use attention::encoder_decoder::RecurrentConfig;
use attention::nn::Module;
use attention::nn::init::normal;
use attention::tape::{Mode, Tape};
use dot_product_decoder::{DotDecoder, look, saved};
use ndarray::{Array2, Array3, ArrayD};
use rand::{SeedableRng, rngs::ChaCha8Rng};

#[test]
fn agrees_with_two_loops() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (batch, keys, hidden) = (3, 4, 5);
    let query: Array2<Real> = normal((batch, hidden), 1.0, &mut rng);
    let states: Array3<Real> = normal((batch, keys, hidden), 1.0, &mut rng);
    let mut context_want: Array2<Real> = Array2::zeros((batch, hidden));
    let mut weights_want: Array2<Real> = Array2::zeros((batch, keys));
    let lens = [4, 2, 3];
    for row in 0..batch {
        let mut sum = 0.0;
        for key in 0..lens[row] {
            let entries = 0..hidden;
            let products = entries.map(|e| query[[row, e]] * states[[row, key, e]]);
            let score = products.sum::<Real>() / (hidden as Real).sqrt();
            weights_want[[row, key]] = score.exp();
            sum += score.exp();
        }
        for key in 0..lens[row] {
            weights_want[[row, key]] /= sum;
            for e in 0..hidden {
                context_want[[row, e]] +=
                    weights_want[[row, key]] * states[[row, key, e]];
            }
        }
    }
    let tape = Tape::new(Mode::Eval, 0);
    let (context, weights) = look(tape.constant(query), tape.constant(states), &lens);
    let context: ArrayD<Real> = context.value().into_owned();
    assert_close(&weights.value().into_owned(), &weights_want.into_dyn(), 1e-5);
    assert_close(&context, &context_want.into_dyn(), 1e-5);
}

#[test]
fn fewer_parameters() {
    for hidden in [1, 9, 16] {
        let config = RecurrentConfig::new(9, 11).sizes(6, hidden);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let bahdanau = Bahdanau::new(&config, &mut rng).param_count();
        let dot = DotDecoder::new(&config, &mut rng).param_count();
        let got: usize = saved(hidden);
        assert_eq!(
            got,
            bahdanau - dot,
            "{bahdanau} and {dot} parameters for hidden size {hidden}"
        );
    }
}
