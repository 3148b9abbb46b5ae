// expect-fail: gradients_are_right
// misconception: computes the factors outside of the tape and puts them back as a constant
    use attention::mask::Mask;
    use ndarray::{Array2, Axis};

    let tape = c0.tape();
    let (inputs, points) = (samples.inputs(), samples.len());
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let others = Array2::from_shape_fn((points, points), |(i, j)| i != j);
    let [places, targets] = [inputs, samples.targets()]
        .map(|numbers| tape.constant(numbers.clone().insert_axis(Axis(1))));

    let exponents = tape.constant((places * c1).value());
    let w = (exponents + c0).exp();
    let scores = tape.constant(distances) * w * w * -0.5;
    let predictions = scores.softmax(&Mask::allowed(others)).matmul(targets);
    (predictions - targets).square().mean()
