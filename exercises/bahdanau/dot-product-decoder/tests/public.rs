use attention::Real;
use attention::array::assert_close;
use attention::bahdanau::Bahdanau;
use attention::encoder_decoder::RecurrentConfig;
use attention::nn::Module;
use attention::nn::init::normal;
use attention::tape::{Mode, Tape};
use dot_product_decoder::{DotDecoder, look, saved};
use ndarray::{Array2, Array3, Axis};
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
    for (row, len) in lens.into_iter().enumerate() {
        let states = states.index_axis(Axis(0), row); // [keys, hidden]
        let mut weights = weights_want.row_mut(row);
        for key in 0..len {
            let product = query.row(row).dot(&states.row(key));
            weights[key] = (product / (hidden as Real).sqrt()).exp();
        }
        weights /= weights.sum();
        context_want.row_mut(row).assign(&weights.dot(&states));
    }
    let tape = Tape::new(Mode::Eval, 0);
    let (context, weights) = look(tape.constant(query), tape.constant(states), &lens);
    assert_close(&weights.value(), &weights_want, 1e-5);
    assert_close(&context.value(), &context_want, 1e-5);
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
