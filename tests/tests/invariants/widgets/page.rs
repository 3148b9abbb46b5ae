//! Widgets in the pages of the built book.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use serde_json::json;

use super::browser::Browser;
use super::server::serve;
use super::{Parts, assert_same, cases, native, random_choices};
use crate::built::site;
use figures::MODULES;
use figures::widget::{Kind, Widget};

/// Returns the page with a widget.
fn page(widget: &Widget) -> PathBuf {
    let (chapter, _) =
        widget.path().split_once('/').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let named = format!("data-widget=\"{}\"", widget.path());
    let pages = fs::read_dir(site().join(chapter)).unwrap();
    let mut pages = pages.map(|entry| entry.unwrap().path());
    let has_it = |page: &PathBuf| fs::read_to_string(page).is_ok_and(|text| text.contains(&named));
    let found = pages.find(has_it);
    found.unwrap_or_else(|| panic!("no page shows {}", widget.path()))
}

/// A widget in the page that shows it.
struct Shown<'b> {
    browser: &'b mut Browser,
    widget: &'static Widget,
}

impl Shown<'_> {
    /// Opens the page, scrolls to the figure, and waits until it can answer.
    fn open(&mut self, rest: &str) {
        self.browser.open(&page(self.widget), rest);
        let define = format!(
            "figure = document.querySelector('[data-widget=\"{}\"]'); figure.scrollIntoView(); \
             controls = [...figure.querySelectorAll('form input, form select')]; \
             frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done))); 0",
            self.widget.path()
        );
        self.browser.evaluate(&define);
        self.browser.until("!!figure.querySelector('form.ready') || !figure.querySelector('form')");
        self.browser.evaluate("figure.scrollIntoView({ block: 'center' }); frame()");
    }

    fn choices(&mut self) -> Vec<usize> {
        let read = "controls.map(one => one.localName === 'select' ? one.selectedIndex \
                    : one.type === 'checkbox' ? Number(one.checked) : Number(one.value))";
        serde_json::from_value(self.browser.evaluate(read)).unwrap()
    }

    fn choose(&mut self, choices: &[usize]) {
        let set = format!(
            "{}.forEach((choice, index) => {{ const one = controls[index]; \
             if (one.localName === 'select') one.selectedIndex = choice; \
             else if (one.type === 'checkbox') one.checked = choice === 1; \
             else one.value = choice; \
             one.dispatchEvent(new Event('input', {{ bubbles: true }})); }}); frame()",
            json!(choices)
        );
        self.browser.evaluate(&set);
    }

    /// Changes random controls as fast as nobody can, with a frame after every twenty inputs.
    fn hurry(&mut self, seed: u32) {
        let change = format!(
            "(async () => {{ let state = {seed}; \
             const random = count => (state = (state * 1664525 + 1013904223) % 2 ** 32) % 65521 % count; \
             for (let input = 1; input <= {}; input += 1) {{ \
             const one = controls[random(controls.length)]; \
             if (one.localName === 'select') one.selectedIndex = random(one.length); \
             else if (one.type === 'checkbox') one.checked = !one.checked; \
             else one.value = random(Number(one.max) + 1); \
             one.dispatchEvent(new Event('input', {{ bubbles: true }})); \
             if (input % 20 === 0) await frame(); }} await frame(); }})()",
            4 * cases()
        );
        self.browser.evaluate(&change);
    }

    /// Checks what the page shows against the companion crate.
    fn check(&mut self) {
        let choices = self.choices();
        let expected = native(self.widget, &choices);
        let place = format!("{} {choices:?}", self.widget.path());
        let read = "[figure.querySelector('.result').textContent, figure.querySelector('desc').textContent, \
                    [...figure.querySelectorAll('svg > text')].map(text => text.textContent).join('\\n'), \
                    String(figure.querySelectorAll('.handle').length)]";
        let read = serde_json::from_value(self.browser.evaluate(read));
        let [result, told, words, handles]: [String; 4] = read.unwrap();
        let [_, table, handle, drawing] = expected.clone();
        let labels = drawing.lines().filter_map(|line| {
            let (_, rest) = line.strip_prefix("<text ")?.split_once('>')?;
            rest.strip_suffix("</text>")
        });
        let labels = labels.collect::<Vec<_>>().join("\n");
        let plain = |text: &str| {
            text.replace("&apos;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
        };
        let found: Parts = [result, table.clone(), plain(&words), String::new()];
        let expected: Parts = [expected[0].clone(), table, plain(&labels), String::new()];
        assert_same(&found, &expected, &place);
        // At the start the description is the printed figure's; later it says both.
        let is_start = choices == self.widget.start();
        let now = told.ends_with(&format!(" Now: {}", found[0]));
        assert_eq!(now, !is_start, "{place}: {told}");
        assert!(is_start != told.starts_with("At the start: "), "{place}: {told}");
        assert_eq!(handles == "1", !handle.is_empty(), "{place}");
        assert!(self.browser.complaints.is_empty(), "{place}: {:?}", self.browser.complaints);
    }

    fn drawing(&mut self) -> String {
        let text = "[...figure.querySelector('svg').children].filter(one => !one.matches('title, desc, .handle')).map(one => one.outerHTML).join('\\n')";
        self.browser.text(text)
    }
}

/// Browsers at a time. They mostly wait for the next frame.
const BROWSERS: usize = 4;

#[test]
#[ignore = "needs a browser"]
fn widgets_answer_to_everything_in_a_browser() {
    let next = Mutex::new(figures::widgets());
    thread::scope(|scope| {
        for _ in 0..BROWSERS {
            scope.spawn(|| {
                let mut browser = Browser::start();
                browser.resize(1200, 900);
                let take = || next.lock().unwrap().next();
                while let Some(widget) = take() {
                    answers_to_everything(&mut browser, widget);
                }
            });
        }
    });
}

fn answers_to_everything(browser: &mut Browser, widget: &'static Widget) {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let mut shown = Shown { browser, widget };
    shown.open("");
    shown.check();
    let printed = shown.drawing();
    // Keys change a control, and turn no page.
    for (index, control) in (widget.controls)().iter().enumerate() {
        let before = shown.choices();
        shown.browser.evaluate(&format!("controls[{index}].focus()"));
        let forward = before[index] + 1 < control.options.len();
        match control.kind {
            Kind::Slider if forward => shown.browser.press("ArrowRight", 39),
            Kind::Slider => shown.browser.press("ArrowLeft", 37),
            Kind::Menu => shown.browser.press("ArrowDown", 40),
            Kind::Switch => shown.browser.press(" ", 32),
        }
        shown.browser.evaluate("frame()");
        let moved = shown.choices();
        assert_ne!(before[index], moved[index], "{}: {}", widget.path(), control.label);
        shown.check();
    }
    // A screen reader hears it a little later.
    let result = shown.browser.text("figure.querySelector('.result').textContent");
    shown.browser.until(&format!(
        "[...document.querySelectorAll('[role=status]')].some(one => one.textContent === {})",
        json!(result)
    ));
    // A pointer moves what it can move.
    let corners = "(() => { const handle = figure.querySelector('.handle'); if (!handle) return null; \
                   const box = handle.getBoundingClientRect(); const all = figure.querySelector('svg').getBoundingClientRect(); const x = box.x + box.width / 2;                        return [x, box.y + box.height / 2, x < all.x + all.width / 2 ? 60 : -60]; })()";
    let place: Option<(f64, f64, f64)> =
        serde_json::from_value(shown.browser.evaluate(corners)).unwrap();
    if let Some((x, y, inward)) = place {
        let before = shown.choices();
        shown.browser.drag((x, y), (x + inward, y + 30.0));
        shown.browser.evaluate("frame()");
        assert_ne!(shown.choices(), before, "{} cannot be dragged", widget.path());
        shown.check();
    }
    for _ in 0..cases() / 10 {
        shown.choose(&random_choices(widget, rng));
        shown.check();
    }
    shown.hurry(rng.random());
    shown.check();
    // The address leads to the same state.
    shown.browser.evaluate("controls[0].dispatchEvent(new Event('change', { bubbles: true }))");
    let (state, address) = (shown.choices(), shown.browser.text("location.search"));
    shown.open(&address);
    assert_eq!(shown.choices(), state, "{address}");
    shown.check();
    shown.browser.evaluate("figure.querySelector('[type=reset]').click(); frame().then(frame)");
    assert_eq!(shown.choices(), widget.start());
    assert_eq!(shown.drawing(), printed, "{}", widget.path());
    assert_eq!(shown.browser.text("location.search"), "");
    // Bad values change nothing.
    let name = shown.browser.text("figure.id.replace('fig-', '')");
    let mut bad = vec!["x"; widget.start().len()];
    bad[0] = "";
    shown.open(&format!("?{name}={}", bad.join(",")));
    assert_eq!(shown.choices(), widget.start());
}

#[test]
#[ignore = "needs a browser"]
fn widgets_fit_on_a_phone() {
    let mut browser = Browser::start();
    browser.resize(320, 640);
    for widget in figures::widgets() {
        let mut shown = Shown { browser: &mut browser, widget };
        shown.open("");
        let width = "Math.max(...[...figure.querySelectorAll('form, form *')].map(one => one.getBoundingClientRect().right))";
        let width = shown.browser.evaluate(width).as_f64().unwrap();
        assert!(width <= 320.0, "{} is {width} wide", widget.path());
        let small =
            "controls.filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 24).length";
        assert_eq!(shown.browser.evaluate(small), json!(0), "{}: small targets", widget.path());
        let page = "document.documentElement.scrollWidth";
        assert_eq!(shown.browser.evaluate(page), json!(320), "{}", widget.path());
    }
}

#[test]
#[ignore = "needs a browser"]
fn a_finger_moves_the_handle_or_scrolls_the_page() {
    let widget = &MODULES[0].1[0];
    let mut browser = Browser::start();
    browser.resize(390, 844);
    let mut shown = Shown { browser: &mut browser, widget };
    shown.open("");
    let place = "(() => { const box = figure.querySelector('.handle').getBoundingClientRect(); \
                 return [box.x + box.width / 2, box.y + box.height / 2, scrollY]; })()";
    let place = |shown: &mut Shown<'_>| -> (f64, f64, f64) {
        // A swipe goes on for a while.
        shown.browser.evaluate(
            "new Promise(done => { let [last, rests] = [scrollY, 0]; \
             const look = () => { rests = scrollY === last ? rests + 1 : 0; last = scrollY; \
             rests > 5 ? done() : requestAnimationFrame(look); }; look(); })",
        );
        serde_json::from_value(shown.browser.evaluate(place)).unwrap()
    };
    let (x, y, scrolled) = place(&mut shown);
    shown.browser.swipe((x + 60.0, y), (x + 60.0, y + 150.0));
    assert_eq!(shown.choices(), widget.start());
    let (moved, y, now) = place(&mut shown);
    assert!(now < scrolled - 50.0 && x == moved, "{scrolled} {now}");
    // The handle arrives where the finger leaves it, wherever that has begun.
    shown.browser.swipe((x + 20.0, y), (x + 90.0, y));
    let (moved, y, after) = place(&mut shown);
    assert!((moved - x - 90.0).abs() < 3.0, "{x} {moved}");
    assert_eq!(now, after);
    // A tap is enough.
    shown.browser.swipe((x, y), (x, y));
    let (moved, ..) = place(&mut shown);
    assert!((moved - x).abs() < 3.0, "{x} {moved}");
    shown.check();
}

#[test]
#[ignore = "needs a browser"]
fn a_page_without_widgets_loads_nothing_of_them() {
    let mut browser = Browser::start();
    // Browsers do not count files as resources.
    let loaded = "[...document.scripts].filter(one => one.src.includes('/widgets/')).length";
    browser.open(&site().join("glossary.html"), "");
    assert_eq!(browser.evaluate(loaded), json!(0));
    // A page with one does not either, until the figure comes near.
    browser.resize(1200, 400);
    browser.open(&page(&MODULES[0].1[0]), "");
    assert_eq!(browser.evaluate(loaded), json!(0));
    assert_eq!(browser.evaluate("window.mountWidget === undefined"), json!(true));
}

#[test]
#[ignore = "needs a browser"]
fn without_the_module_the_printed_figure_stays() {
    let page = page(&MODULES[0].1[0]);
    let mut browser = Browser::start();
    let text = fs::read_to_string(&page).unwrap();
    let broken = page.with_file_name("without-module.html");
    fs::write(&broken, text.replace("/pooling-", "/missing-")).unwrap();
    browser.open(&broken, "");
    browser.evaluate("document.querySelector('[data-widget]').scrollIntoView()");
    browser.until("!document.querySelector('[data-widget] form')");
    let drawn = "document.querySelector('[data-widget] svg').childElementCount > 5";
    assert_eq!(browser.evaluate(drawn), json!(true));
    fs::remove_file(broken).unwrap();
}

/// A page may load everything from its own host, but may not run inline scripts.
pub(super) const STRICT: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      style-src 'self' 'unsafe-inline'; img-src 'self' data:";

#[test]
#[ignore = "needs a browser"]
fn widgets_answer_under_a_strict_policy_and_are_released_when_left() {
    let page = page(&MODULES[0].1[0]);
    let mut browser = Browser::start();
    let address = serve(site(), "/books/attention/", STRICT);
    let path = page.strip_prefix(site()).unwrap().display();
    browser.visit(&format!("{address}{path}"));
    browser.evaluate("document.querySelector('[data-widget]').scrollIntoView()");
    browser.until("!!document.querySelector('[data-widget] form.ready')");
    let visible = "document.querySelector('[data-widget] form').checkVisibility({ visibilityProperty: true })";
    assert_eq!(browser.evaluate(visible), json!(true));
    let hosts = "[...new Set(performance.getEntriesByType('resource').map(one => new URL(one.name).origin))]";
    let origin = address.strip_suffix("/books/attention/").unwrap();
    assert_eq!(browser.evaluate(hosts), json!([origin]));
    // Nothing goes on by itself: no timer, no worker, nothing stored but the marks of read pages.
    let draws = "new Promise(done => { let draws = 0; const seen = new MutationObserver(() => { draws += 1; }); \
                     seen.observe(document.querySelector('[data-widget]'), { subtree: true, childList: true, attributes: true }); \
                     setTimeout(() => done(draws), 300); })";
    assert_eq!(browser.evaluate(draws), json!(0));
    let stored = "Object.keys(localStorage).filter(key => key.includes('widget')).length + document.cookie.length";
    assert_eq!(browser.evaluate(stored), json!(0));
    // Leaving the page also frees its module.
    let before = browser.heap();
    for _ in 0..5 {
        browser.visit(&format!("{address}{path}"));
        browser.evaluate("document.querySelector('[data-widget]').scrollIntoView()");
        browser.until("!!document.querySelector('[data-widget] form.ready')");
    }
    browser.visit("about:blank");
    let after = browser.heap();
    assert!(after < before, "{after} bytes are kept of {before}");
}

#[test]
#[ignore = "needs a browser"]
fn a_question_before_a_run_is_checked() {
    let pages = dialect::sources(crate::root()).unwrap().into_iter();
    let pages = pages.filter(|page| page.text.contains("> **Predict first.**"));
    let pages = pages.map(|page| {
        let file = page.file.strip_prefix("src/").unwrap();
        let file = site().join(file).with_extension("html");
        (page, file)
    });
    let mut browser = Browser::start();
    let mut asked = 0;
    for (page, file) in pages {
        let boxes = "boxes = [...document.querySelectorAll('.blockquote-tag:has(> button + details)')]; boxes.length";
        browser.open(&file, "");
        let count = browser.evaluate(boxes).as_u64().unwrap();
        assert_eq!(count as usize, page.text.matches("> **Predict first.**").count());
        for index in 0..count {
            asked += 1;
            let options = format!("boxes[{index}].querySelectorAll('input').length");
            let options = browser.evaluate(&options).as_u64().unwrap();
            let right =
                format!("parseInt(boxes[{index}].querySelector('details strong').textContent)");
            let right = browser.evaluate(&right).as_u64().unwrap();
            // The right option and the next one, which is wrong.
            for choice in [right, right % options + 1] {
                browser.open(&file, "");
                browser.evaluate(boxes);
                let state = format!(
                    "(() => {{ const box = boxes[{index}]; const button = box.querySelector('button'); \
                     const disabled = button.disabled; box.querySelectorAll('input')[{}].click(); button.click(); \
                     const answer = box.querySelector('details'); \
                     return [disabled, answer.open, answer.querySelector('summary').textContent]; }})()",
                    choice - 1
                );
                let said = if choice == right { "Answer: correct" } else { "Answer: not this one" };
                let place = format!("{}: choice {choice}", page.file);
                assert_eq!(browser.evaluate(&state), json!([true, true, said]), "{place}");
                if asked == 1 {
                    // A screen reader hears it, a little later.
                    browser.until(&format!(
                        "document.querySelector('.unseen[role=status]').textContent.startsWith('{said}')"
                    ));
                }
            }
        }
        assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
    }
}
