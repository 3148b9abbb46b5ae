//! Tokens that no text has.

/// The token that fills sequences up to the length of the longest: `<pad>`.
pub const PAD: usize = 0;

/// The token that stands for all that are not in the vocabulary: `<unk>`, unknown.
pub const UNK: usize = 1;

/// The token that a translation starts from: `<bos>`, beginning of the sequence.
pub const BOS: usize = 2;

/// The token at the end of each sequence: `<eos>`, end of the sequence.
pub const EOS: usize = 3;

/// The reserved tokens, each at its number.
pub(super) const RESERVED: [&str; 4] =
    ["<pad>", "<unk>", "<bos>", "<eos>"];
