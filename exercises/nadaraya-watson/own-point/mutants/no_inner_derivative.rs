// expect-fail: the_gradient_agrees_with_a_measured_one, the_sign_of_w_has_no_meaning
// misconception: forgets the factor w of the inner derivative
    use attention::array::softmax;
    use ndarray::{Array2, Axis};

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let points = samples.len();
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let weights = softmax(&(&distances * (-w * w / 2.0)));
    let predictions = weights.dot(targets);
    let errors = &predictions - targets;

    let weighted = &weights * &distances;
    let mean_distances = weighted.sum_axis(Axis(1));
    let slopes = -(weighted.dot(targets) - mean_distances * &predictions);

    let loss = errors.dot(&errors) / points as Real;
    let gradient = 2.0 * errors.dot(&slopes) / points as Real;
    (loss, gradient)
