// expect-fail: agrees_with_leaving_out_by_hand, points_count_by_their_own_weight
// misconception: divides by 1 minus the mean of the own weights (generalized cross-validation)
    use attention::nadaraya_watson::attention_weights;

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let weights = attention_weights(inputs, inputs, kernel, width)?;
    let own = weights.diag().sum() / samples.len() as Real;
    let errors = (weights.dot(targets) - targets) / (1.0 - own);
    Ok(errors.dot(&errors) / samples.len() as Real)
