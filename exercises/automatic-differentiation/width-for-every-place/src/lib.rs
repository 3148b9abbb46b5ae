//! Attention pooling with a kernel whose width depends on the query, trained on the
//! tape.

use attention::{Real, nadaraya_watson::Samples, tape::Var};

/// Returns the mean squared leave-one-out error if the width for query x is
/// `1 / exp(c0 + c1 x)`.
///
/// Both parameters have the shape `[1]` and are on one tape, on which the result is a
/// single number.
pub fn loss<'t>(samples: &Samples, [c0, c1]: [Var<'t>; 2]) -> Var<'t> {
    //@ solution
    use attention::mask::Mask;
    use ndarray::{Array2, Axis};

    let tape = c0.tape();
    let (inputs, points) = (samples.inputs(), samples.len());
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let others = Array2::from_shape_fn((points, points), |(i, j)| i != j);
    let [places, targets] = [inputs, samples.targets()]
        .map(|numbers| tape.constant(numbers.clone().insert_axis(Axis(1))));

    let w = (places * c1 + c0).exp(); // [points, 1]
    let scores = tape.constant(distances) * w * w * -0.5; // [points, points]
    let predictions = scores.softmax(&Mask::allowed(others)).matmul(targets);
    (predictions - targets).square().mean()
    //@ stub let points = samples.len();
    //@ stub todo!("the loss of {points} points at {c0:?} and {c1:?}")
    //@ end
}

/// Trains by gradient descent from c0 = 1 and c1 = 0.
///
/// Returns c0 and c1 after the last epoch, and the loss before each epoch:
/// `[epochs]`.
pub fn train(samples: &Samples, rate: Real, epochs: usize) -> ([Real; 2], Vec<Real>) {
    //@ solution
    use attention::nn::Param;
    use attention::tape::{Mode, Tape};
    use ndarray::array;

    let params = [1.0, 0.0].map(|start| Param::new(array![start]));
    let mut losses = Vec::with_capacity(epochs);
    for _ in 0..epochs {
        let gradients = {
            let tape = Tape::new(Mode::Train, 0);
            let loss = loss(samples, params.each_ref().map(|param| tape.param(param)));
            losses.push(loss.item());
            loss.backward()
        };
        for param in &params {
            let gradient = gradients.of(param).expect("the loss depends on it");
            param.update(|value| value.scaled_add(-rate, gradient));
        }
    }
    (params.map(|param| param.value()[[0]]), losses)
    //@ stub let points = samples.len();
    //@ stub todo!("{epochs} epochs with the rate {rate} on {points} points")
    //@ end
}
exercise_solutions::tests!(width_for_every_place);
