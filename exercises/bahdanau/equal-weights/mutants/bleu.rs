// expect-fail: any_factor
// misconception: returns BLEU, which forgives a wrong word
    use attention::encoder_decoder::evaluate;
    use attention::nn::{restore, state};

    let learned = state(&translator.model);
    let score = &translator.model.attention.score;
    score.update(|score| score.mapv_inplace(|entry| entry * factor));
    let evaluated = evaluate(translator, corpus, 4);
    restore(&translator.model, &learned).expect("it is the same model");
    evaluated.expect("the vocabularies fit").bleu
