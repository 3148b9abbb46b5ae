// expect-fail: each_step_counts, the_number_without_a_mask_misleads
// misconception: leaves the padding out, as the loss of the model does
    use attention::data::PAD;

    let logits = model.forward(tape, &batch.source, &batch.inputs).logits;
    logits.cross_entropy(&batch.targets, Some(PAD))
