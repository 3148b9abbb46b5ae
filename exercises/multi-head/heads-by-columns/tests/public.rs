use attention::mask::Mask;
use attention::multi_head::{MultiHead, MultiHeadConfig};
use attention::tape::{Mode, Tape};
use attention::{Real, array::assert_close, nn::init::normal};
use heads_by_columns::by_columns;
use ndarray::{Array2, Axis};
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// Returns the output of the layer itself for a batch of one example.
pub fn by_layer(layer: &MultiHead, inputs: &[Array2<Real>; 3]) -> Array2<Real> {
    let tape = Tape::new(Mode::Eval, 0);
    let [queries, keys, values] =
        inputs.each_ref().map(|x| tape.constant(x.clone().insert_axis(Axis(0))));
    let output = layer.forward(queries, keys, values, &Mask::all()).output.value();
    let example = output.index_axis(Axis(0), 0).to_owned();
    example.into_dimensionality().expect("two axes")
}

fn compare(hidden: usize, heads: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(56);
    let config = MultiHeadConfig::new(hidden, heads);
    let layer = MultiHead::new(&config, &mut rng).expect("heads divide hidden");
    let inputs: [Array2<Real>; 3] =
        [3, 5, 5].map(|rows| normal((rows, hidden), 1.0, &mut rng));
    let [queries, keys, values] = &inputs;
    let got: Array2<Real> = by_columns(&layer, queries, keys, values);
    assert_close(&got, &by_layer(&layer, &inputs), 1e-4);
}

#[test]
fn one_head_of_the_layer() {
    compare(4, 1);
}

#[test]
fn agrees_with_the_layer() {
    for (hidden, heads) in [(12, 3), (12, 4), (4, 2), (5, 5)] {
        compare(hidden, heads);
    }
}
