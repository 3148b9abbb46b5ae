use attention::mask::Mask;
use attention::multi_head::{MultiHead, MultiHeadConfig};
use attention::nn::init::normal;
use attention::tape::{Mode, Tape};
use attention::{Real, array::assert_close};
use ndarray::{Array1, Array2, Axis};
use rand::{SeedableRng, rngs::ChaCha8Rng};
use your_own_cache::{Cache, Layer};

//@ param seed
const SEED: u64 = 71;

#[test]
fn agrees_with_the_layer_of_the_crate() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let layer = MultiHead::new(&MultiHeadConfig::new(6, 2), &mut rng);
    let layer = layer.expect("two heads share 6 numbers");
    let matrix = |linear: &attention::nn::Linear| -> Array2<Real> {
        let weight = linear.weight.value().into_owned();
        weight.into_dimensionality().expect("a matrix")
    };
    let own = Layer {
        query: matrix(&layer.query),
        key: matrix(&layer.key),
        value: matrix(&layer.value),
        output: matrix(&layer.output),
        heads: 2,
    };
    let tokens = 3.0 * normal((7, 6), 1.0, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(tokens.clone().insert_axis(Axis(0)));
    let want = layer.forward(x, x, x, &Mask::causal()).output.index(0, 0);
    let mut cache = Cache::new(6);
    for (place, token) in tokens.rows().into_iter().enumerate() {
        let got: Array1<Real> = cache.step(&own, &token);
        assert_close(&got, &want.index(0, place).value(), 1e-4);
    }
}

#[test]
fn contents_of_the_cache() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let [query, key, value, output] = [(); 4].map(|()| normal((4, 4), 1.0, &mut rng));
    let layer = Layer { query, key, value, output, heads: 2 };
    let tokens = normal((3, 4), 1.0, &mut rng);
    let mut cache = Cache::new(4);
    for token in tokens.rows() {
        cache.step(&layer, &token);
    }
    assert_close(&cache.keys, &tokens.dot(&layer.key), 1e-4);
    assert_close(&cache.values, &tokens.dot(&layer.value), 1e-4);
}
