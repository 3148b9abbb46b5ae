// expect-fail: the_gradient_agrees_with_a_measured_one, targets_may_be_shifted
// misconception: takes the sum under the softmax for a constant, so the mean distance of the row is missing
    use attention::array::softmax;
    use ndarray::Array2;

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let points = samples.len();
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let weights = softmax(&(&distances * (-w * w / 2.0)));
    let errors = weights.dot(targets) - targets;
    let slopes = (&weights * &distances).dot(targets) * -w;

    let loss = errors.dot(&errors) / points as Real;
    let gradient = 2.0 * errors.dot(&slopes) / points as Real;
    (loss, gradient)
