// expect-fail: agrees_with_leaving_out_by_hand, the_gaussian_loss_is_that_of_the_chapter
// misconception: sets the own weight to 0 and does not divide the others by their sum
    use attention::nadaraya_watson::attention_weights;

    let (inputs, targets) = (samples.inputs(), samples.targets());
    let mut weights = attention_weights(inputs, inputs, kernel, width)?;
    weights.diag_mut().fill(0.0);
    let errors = weights.dot(targets) - targets;
    Ok(errors.dot(&errors) / samples.len() as Real)
