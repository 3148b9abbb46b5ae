//! Attention to keys and values that were projected before.

use super::MultiHead;
use crate::mask::Mask;
use crate::multi_head::KeyValues;
use crate::tape::{Attended, Var, attend};

impl MultiHead {
    /// The keys and values of all heads, for [`attend_to`](MultiHead::attend_to).
    ///
    /// # Shapes
    ///
    /// `keys`: `[batch, keys, key_dim]`, `values`: `[batch, keys, value_dim]`, both to
    /// `[batch, heads, keys, dim]`.
    ///
    /// # Panics
    ///
    /// If the sizes do not fit.
    ///
    /// # Example
    ///
    /// See [`KeyValues`].
    #[track_caller]
    // ANCHOR: project_keys_values
    pub fn project_keys_values<'t>(
        &self,
        keys: Var<'t>,   // [batch, keys, key_dim]
        values: Var<'t>, // [batch, keys, value_dim]
    ) -> KeyValues<'t> {
        let keys = self.split(self.key.forward(keys)); // [batch, heads, keys, dim]
        let values = self.split(self.value.forward(values));
        KeyValues { keys, values }
    }
    // ANCHOR_END: project_keys_values

    /// What [`forward`](MultiHead::forward) gives, from keys and values that are projected already.
    ///
    /// # Shapes
    ///
    /// `queries`: `[batch, queries, query_dim]`, to `[batch, queries, hidden]` and
    /// `[batch, heads, queries, keys]`.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit.
    ///
    /// # Example
    ///
    /// See [`KeyValues`].
    #[track_caller]
    // ANCHOR: attend_to
    pub fn attend_to<'t>(
        &self,
        queries: Var<'t>,      // [batch, queries, query_dim]
        pairs: &KeyValues<'t>, // [batch, heads, keys, dim]
        mask: &Mask,
    ) -> Attended<'t> {
        let queries = self.split(self.query.forward(queries)); // [.., queries, dim]
        let rate = self.dropout.rate();
        let attended = attend(queries, pairs.keys, pairs.values, mask, rate);
        let output = self.output.forward(merge(attended.output));
        Attended { output, ..attended } // [batch, queries, hidden]
    }
    // ANCHOR_END: attend_to

    /// Tokens that look at themselves, and at those that came before: the keys and values of `past` stand
    /// before theirs. The second result is the `past` of the tokens that follow.
    ///
    /// Positions are counted from the first key of `past`: give a mask that depends on them
    /// [`starting_at`](Mask::starting_at) the number of its keys.
    ///
    /// # Source
    ///
    /// Shazeer (2019), *Fast Transformer decoding: one write-head is all you need*, Section 2.3.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, hidden]`, to `[batch, steps, hidden]` and `[batch, heads, steps, keys]`, where
    /// the keys are those of `past` and the new ones.
    ///
    /// # Panics
    ///
    /// If the sizes or the mask do not fit.
    ///
    /// # Example
    ///
    /// The last of three tokens gets the same, whether they come together or in turn:
    ///
    /// ```
    /// use attention::mask::Mask;
    /// use attention::multi_head::{MultiHead, MultiHeadConfig};
    /// use attention::nn::init;
    /// use attention::tape::{Mode, Tape};
    /// use rand::{SeedableRng, rngs::ChaCha8Rng};
    ///
    /// let mut rng = ChaCha8Rng::seed_from_u64(0);
    /// let attention = MultiHead::new(&MultiHeadConfig::new(4, 2), &mut rng)?;
    /// let tape = Tape::new(Mode::Eval, 0);
    /// let tokens = tape.constant(init::normal((1, 3, 4), 1.0, &mut rng));
    /// let mask = Mask::causal();
    /// let (all, _) = attention.self_attend(tokens, None, &mask);
    /// let (_, past) = attention.self_attend(tokens.slice(1, ..2), None, &mask);
    /// let last = tokens.slice(1, 2..);
    /// let (last, _) = attention.self_attend(last, Some(&past), &mask.starting_at(2));
    /// let difference = (all.output.slice(1, 2..) - last.output).value();
    /// assert!(difference.iter().all(|entry| entry.abs() < 1e-6));
    /// # Ok::<(), attention::nn::ConfigError>(())
    /// ```
    // ANCHOR: self_attend
    #[track_caller]
    pub fn self_attend<'t>(
        &self,
        x: Var<'t>, // [batch, steps, hidden]
        past: Option<&KeyValues<'t>>,
        mask: &Mask,
    ) -> (Attended<'t>, KeyValues<'t>) {
        let new = self.project_keys_values(x, x);
        let all = past.map_or(new, |past| past.followed_by(&new));
        (self.attend_to(x, &all, mask), all)
    }
    // ANCHOR_END: self_attend
}

/// `[batch, heads, positions, dim]` to `[batch, positions, hidden]`
fn merge(x: Var<'_>) -> Var<'_> {
    let [batch, heads, positions, dim] = x.dims();
    x.permute(&[0, 2, 1, 3])
        .reshape(&[batch, positions, heads * dim])
}
