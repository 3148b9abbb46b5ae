// expect-fail: six_beginnings_find_likelier_translations, probabilities_are_not_scores
// misconception: takes the last candidate for the best one
    use attention::data::{Padded, tokenize};
    use attention::encoder_decoder::bleu::{Judged, corpus_bleu};
    use attention::encoder_decoder::translate_with_beam;

    let Translator {
        model,
        vocabularies,
    } = translator;
    let (mut judged, mut log_probability, mut tokens) = (Vec::new(), 0.0, 0);
    for sentence in sentences {
        let source = vocabularies.encode_source(&sentence.source);
        let source = Padded::new(&[source], vocabularies.source.len());
        let source = source.expect("tokens of the vocabulary");
        let found = translate_with_beam(model, &source, settings);
        let best = &found[found.len() - 1];
        log_probability += best.log_probability;
        tokens += best.tokens.len();
        let references = sentence.translations.iter();
        judged.push(Judged {
            candidate: vocabularies.target.decode(&best.tokens),
            references: references.map(|right| tokenize(right)).collect(),
        });
    }
    Found {
        bleu: corpus_bleu(&judged, 4),
        log_probability: log_probability / sentences.len() as f64,
        tokens: tokens as f64 / sentences.len() as f64,
    }
