//! The figure in which readers type sentences: its module, and the page that shows it.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use drawing::compare;
use figures::typed::{EXAMPLES, MODULE, PATH, Session, TRAINED};
use laboratory::real_sentences::shipped;
use serde_json::{Value, json};

use super::assert_near_texts;
use super::browser::Browser;
use super::module::Module;
use super::server::serve;
use crate::built::site;

fn native() -> Session {
    Session::new(shipped()).unwrap()
}

#[test]
fn the_committed_module_translates_as_the_crate_does() {
    let (mut module, packed) = Module::committed(MODULE);
    // It is fast rather than small, and knows the tables of Unicode.
    assert!(packed <= 350_000, "{MODULE} has {packed} bytes");
    for early in ["read Go!", "next"] {
        assert_eq!(module.ask(early).unwrap_err(), "the trained model is damaged");
    }
    assert_eq!(module.give(b"text").unwrap_err(), "the trained model is damaged");
    let session = &mut native();
    assert_eq!(module.give(shipped()).unwrap(), session.maps());
    let mut ask = |request: &str| {
        let found = module.ask(request);
        let expected = widgets::answer_typed(session, request.as_bytes());
        let expected = expected.map(|bytes| String::from_utf8(bytes).unwrap());
        let place = format!("{request:.40}: after a change, run cargo book widgets");
        match (found, expected) {
            (Ok(found), Ok(expected)) if request.starts_with("draw") => {
                assert_eq!(compare(&expected, &found), Ok(()), "{place}");
            }
            (Ok(found), Ok(expected)) => assert_near_texts(&found, &expected, &place),
            (found, expected) => assert_eq!(found, expected.map_err(|e| e.to_string()), "{place}"),
        }
    };
    for text in ["", "  \u{200b}", &"the bank ".repeat(1111), &"é".repeat(30_000)] {
        ask(&format!("read {text}"));
    }
    for text in [EXAMPLES[0], "\0\u{7}\u{202e}🙂 نهر", "  It’s\u{a0}cold  ?", "<b>&amp;\"\\</b>"]
    {
        ask(&format!("read {text}"));
        for request in ["next", "next", "draw - 0", "draw 0 3", "search", "search"] {
            ask(request);
        }
        for request in ["replace 1 300", "replace 0 \"Il y a\"", "next", "next", "draw 1 0"] {
            ask(request);
        }
    }
    for refused in ["", "x", "next 1 2", "replace", "replace 99 5", "replace 0 \" \"", "draw 0 99"]
    {
        ask(refused);
    }
    ask(&format!("read {}", "é".repeat(79)));
    ask("next");
}

/// Returns the page with the figure.
fn page() -> PathBuf {
    site().join("newer-transformer/real-sentences.html")
}

/// Opens the page and waits until its controls are there.
fn open(browser: &mut Browser, url: &str) {
    browser.visit(url);
    browser.evaluate(&format!(
        "figure = document.querySelector('[data-widget=\"{PATH}\"]'); figure.scrollIntoView(); \
         find = selector => figure.querySelector(selector); said = []; \
         document.addEventListener('say', event => said.push(event.detail)); \
         result = () => find('.result').textContent; 0"
    ));
    browser.until("!!find('form.ready')");
}

fn file() -> String {
    format!("file://{}", page().display())
}

/// Types a sentence, and waits until it is translated or refused. Returns what the page says.
fn translate(browser: &mut Browser, text: &str) -> String {
    let submit = format!(
        "said.length = 0; find('form > label input').value = {}; find('[type=submit]').click(); 0",
        json!(text)
    );
    browser.evaluate(&submit);
    settle(browser)
}

fn settle(browser: &mut Browser) -> String {
    browser.until(
        "said.at(-1) === result() && result() !== '' \
         && (find('.written').hidden || !find('.written[aria-busy]'))",
    );
    browser.text("result()")
}

/// Returns what the crate says about a sentence, after some steps and to the end.
fn said(session: &mut Session, mut answer: String) -> String {
    while !session.is_finished() {
        answer = session.next().unwrap();
    }
    answer.lines().nth(1).unwrap().to_owned()
}

fn assert_no_complaints(browser: &Browser) {
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

const LOADED: &str =
    "[...document.scripts].filter(one => /(sentences|rounded)-/.test(one.src)).length";

#[test]
#[ignore = "needs a browser"]
fn a_sentence_is_translated_continued_and_searched() {
    let mut browser = Browser::start();
    browser.resize(1200, 900);
    open(&mut browser, &file());
    let label = browser.text("find('[type=submit]').textContent");
    assert!(label.starts_with("Load the translator (") && label.ends_with(" MB)"), "{label}");
    // Nothing is loaded, whatever the reader types, before the button is pressed.
    browser.evaluate("find('form select').selectedIndex = 3; find('form select').dispatchEvent(new Event('change', { bubbles: true })); 0");
    assert_eq!(browser.text("find('form > label input').value"), EXAMPLES[3]);
    assert_eq!(browser.evaluate(LOADED), json!(0));

    let session = &mut native();
    session.read("Where do you live?").unwrap();
    let expected = said(session, String::new());
    let found = translate(&mut browser, "Where do you live?");
    assert_near_texts(&found, &expected, "a first sentence");
    assert_eq!(browser.evaluate(LOADED), json!(2));
    assert_eq!(browser.text("find('[type=submit]').textContent"), "Translate");
    let drawn = "[...find('svg').children].filter(one => !one.matches('title, desc')).map(one => one.outerHTML).join('')";
    let before = browser.text(drawn);

    // An alternative of the second token, by keys.
    let second = session.replace("1 \"a\"").unwrap();
    let other: Vec<_> = second.lines().skip(3).map(str::to_owned).collect();
    let other = other[1].split('\t').next().unwrap();
    browser.evaluate("find('.target').children[1].focus()");
    browser.press(" ", 32);
    browser.until("!find('.other').hidden && find('.target').children[1].ariaPressed === 'true'");
    assert_ne!(browser.text(drawn), before);
    let answer = session.replace(&format!("1 {other}")).unwrap();
    let expected = said(session, answer);
    browser.evaluate("said.length = 0; find('.best').children[1].click(); 0");
    assert_near_texts(&settle(&mut browser), &expected, "another token");

    // A text of the reader.
    let answer = session.replace("1 \"deux mots\"").unwrap();
    let expected = said(session, answer);
    browser.evaluate("said.length = 0; find('.other input').value = 'deux mots'; find('.other input').focus(); 0");
    browser.press("Enter", 13);
    assert_near_texts(&settle(&mut browser), &expected, "a typed text");
    assert_eq!(browser.text("find('.other input').value"), "");
    browser.evaluate(
        "said.length = 0; find('.other input').value = ' '; find('.other > button').click(); 0",
    );
    browser.until("said.length === 1");
    assert_eq!(browser.text("result()"), "Type a continuation first.");
    // It belongs to one token.
    browser.evaluate("find('.target').children[0].click(); 0");
    assert_eq!(browser.text("find('.other input').value"), "");

    // Another map, the probabilities, and the search.
    let before = browser.text(drawn);
    browser.evaluate("find('.written > label select').selectedIndex = 2; find('.written > label select').dispatchEvent(new Event('change')); find('.steps').open = true; 0");
    browser.until("find('.steps table').rows.length === find('.target').childElementCount + 1");
    assert_ne!(browser.text(drawn), before);
    browser.evaluate("said.length = 0; find('.beam').open = true; find('.beam button').click(); 0");
    browser.until("said.length === 1");
    let mut expected = String::from("unfinished");
    while expected.starts_with("unfinished") {
        expected = session.search().unwrap();
    }
    let table = "[...find('.beam table').rows].slice(1).map(row => [...row.cells].map(cell => cell.textContent).join('\\t')).join('\\n')";
    let found = browser.text(table);
    assert_near_texts(&found, expected.split_once('\n').unwrap().1, "the beam");
    let widths = browser.evaluate("[find('.beam').offsetWidth, figure.clientWidth]");
    assert_eq!(widths[0], widths[1], "the tables have the width of the figure");
    // The map stays in view while the alternatives of the first token are read.
    let top = "figure.scrollIntoView({ behavior: 'instant' }); \
               scrollBy({ top: 100, behavior: 'instant' }); find('svg').getBoundingClientRect().top";
    let top = browser.evaluate(top).as_f64().unwrap();
    assert!(top >= 0.0, "the map begins at {top}");
    let covers = "find('.beam').scrollIntoView({ behavior: 'instant' }); \
                  find('svg').getBoundingClientRect().bottom > find('.steps').getBoundingClientRect().top";
    assert_eq!(browser.evaluate(covers), json!(false));

    // The address leads to the sentence, and loads nothing by itself.
    let address = browser.text("find('.written > a').href");
    browser.visit("about:blank");
    open(&mut browser, &address);
    assert_eq!(browser.text("find('form > label input').value"), "Where do you live?");
    assert_eq!(browser.evaluate(LOADED), json!(0));
    // Its drawing has colors for the page.
    let background =
        browser.text("getComputedStyle(document.querySelector('.figure:target')).backgroundColor");
    assert_eq!(background, "rgba(0, 0, 0, 0)");
    assert_no_complaints(&browser);
}

#[test]
#[ignore = "needs a browser"]
fn keys_lead_through_the_tokens_and_out_of_the_alternatives() {
    let mut browser = Browser::start();
    open(&mut browser, &file());
    translate(&mut browser, "Where do you live?");
    browser.evaluate(
        "at = () => [...find('.target').children].indexOf(document.activeElement); heard = 0; \
         document.addEventListener('keydown', () => { heard += 1; }); find('[type=submit]').focus(); 0",
    );
    let last = browser.evaluate("find('.target').childElementCount - 1");
    let keys = [
        ("Tab", 9, json!(0)),
        ("ArrowLeft", 37, json!(0)),
        ("End", 35, last.clone()),
        ("ArrowRight", 39, last),
        ("Home", 36, json!(0)),
        ("ArrowRight", 39, json!(1)),
    ];
    for (key, code, expected) in keys {
        browser.press(key, code);
        assert_eq!(browser.evaluate("at()"), expected, "{key}");
    }
    // Tab comes back to the token that it has left.
    let stops =
        "[...find('.target').children].flatMap((one, index) => one.tabIndex === 0 ? [index] : [])";
    assert_eq!(browser.evaluate(stops), json!([1]));
    for from_the_row in [true, false] {
        browser.press(" ", 32);
        browser.until("!find('.other').hidden");
        if !from_the_row {
            browser.press("Tab", 9);
            browser.until("document.activeElement === find('.best').children[0]");
        }
        browser.press("Escape", 27);
        let state = "[at(), find('.other').hidden, find('.target [aria-pressed=true]') === null]";
        assert_eq!(browser.evaluate(state), json!([1, true, true]));
    }
    // The page hears none of these keys, which could turn it.
    assert_eq!(browser.evaluate("heard"), json!(0));
    // Another sentence starts without a selection and a continuation.
    browser.press(" ", 32);
    browser.until("!find('.other').hidden");
    browser.evaluate("find('.other input').value = 'deux mots'; 0");
    translate(&mut browser, "Go!");
    let state = "[find('.other').hidden, find('.other input').value]";
    assert_eq!(browser.evaluate(state), json!([true, ""]));
    assert_eq!(browser.evaluate(stops), json!([0]));
    assert_no_complaints(&browser);
}

#[test]
#[ignore = "needs a browser"]
fn the_beam_says_why_rows_look_the_same() {
    let mut browser = Browser::start();
    open(&mut browser, &file());
    let session = &mut native();
    for sentence in ["Where do you live?", "How are you?"] {
        translate(&mut browser, sentence);
        browser.evaluate(
            "said.length = 0; find('.beam').open = true; find('.beam button').click(); 0",
        );
        browser.until("said.length === 1");
        session.read(sentence).unwrap();
        let mut found = String::from("unfinished");
        while found.starts_with("unfinished") {
            found = session.search().unwrap();
        }
        // Here a space of any kind separates words.
        let look = |line: &str| -> Vec<String> {
            let text = line.split('\t').next_back().unwrap();
            text.split_whitespace().map(str::to_owned).collect()
        };
        let looks: HashSet<_> = found.lines().skip(1).map(look).collect();
        let same = looks.len() + 1 < found.lines().count();
        let visible = browser.evaluate("find('.beam p').checkVisibility()");
        assert_eq!(visible, json!(same), "{sentence}: {found}");
    }
}

#[test]
#[ignore = "needs a browser"]
fn any_typed_text_has_an_answer() {
    let mut browser = Browser::start();
    browser.resize(320, 640);
    open(&mut browser, &file());
    let session = &mut native();
    let long = "the bank ".repeat(1111);
    let texts =
        ["", " \u{200b} ", "🙂", "\u{1}\u{7}", "  a    b ", "نهر", "河の岸", &long, EXAMPLES[0]];
    for text in texts {
        let read = session.read(text);
        let refused = read.is_err();
        let expected = match read {
            Ok(_) => said(session, String::new()),
            Err(problem) => problem.to_string(),
        };
        let found = translate(&mut browser, text);
        assert_near_texts(&found, &expected, text);
        // After a refusal, the printed figure is back.
        let shown = browser
            .evaluate("[find('.written').hidden, find('desc').textContent.includes(' Now: ')]");
        assert_eq!(shown, json!([refused, !refused]), "{text:.20}");
        let page = "document.documentElement.scrollWidth";
        assert_eq!(browser.evaluate(page), json!(320), "{text:.20}");
    }
    // Controls are large enough for a finger, and named.
    let small = "[...figure.querySelectorAll('input, select, button')].filter(one => one.checkVisibility() && one.offsetHeight < 24).length";
    assert_eq!(browser.evaluate(small), json!(0));
    let unnamed =
        "[...figure.querySelectorAll('input, select')].filter(one => !one.labels.length).length";
    assert_eq!(browser.evaluate(unnamed), json!(0));
    // A new sentence stops the one before it.
    browser.evaluate(
        "find('form > label input').value = 'a b c d e f g h'; find('[type=submit]').click(); 0",
    );
    session.read("Go!").unwrap();
    let expected = said(session, String::new());
    assert_near_texts(&translate(&mut browser, "Go!"), &expected, "a sentence in a hurry");
    let count: Value = browser.evaluate("find('.source').childElementCount");
    assert_eq!(count, json!(session.read("Go!").unwrap().split('\t').count()));
    assert_no_complaints(&browser);
}

#[test]
#[ignore = "needs a browser"]
fn a_strict_policy_and_a_missing_translator_are_no_problem() {
    let mut browser = Browser::start();
    let address = serve(site(), "/book/", super::page::STRICT);
    open(&mut browser, &format!("{address}newer-transformer/real-sentences.html"));
    let found = translate(&mut browser, "Go!");
    assert!(found.starts_with("“Go!” becomes “"), "{found}");
    let text = fs::read_to_string(page()).unwrap();
    let broken = page().with_file_name("without-translator.html");
    fs::write(&broken, text.replace(&format!("/{TRAINED}-"), "/missing-")).unwrap();
    open(&mut browser, &format!("file://{}", broken.display()));
    let found = translate(&mut browser, "Go!");
    assert!(found.starts_with("The translator could not be loaded."), "{found}");
    assert!(browser.text("find('[type=submit]').textContent").starts_with("Load the"));
    fs::remove_file(broken).unwrap();
}

#[test]
fn the_translator_is_small() {
    let scripts = fs::read_dir(site().join("widgets")).unwrap();
    let mut names = scripts.map(|entry| entry.unwrap());
    let script = names.find(|entry| entry.file_name().to_string_lossy().starts_with(TRAINED));
    let bytes = script.unwrap().metadata().unwrap().len();
    assert!(bytes <= 2_500_000, "{bytes}");
}
