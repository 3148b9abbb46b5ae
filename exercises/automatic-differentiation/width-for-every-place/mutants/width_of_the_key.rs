// expect-fail: each_query_has_its_own_width, one_step_moves_both
// misconception: the factors are repeated along the queries, so that each key has a width
    use attention::mask::Mask;
    use ndarray::{Array2, Axis};

    let tape = c0.tape();
    let (inputs, points) = (samples.inputs(), samples.len());
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let others = Array2::from_shape_fn((points, points), |(i, j)| i != j);
    let targets = tape.constant(samples.targets().clone().insert_axis(Axis(1)));

    let w = (tape.constant(inputs.clone()) * c1 + c0).exp();
    let scores = tape.constant(distances) * w * w * -0.5;
    let predictions = scores.softmax(&Mask::allowed(others)).matmul(targets);
    (predictions - targets).square().mean()
