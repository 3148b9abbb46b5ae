// expect-fail: each_step_counts
// misconception: leaves the padding out of the sum, and divides by all steps
    use attention::data::PAD;

    let logits = model.forward(tape, &batch.source, &batch.inputs).logits;
    let share = batch.target_tokens() as Real / batch.targets.len() as Real;
    logits.cross_entropy(&batch.targets, Some(PAD)) * share
