// expect-fail: what_is_hidden_from_article
// misconception: hides the words from the encoder, which then reads "unknown" there
// region: 2
    use attention::data::{BOS, Padded, UNK};
    use attention::encoder_decoder::EncoderDecoder;
    use attention::nn::Tokens;
    use attention::tape::{Mode, Tape};
    use ndarray::array;

    let words = &translator.vocabularies;
    let mut source = words.encode_source(sentence);
    for &place in hidden {
        source[place] = UNK;
    }
    let source = Padded::new(&[source], words.source.len()).expect("known words");
    let bos = Tokens::new(array![BOS], words.target.len()).expect("it has all four");
    let tape = Tape::new(Mode::Eval, 0);
    let state = translator.model.start(&tape, &source);
    let (step, _) = translator.model.step(&tape, &bos, &state);
    let logarithms = step.logits.log_softmax().value();
    let chance = |word| logarithms[[0, words.target.id(word)]].exp();
    [["la", "cette"], ["le", "ce"]].map(|words| words.map(chance).iter().sum())
