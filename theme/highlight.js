// Code has its colors when the page arrives (crates/book/src/highlight.rs). The script of mdBook asks for these.
const hljs = { configure() {}, highlightBlock() {} };
