// expect-fail: an_isolated_point_is_predicted_as_zero
// misconception: does not think of a point that has no other within reach: 0/0
    use attention::nadaraya_watson::attention_weights;

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let weights = attention_weights(inputs, inputs, kernel, width)?;
    let others = 1.0 - weights.diag().to_owned();
    let errors = (weights.dot(targets) - targets) / others;
    Ok(errors.dot(&errors) / samples.len() as Real)
