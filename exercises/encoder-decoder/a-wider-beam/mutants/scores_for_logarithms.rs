// expect-fail: probabilities_are_not_scores
// misconception: adds up the scores, which the exponent has divided
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
        let best = &translate_with_beam(model, &source, settings)[0];
        log_probability += best.score;
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
