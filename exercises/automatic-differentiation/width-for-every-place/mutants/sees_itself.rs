// expect-fail: a_loss_of_three_points, without_a_slope_it_is_the_loss_of_the_chapter
// misconception: each point may look at itself
    use attention::mask::Mask;
    use ndarray::{Array2, Axis};

    let tape = c0.tape();
    let (inputs, points) = (samples.inputs(), samples.len());
    let distance = |(i, j)| (inputs[i] - inputs[j]).powi(2);
    let distances = Array2::from_shape_fn((points, points), distance);
    let [places, targets] = [inputs, samples.targets()]
        .map(|numbers| tape.constant(numbers.clone().insert_axis(Axis(1))));

    let w = (places * c1 + c0).exp();
    let scores = tape.constant(distances) * w * w * -0.5;
    let predictions = scores.softmax(&Mask::all()).matmul(targets);
    (predictions - targets).square().mean()
