// expect-fail: flat_weights_and_hard_weights, any_factor
// misconception: scales the queries, as for a dot product; inside the tanh this does not scale the score
    use attention::encoder_decoder::evaluate;
    use attention::nn::{restore, state};

    let learned = state(&translator.model);
    let query = &translator.model.attention.query.weight;
    query.update(|weight| weight.mapv_inplace(|entry| entry * factor));
    let evaluated = evaluate(translator, corpus, 4);
    restore(&translator.model, &learned).expect("it is the same model");
    evaluated.expect("the vocabularies fit").exact
