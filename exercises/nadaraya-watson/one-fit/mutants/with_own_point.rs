// expect-fail: agrees_with_leaving_out_by_hand, the_gaussian_loss_is_that_of_the_chapter
// misconception: does not divide, so each point sees itself
    use attention::nadaraya_watson::attention_weights;

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let weights = attention_weights(inputs, inputs, kernel, width)?;
    let errors = weights.dot(targets) - targets;
    Ok(errors.dot(&errors) / samples.len() as Real)
