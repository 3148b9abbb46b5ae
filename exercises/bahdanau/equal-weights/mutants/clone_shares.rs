// expect-fail: the_translator_is_as_before, flat_weights_and_hard_weights
// misconception: changes a clone, which shares its parameters with the original
    use attention::encoder_decoder::evaluate;

    let copy = translator.clone();
    let score = &copy.model.attention.score;
    score.update(|score| score.mapv_inplace(|entry| entry * factor));
    evaluate(&copy, corpus, 4).expect("the vocabularies fit").exact
