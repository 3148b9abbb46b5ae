//! The final states of an encoder.

use attention::Real;
use attention::data::Padded;
use attention::encoder_decoder::Encoder;
use attention::tape::{Mode, Tape};
use ndarray::Array2;

/// Returns one vector for each sentence: the state of the last layer after its last
/// token.
///
/// # Shapes
///
/// Sentences `[batch, steps]` to `[batch, hidden]`.
pub fn contexts(encoder: &Encoder, source: &Padded) -> Array2<Real> {
    let tape = Tape::new(Mode::Eval, 0);
    let embedded = encoder.embedding.forward(&tape, &source.tokens);
    let outputs = encoder.gru.forward(embedded, None).outputs; // [batch, steps, hidden]
    let [batch, steps, hidden] = outputs.dims();
    let lens = &source.lens;
    assert!(lens.iter().all(|&len| len <= steps), "{lens:?}: {steps} steps");
    let outputs = outputs.value();
    Array2::from_shape_fn((batch, hidden), |(sentence, unit)| {
        //@ solution
        let last = lens[sentence] - 1;
        //@ stub let last = steps - 1;
        //@ end
        outputs[[sentence, last, unit]]
    })
}
exercise_solutions::tests!(the_last_column);
