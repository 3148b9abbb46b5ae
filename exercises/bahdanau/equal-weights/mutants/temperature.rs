// expect-fail: flat_weights_and_hard_weights, any_factor
// misconception: divides by the factor, as if it were a temperature
    use attention::encoder_decoder::evaluate;
    use attention::nn::{restore, state};

    let learned = state(&translator.model);
    let score = &translator.model.attention.score;
    score.update(|score| score.mapv_inplace(|entry| entry / factor.max(1e-6)));
    let evaluated = evaluate(translator, corpus, 4);
    restore(&translator.model, &learned).expect("it is the same model");
    evaluated.expect("the vocabularies fit").exact
