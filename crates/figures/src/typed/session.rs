//! A translator with the sentence on which it works.

use std::collections::VecDeque;
use std::ops::Range;

use attention::data::{BOS, EOS, Padded, normalize};
use attention::encoder_decoder::{BeamSearch, EncoderDecoder, StepwiseSearch, most_likely};
use attention::newer_transformer::Subwords;
use attention::transformer::{DecoderCache, Transformer};
use laboratory::real_sentences::{self, MOST_TOKENS, TooLong};
use thiserror::Error;

use super::map;
use crate::prelude::*;

/// The number of hypotheses of a search.
const BEAM: usize = 4;

/// The number of most probable tokens that a step lists.
const BEST: usize = 5;

/// The most characters that are read. A text of fewer may also have too many tokens.
const MOST_CHARACTERS: usize = 20_000;

/// Why a text is not translated, in a sentence for its reader.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// There is no text.
    #[error("Type an English sentence first.")]
    Empty,
    /// The sentence has this many tokens.
    #[error("A sentence of {0} tokens is too long; the model reads at most {MOST_TOKENS}.")]
    TooLong(usize),
    /// The text has this many characters.
    #[error(
        "A text of {0} characters is too long; the model reads a sentence of at most \
         {MOST_TOKENS} tokens."
    )]
    NoSentence(usize),
    /// The continuation has no text.
    #[error("Type a continuation first.")]
    NoContinuation,
    /// The continuation does not fit.
    #[error("This continuation is too long; the translation may have at most {0} tokens.")]
    NoRoom(usize),
    /// No page makes this request by itself.
    #[error("the request is not possible now")]
    Request,
}

/// A translator with the sentence on which it works. Each call computes at most one step of the
/// decoder. Answers are lines, with tabs between the parts of a line.
#[derive(Debug)]
pub struct Session {
    subwords: Subwords,
    model: Transformer,
    english: String,
    source: Vec<usize>,
    /// The tokens before the last one, which the next step reads.
    cache: DecoderCache,
    steps: Vec<Step>,
    /// Tokens of the reader, which are written next.
    forced: VecDeque<usize>,
    search: Option<(StepwiseSearch, DecoderCache)>,
}

/// A written token.
#[derive(Debug)]
struct Step {
    token: usize,
    log_probability: f64,
    /// The most probable tokens with their probabilities.
    best: Vec<(usize, f64)>,
    /// The weights of the source in each block: `[heads, keys]`.
    cross: Vec<Array2<Real>>,
}

impl Session {
    /// Creates a session from the bytes of a [rounded](real_sentences::round) translator, or
    /// returns `None` if they are damaged.
    pub fn new(rounded: &[u8]) -> Option<Self> {
        let (subwords, model) = real_sentences::rounded(rounded)?;
        Some(Self {
            subwords,
            model,
            english: String::new(),
            source: Vec::new(),
            cache: DecoderCache { blocks: Vec::new(), source_lens: Vec::new() },
            steps: Vec::new(),
            forced: VecDeque::new(),
            search: None,
        })
    }

    /// Returns the names of the maps that [`draw`](Self::draw) can show.
    pub fn maps(&self) -> String {
        let name = |(block, head): (usize, Option<usize>)| match head {
            None => format!("block {}, mean of the heads", block + 1),
            Some(head) => format!("block {}, head {}", block + 1, head + 1),
        };
        self.choices().map(name).collect::<Vec<_>>().join("\n")
    }

    /// Returns block and head of each map, the last block first.
    fn choices(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let blocks = self.model.decoder.blocks.iter().enumerate().rev();
        blocks.flat_map(|(block, layer)| {
            let heads = (0..layer.cross_attention.heads()).map(Some);
            [None].into_iter().chain(heads).map(move |head| (block, head))
        })
    }

    /// Reads a sentence and returns its tokens.
    ///
    /// # Errors
    ///
    /// [`Problem`] if there is no sentence or too long a one; the previous one is kept.
    pub fn read(&mut self, text: &str) -> Result<String, Problem> {
        let characters = text.chars().count();
        if characters > MOST_CHARACTERS {
            return Err(Problem::NoSentence(characters));
        }
        let english = printable(normalize(text).trim());
        if english.is_empty() {
            return Err(Problem::Empty);
        }
        let source = real_sentences::encode(&self.subwords, text);
        let source = source.map_err(|TooLong(tokens)| Problem::TooLong(tokens))?;
        let padded = Padded::new(std::slice::from_ref(&source), self.subwords.vocab());
        let padded = padded.expect("an encoded sentence has its end");
        self.cache = self.model.start(&Tape::new(Mode::Eval, 0), &padded);
        (self.english, self.source) = (english, source);
        self.steps.clear();
        self.forced.clear();
        self.search = None;
        Ok(self.labels(&self.source).join("\t"))
    }

    /// Returns whether nothing is to be written, because there is no sentence, because its
    /// translation has its end, or because it is as long as it may be.
    pub fn is_finished(&self) -> bool {
        self.steps.len() == self.most_steps() || self.has_end()
    }

    fn has_end(&self) -> bool {
        self.steps.last().is_some_and(|step| step.token == EOS)
    }

    fn most_steps(&self) -> usize {
        if self.source.is_empty() { 0 } else { real_sentences::most_steps(&self.source) }
    }

    /// Writes the next token: of the reader's tokens the first, or else the most probable one.
    ///
    /// The answer has a line with "finished" or "unfinished", one that says what was written so
    /// far, one with the written token and its probability, and one for each of the most probable
    /// tokens, with its number, its text, and its probability.
    ///
    /// # Errors
    ///
    /// [`Problem::Request`] if the translation is finished.
    #[expect(clippy::should_implement_trait, reason = "a session is no iterator")]
    pub fn next(&mut self) -> Result<String, Problem> {
        if self.is_finished() {
            return Err(Problem::Request);
        }
        let last = self.steps.last().map_or(BOS, |step| step.token);
        let tokens = self.tokens(array![last]).insert_axis(1);
        let tape = Tape::new(Mode::Eval, 0);
        let decoded = self.model.decode_cached(&tape, &tokens, &mut self.cache, &Mask::causal());
        let logits = self.model.logits(decoded.output.index(1, 0));
        let logs = Array1::from_iter(logits.log_softmax().value());
        let token = self.forced.pop_front().unwrap_or_else(|| most_likely(&logs));
        let mut order: Vec<usize> = (0..logs.len()).collect();
        order.sort_by(|a, b| logs[*b].total_cmp(&logs[*a]));
        let best = order.into_iter().take(BEST);
        let keys = self.source.len();
        let cross = decoded.cross_weights.iter().map(|weights| {
            let weights = Array1::from_iter(weights.value());
            let heads = weights.len() / keys;
            weights.into_shape_with_order((heads, keys)).expect("[1, heads, 1, keys]")
        });
        self.steps.push(Step {
            token,
            log_probability: logs[token].into(),
            best: best.map(|token| (token, f64::from(logs[token]).exp())).collect(),
            cross: cross.collect(),
        });
        Ok(self.last_step())
    }

    fn last_step(&self) -> String {
        let Some(step) = self.steps.last() else {
            return String::new();
        };
        let finished = if self.is_finished() { "finished" } else { "unfinished" };
        let probability = probability(step.log_probability.exp());
        let written = format!("{}\t{probability}", self.label(step.token));
        let mut lines = vec![finished.to_owned(), self.result(), written];
        lines.extend(step.best.iter().map(|&(token, best)| {
            format!("{token}\t{}\t{}", self.label(token), self::probability(best))
        }));
        lines.join("\n")
    }

    /// Replaces the token at an index, and what follows it, with one of the vocabulary or with a
    /// text, and writes the first token of it. The request is `3 17`, with the number of a token,
    /// or `3 "text"`. The answer is the answer of [`next`](Self::next).
    ///
    /// # Errors
    ///
    /// [`Problem`] if the text is empty or too long, or for another request. The translation then
    /// stays as it was.
    pub fn replace(&mut self, request: &str) -> Result<String, Problem> {
        let (index, token) = request.split_once(' ').ok_or(Problem::Request)?;
        let index: usize = index.parse().map_err(|_| Problem::Request)?;
        let most = self.most_steps();
        if index >= most || index > self.steps.len() {
            return Err(Problem::Request);
        }
        let forced = match token.strip_prefix('"').and_then(|token| token.strip_suffix('"')) {
            Some(text) => self.continuation(index, text),
            None => match token.parse() {
                Ok(token) if token < self.subwords.vocab() => vec![token],
                _ => return Err(Problem::Request),
            },
        };
        if forced.is_empty() {
            return Err(Problem::NoContinuation);
        }
        if index + forced.len() > most {
            return Err(Problem::NoRoom(most));
        }
        self.steps.truncate(index);
        for block in &mut self.cache.blocks {
            block.target.forget(index..block.target.len().max(index));
        }
        self.forced = forced.into();
        self.next()
    }

    /// Returns the tokens of a text, with a space before it if the token that it replaces has one.
    fn continuation(&self, index: usize, text: &str) -> Vec<usize> {
        let text = normalize(text);
        let replaced = self.steps.get(index).map(|step| self.subwords.token(step.token));
        let space = match replaced {
            Some([first, ..]) => *first == b' ',
            _ => index > 0 && text.trim().starts_with(char::is_alphanumeric),
        };
        let text = format!("{}{}", if space { " " } else { "" }, text.trim());
        let mut tokens = self.subwords.encode(&text);
        tokens.pop();
        if text.trim().is_empty() { Vec::new() } else { tokens }
    }

    /// Draws the weights of the tokens so far. The request has the index of the selected token, or
    /// `-`, and the index of a [map](Self::maps).
    ///
    /// # Errors
    ///
    /// [`Problem::Request`] for a map or a token that does not exist.
    pub fn draw(&self, request: &str) -> Result<String, Problem> {
        let (selected, index) = request.split_once(' ').ok_or(Problem::Request)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| Problem::Request);
        let selected = (selected != "-").then(|| number(selected)).transpose()?;
        let choice = self.choices().nth(number(index)?).ok_or(Problem::Request)?;
        let rows = map::rows(self.steps.len(), selected);
        if rows.is_empty() || rows.end > self.steps.len() {
            return Err(Problem::Request);
        }
        let weights = self.map(rows.clone(), choice);
        let french: Vec<usize> = self.steps[rows.clone()].iter().map(|step| step.token).collect();
        let labels = [self.labels(&french), self.labels(&self.source)];
        let labels = [&*labels[0], &*labels[1]];
        Ok(map::draw(weights.view(), labels, rows, self.steps.len(), selected))
    }

    /// Returns the first map for all tokens, `[tokens, keys]`.
    pub(crate) fn mean_map(&self) -> Array2<Real> {
        let first = self.choices().next().expect("a decoder has a block");
        self.map(0..self.steps.len(), first)
    }

    /// Returns the weights of some tokens, `[rows, keys]`.
    fn map(&self, rows: Range<usize>, (block, head): (usize, Option<usize>)) -> Array2<Real> {
        let dim = (rows.len(), self.source.len());
        let weights = self.steps[rows].iter().map(|step| match head {
            Some(head) => step.cross[block].row(head).to_owned(),
            None => step.cross[block].mean_axis(Axis(0)).expect("a block has a head"),
        });
        let weights = Array2::from_shape_vec(dim, weights.flatten().collect());
        weights.expect("a row for each token")
    }

    /// Makes the next step of a beam search for the sentence, or the first one.
    ///
    /// The answer has a line with "finished" or "unfinished" and one for each hypothesis, with its
    /// score, its log probability, and its text.
    ///
    /// # Errors
    ///
    /// [`Problem::Request`] if there is no sentence.
    pub fn search(&mut self) -> Result<String, Problem> {
        if self.source.is_empty() {
            return Err(Problem::Request);
        }
        let (mut search, mut state) = self.search.take().unwrap_or_else(|| {
            let settings: BeamSearch = real_sentences::beam_settings(&self.source, BEAM);
            let mut state = self.cache.clone();
            for block in &mut state.blocks {
                block.target = Default::default();
            }
            (StepwiseSearch::new(settings), state)
        });
        if let Some(beam) = search.beam() {
            let last = beam.beginnings.iter().map(|tokens| *tokens.last().unwrap_or(&BOS));
            let tokens = self.tokens(last.collect());
            let tape = Tape::new(Mode::Eval, 0);
            let kept = Transformer::select(&state, &beam.parents);
            let (step, next) = self.model.step(&tape, &tokens, &kept);
            let next_tokens = step.logits.log_softmax().value().into_owned();
            search.step(&next_tokens.into_dimensionality().expect("[beginnings, vocab]"));
            state = next;
        }
        let finished = if search.beam().is_none() { "finished" } else { "unfinished" };
        let candidates = search.candidates();
        let lines = candidates.iter().map(|found| {
            let [score, log] = [found.score, found.log_probability].map(|x| number(x, 2));
            let dots = if found.ended { "" } else { " …" };
            format!("{score}\t{log}\t{}{dots}", self.text(&found.tokens))
        });
        let lines = [finished.to_owned()].into_iter().chain(lines);
        let answer = lines.collect::<Vec<_>>().join("\n");
        self.search = Some((search, state));
        Ok(answer)
    }

    fn tokens(&self, tokens: Array1<usize>) -> Tokens {
        Tokens::new(tokens, self.subwords.vocab()).expect("the tokens are in the vocabulary")
    }

    fn text(&self, tokens: &[usize]) -> String {
        printable(&String::from_utf8_lossy(&self.subwords.decode(tokens)))
    }

    /// Says what was written so far.
    fn result(&self) -> String {
        let tokens: Vec<usize> = self.steps.iter().map(|step| step.token).collect();
        let (english, french) = (&self.english, self.text(&tokens));
        let log_probability: f64 = self.steps.iter().map(|step| step.log_probability).sum();
        let probability = probability(log_probability.exp());
        match (self.has_end(), self.is_finished()) {
            (true, _) => format!("“{english}” becomes “{french}” with probability {probability}."),
            (false, true) => format!(
                "“{english}” becomes “{french} …”, which is cut off after {} tokens.",
                tokens.len()
            ),
            (false, false) => format!("“{english}” becomes “{french} …”"),
        }
    }

    fn labels(&self, tokens: &[usize]) -> Vec<String> {
        tokens.iter().map(|token| self.label(*token)).collect()
    }

    /// Returns the text of a token in which nothing is invisible.
    fn label(&self, token: usize) -> String {
        if token == EOS {
            return "<eos>".to_owned();
        }
        let bytes = self.subwords.token(token);
        match str::from_utf8(bytes) {
            Ok(text) if !text.contains(char::is_control) && !text.is_empty() => {
                text.replace(char::is_whitespace, "·")
            }
            _ => {
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
                format!("<{}>", bytes.join(" "))
            }
        }
    }
}

/// Replaces control characters, which a page cannot show.
fn printable(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

fn probability(probability: f64) -> String {
    match number(probability, 3).as_str() {
        "0.000" => "less than 0.001".to_owned(),
        digits => digits.to_owned(),
    }
}
