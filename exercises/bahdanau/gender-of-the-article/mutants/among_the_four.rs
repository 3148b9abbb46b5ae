// expect-fail: nothing_hidden_is_the_translation, what_is_hidden_from_article
// misconception: takes the softmax over the four articles only, so that a plural goes unseen
// region: 2
    use attention::data::{BOS, Padded};
    use attention::encoder_decoder::EncoderDecoder;
    use attention::nn::Tokens;
    use attention::tape::{Mode, Tape};
    use ndarray::array;

    let words = &translator.vocabularies;
    let source = [words.encode_source(sentence)];
    let source = Padded::new(&source, words.source.len()).expect("known words");
    let bos = Tokens::new(array![BOS], words.target.len()).expect("it has all four");
    let tape = Tape::new(Mode::Eval, 0);
    let state = translator.model.start(&tape, &source);
    let state = without_keys(&state, hidden);
    let (step, _) = translator.model.step(&tape, &bos, &state);
    let logits = step.logits.value();
    let chance = |word| logits[[0, words.target.id(word)]].exp();
    let [feminine, masculine] =
        [["la", "cette"], ["le", "ce"]].map(|words| words.map(chance).iter().sum::<Real>());
    [feminine, masculine].map(|sum| sum / (feminine + masculine))
