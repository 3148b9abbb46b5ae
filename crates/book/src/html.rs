//! HTML as a tree: each page of mdBook is parsed once, edited, and written again.
//!
//! mdBook closes every element, so a tree needs no rules for missing tags.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use html5ever::{Attribute, LocalName, QualName, ns};

/// The elements that have neither content nor an end tag.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

pub(crate) enum Node {
    Element(Element),
    Text(StrTendril),
    Comment(StrTendril),
    /// HTML that is written as it is: the document type, scripts, and formulas.
    Verbatim(StrTendril),
}

pub(crate) struct Element {
    name: LocalName,
    attributes: Vec<Attribute>,
    closes_itself: bool,
    pub(crate) children: Vec<Node>,
}

impl Element {
    pub(crate) fn new(name: &str, attributes: &[(&str, &str)]) -> Self {
        let mut element = Self {
            name: LocalName::from(name),
            attributes: Vec::new(),
            closes_itself: false,
            children: Vec::new(),
        };
        for (name, value) in attributes {
            element.set(name, value);
        }
        element
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn rename(&mut self, name: &str) {
        self.name = LocalName::from(name);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|one| &*one.name.local == name)?;
        Some(&found.value)
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let value = StrTendril::from(value);
        let mut attributes = self.attributes.iter_mut();
        match attributes.find(|one| &*one.name.local == name) {
            Some(found) => found.value = value,
            None => self
                .attributes
                .push(Attribute { name: QualName::new(None, ns!(), LocalName::from(name)), value }),
        }
    }

    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let attributes = self.attributes.iter();
        attributes.map(|one| (&*one.name.local, &*one.value))
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        let classes = self.get("class").unwrap_or_default();
        classes.split_whitespace().any(|one| one == class)
    }

    /// Returns the text of the element and of those in it.
    pub(crate) fn text(&self) -> String {
        self.children.iter().map(Node::text).collect()
    }
}

impl Node {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Element(element) => element.text(),
            Self::Text(text) => text.to_string(),
            Self::Comment(_) | Self::Verbatim(_) => String::new(),
        }
    }
}

pub(crate) fn find<'a>(nodes: &'a mut [Node], name: &str) -> Option<&'a mut Element> {
    nodes.iter_mut().find_map(|node| {
        let Node::Element(element) = node else {
            return None;
        };
        if element.name() == name {
            return Some(element);
        }
        find(&mut element.children, name)
    })
}

/// Returns the nodes among which the first element with this name is.
pub(crate) fn siblings<'a>(nodes: &'a mut Vec<Node>, name: &str) -> Option<&'a mut Vec<Node>> {
    let is_named = |node: &Node| matches!(node, Node::Element(one) if one.name() == name);
    if nodes.iter().any(is_named) {
        return Some(nodes);
    }
    nodes.iter_mut().find_map(|node| match node {
        Node::Element(element) => siblings(&mut element.children, name),
        _ => None,
    })
}

pub(crate) fn parse(text: &str) -> Vec<Node> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    let tokenizer = Tokenizer::new(Sink::default(), Default::default());
    // Scripts are not run, so there is nothing to wait for.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let mut builder = tokenizer.sink.0.into_inner();
    builder.close(0);
    builder.nodes
}

#[derive(Default)]
struct Sink(RefCell<Builder>);

#[derive(Default)]
struct Builder {
    /// The elements that are not closed yet.
    open: Vec<Element>,
    /// The nodes outside them.
    nodes: Vec<Node>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut builder = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                return builder.start(tag);
            }
            Token::TagToken(tag) => {
                let open = builder.open.iter();
                if let Some(depth) = open.rev().position(|open| open.name == tag.name) {
                    let kept = builder.open.len() - depth - 1;
                    builder.close(kept);
                }
            }
            Token::CharacterTokens(text) => builder.text(text),
            Token::CommentToken(text) => builder.push(Node::Comment(text)),
            Token::DoctypeToken(_) => {
                builder.push(Node::Verbatim("<!DOCTYPE html>".into()));
            }
            Token::NullCharacterToken | Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

impl Builder {
    fn start(&mut self, tag: Tag) -> TokenSinkResult<()> {
        let is_leaf = tag.self_closing || VOID.contains(&&*tag.name);
        let raw = match &*tag.name {
            "script" => Some(RawKind::ScriptData),
            "style" => Some(RawKind::Rawtext),
            _ => None,
        };
        let element = Element {
            name: tag.name,
            attributes: tag.attrs,
            closes_itself: tag.self_closing,
            children: Vec::new(),
        };
        match is_leaf {
            true => self.push(Node::Element(element)),
            false => self.open.push(element),
        }
        raw.map_or(TokenSinkResult::Continue, TokenSinkResult::RawData)
    }

    /// Closes all elements but the first `kept`.
    fn close(&mut self, kept: usize) {
        while self.open.len() > kept
            && let Some(element) = self.open.pop()
        {
            self.push(Node::Element(element));
        }
    }

    fn siblings(&mut self) -> &mut Vec<Node> {
        let parent = self.open.last_mut();
        parent.map_or(&mut self.nodes, |parent| &mut parent.children)
    }

    fn push(&mut self, node: Node) {
        self.siblings().push(node);
    }

    fn text(&mut self, text: StrTendril) {
        let parent = self.open.last();
        let is_raw = parent.is_some_and(|open| ["script", "style"].contains(&open.name()));
        match (self.siblings().last_mut(), is_raw) {
            (Some(Node::Text(before)), false) => before.push_tendril(&text),
            (Some(Node::Verbatim(before)), true) => before.push_tendril(&text),
            (_, false) => self.push(Node::Text(text)),
            (_, true) => self.push(Node::Verbatim(text)),
        }
    }
}

pub(crate) fn written(nodes: &[Node]) -> String {
    let mut html = String::new();
    write(nodes, &mut html);
    html
}

fn write(nodes: &[Node], html: &mut String) {
    for node in nodes {
        match node {
            Node::Element(element) => element.write(html),
            Node::Text(text) => escape(text, "&<>", html),
            Node::Comment(text) => html.extend(["<!--", text, "-->"]),
            Node::Verbatim(text) => html.push_str(text),
        }
    }
}

impl Element {
    fn write(&self, html: &mut String) {
        html.extend(["<", self.name()]);
        for Attribute { name, value } in &self.attributes {
            html.extend([" ", &name.local]);
            if !value.is_empty() {
                html.push_str("=\"");
                escape(value, "&\"", html);
                html.push('"');
            }
        }
        if self.closes_itself {
            html.push_str("/>");
            return;
        }
        html.push('>');
        if !VOID.contains(&self.name()) {
            write(&self.children, html);
            html.extend(["</", self.name(), ">"]);
        }
    }
}

fn escape(text: &str, special: &str, html: &mut String) {
    // Most texts contain none, and a search for one character is fast even in an unoptimized
    // program.
    if !special.chars().any(|one| text.contains(one)) {
        html.push_str(text);
        return;
    }
    for c in text.chars() {
        match c {
            _ if !special.contains(c) => html.push(c),
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            _ => html.push_str("&quot;"),
        }
    }
}

#[cfg(test)]
mod tests;
