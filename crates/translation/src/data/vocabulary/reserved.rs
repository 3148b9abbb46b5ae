//! The reserved tokens, which no text contains.

/// The index of `<pad>`, which pads sequences to the length of the longest.
pub const PAD: usize = 0;

/// The index of `<unk>`, which replaces unknown tokens.
pub const UNK: usize = 1;

/// The index of `<bos>`, the beginning of a sequence, from which a translation starts.
pub const BOS: usize = 2;

/// The index of `<eos>`, the end of each sequence.
pub const EOS: usize = 3;

/// The reserved tokens by index.
pub(super) const RESERVED: [&str; 4] =
    ["<pad>", "<unk>", "<bos>", "<eos>"];
