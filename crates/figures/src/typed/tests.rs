use laboratory::real_sentences::Translator;

use super::*;

/// Translates to the end, and returns the last answer.
fn finish(session: &mut Session) -> String {
    let mut last = String::new();
    while !session.is_finished() {
        last = session.next().unwrap();
    }
    last
}

fn line(answer: &str, index: usize) -> &str {
    answer.lines().nth(index).unwrap()
}

#[test]
fn a_session_translates_as_the_translator_does() {
    let translator = Translator::from_rounded(shipped()).unwrap();
    let texts = ["Go!", "  It’s\tcold. ", "🙂", "\u{7}\u{202e}猫が好き", EXAMPLES[0]];
    let session = &mut shipped_session();
    for (text, expected) in texts.iter().zip(translator.translate_all(&texts).unwrap()) {
        session.read(text).unwrap();
        let said = line(&finish(session), 1).to_owned();
        let french = expected.text.replace(char::is_control, "\u{fffd}");
        assert!(said.contains(&format!(" becomes “{french}")), "{said}: {french}");
        let mut found = session.search().unwrap();
        while line(&found, 0) == "unfinished" {
            found = session.search().unwrap();
        }
        let expected = translator.search(text, 4).unwrap();
        assert_eq!(found.lines().count(), 1 + expected.len());
        for (found, expected) in found.lines().skip(1).zip(expected) {
            let text = expected.text.replace(char::is_control, "\u{fffd}");
            let found = found.split('\t').nth(2).unwrap();
            assert_eq!(found.strip_suffix(" …").unwrap_or(found), text);
        }
    }
}

/// The next tokens do not depend on whether the model or the reader has chosen one.
#[test]
fn a_replaced_token_changes_only_what_follows() {
    let session = &mut shipped_session();
    session.read(EXAMPLES[0]).unwrap();
    let mut answers = Vec::new();
    while !session.is_finished() {
        answers.push(session.next().unwrap());
    }
    let best = |answer: &str, rank: usize| -> usize {
        line(answer, 3 + rank).split('\t').next().unwrap().parse().unwrap()
    };
    for index in [answers.len() - 1, 2, 0] {
        let same = session.replace(&format!("{index} {}", best(&answers[index], 0))).unwrap();
        assert_eq!(same, answers[index]);
        let rest: Vec<_> = answers[index + 1..].iter().map(|_| session.next().unwrap()).collect();
        assert_eq!(rest, answers[index + 1..]);
    }
    let other = session.replace(&format!("1 {}", best(&answers[1], 1))).unwrap();
    assert_eq!(line(&other, 2), line(&answers[1], 4).split_once('\t').unwrap().1);
    let typed = session.replace("1 \"la rivière\"").unwrap();
    assert!(line(&typed, 1).contains("becomes “"));
    let said = finish(session);
    assert!(line(&said, 1).contains("la rivière"), "{said}");
}

#[test]
fn any_text_has_an_answer() {
    let session = &mut shipped_session();
    for request in ["", "0", "0 0", "0 \"a\"", "- 0"] {
        assert_eq!(session.replace(request), Err(Problem::Request));
        assert_eq!(session.draw(request), Err(Problem::Request));
    }
    assert_eq!(session.next(), Err(Problem::Request));
    assert_eq!(session.search(), Err(Problem::Request));
    for text in ["", " ", "\u{200b}\n\t\u{a0}"] {
        assert_eq!(session.read(text), Err(Problem::Empty));
    }
    assert_eq!(session.read(&"é".repeat(30_000)), Err(Problem::NoSentence(30_000)));
    let long = session.read(&"the bank ".repeat(1111)).unwrap_err();
    assert!(matches!(long, Problem::TooLong(1000..)), "{long}");
    let said = "A sentence of 312 tokens is too long; the model reads at most 160.";
    assert_eq!(Problem::TooLong(312).to_string(), said);
    for text in ["\0\u{1}\u{7f}\r\u{85}", "🙂👩‍👩‍👧", "نهر", "e\u{301}\u{301}", "<b>&amp;</b>", "\"\\"]
    {
        let tokens = session.read(text).unwrap();
        assert!(!tokens.contains(|c: char| c.is_control() && c != '\t'), "{tokens:?}");
        session.next().unwrap();
        let drawn = session.draw("0 3").unwrap();
        assert!(!drawn.contains("NaN") && !drawn.contains("<b>"));
    }
    // The longest sentence, of which the map shows the end.
    session.read(&"é".repeat(79)).unwrap();
    for token in 0..30 {
        session.replace(&format!("{token} {}", 4 + token)).unwrap();
    }
    let height = |svg: &str| svg.split('"').nth(5).map(str::to_owned);
    let drawn = session.draw("- 0").unwrap();
    assert_eq!(height(&drawn), height(&typed_sentence()));
    assert_ne!(session.draw("0 0").unwrap(), session.draw("29 0").unwrap());
    for refused in ["30 0", "- 99", "x 0", "0"] {
        assert_eq!(session.draw(refused), Err(Problem::Request));
    }
    for refused in ["31 5", "0 99999", "0 \"", "0 x"] {
        assert_eq!(session.replace(refused), Err(Problem::Request), "{refused}");
    }
    assert_eq!(session.replace("0 \" \u{200b}\""), Err(Problem::NoContinuation));
    let room = session.replace(&format!("0 \"{}\"", "🙂".repeat(500))).unwrap_err();
    assert!(matches!(room, Problem::NoRoom(_)), "{room}");
}

/// Each token has a text, and each map says which tokens it shows.
#[test]
fn nothing_is_invisible() {
    let session = &mut shipped_session();
    session.read("How old is your brother?").unwrap();
    let last = finish(session);
    assert_eq!(line(&last, 2).split('\t').next(), Some("<eos>"));
    let drawn = session.draw("- 0").unwrap();
    assert!(drawn.contains(">French (queries)</text>"));
    assert!(drawn.contains(">·</text>"), "the space before a question mark");
    session
        .read("The teacher didn't let the students ask any questions after the lesson.")
        .unwrap();
    let count = (0..40).take_while(|_| session.next().is_ok()).count();
    assert!(count > 16);
    let end = session.draw("- 0").unwrap();
    assert!(end.contains(&format!(">French (queries {} to {count})</text>", count - 15)));
    assert!(session.draw("0 0").unwrap().contains(">French (queries 1 to 16)</text>"));
}
