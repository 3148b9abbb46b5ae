use super::*;
use crate::html::{find, parse, written};

fn colored(page: &str) -> String {
    let mut page = parse(page);
    color(find(&mut page, "code").unwrap());
    written(&page)
}

#[test]
fn rust_is_colored_and_keeps_its_hidden_lines() {
    let page = "<pre><code class=\"language-rust\"><span class=\"boring\">use a::B;\n</span>let mut c: Vec&lt;&amp;'a str&gt; = f!(\"&lt;\", 1.5); // d\n</code></pre> <code>let</code>";
    assert_eq!(
        colored(page),
        "<pre><code class=\"language-rust hljs hide-boring\"><span class=\"boring\"><span class=\"hljs-keyword\">use</span> a::B;\n</span><span class=\"hljs-keyword\">let mut</span> c: Vec&lt;&amp;<span class=\"hljs-symbol\">'a</span> str&gt; = <span class=\"hljs-built_in\">f</span>!(<span class=\"hljs-string\">\"&lt;\"</span>, <span class=\"hljs-number\">1.5</span>); <span class=\"hljs-comment\">// d</span>\n</code></pre> <code>let</code>"
    );
}

#[test]
fn a_token_over_two_elements_has_a_color_in_each() {
    let page = "<code class=\"language-rust\">/* a\n<span class=\"boring\">b */</span></code>";
    let shown = colored(page);
    let comment = "<span class=\"hljs-comment\">";
    let expected =
        format!("{comment}/* a\n</span><span class=\"boring\">{comment}b */</span></span></code>");
    assert!(shown.ends_with(&expected), "{shown}");
}

#[test]
fn only_the_name_of_a_macro_has_its_color() {
    for (code, is_macro) in [
        ("vec![1]", true),
        ("f! { x }", true),
        ("macro_rules! f", true),
        ("f!=g", false),
        ("f != g", false),
        ("f&&!g", false),
    ] {
        let page = colored(&format!("<code class=\"language-rust\">{code}</code>"));
        assert_eq!(page.contains("built_in"), is_macro, "{page}");
    }
}
