// expect-fail: the_same_logits_in_every_mode, short_source_long_target
// misconception: hides the padding of the source among the tokens of the target
    use attention::tape::Mode;
    let lens = Mask::valid_lens(cache.source_lens.as_slice());
    let mask = match tape.mode() {
        Mode::Eval => Mask::causal().and(lens),
        _ => Mask::causal(),
    };
