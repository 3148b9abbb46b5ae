//! Multi-head attention without some of its heads.

use ndarray::{Axis, Slice};

use super::MultiHead;
use crate::nn::Param;

impl MultiHead {
    /// Returns a copy of the layer without the contribution of one head.
    ///
    /// The rows of the output projection that belong to the head are 0.
    // ANCHOR: without_head
    #[must_use]
    #[track_caller]
    pub fn without_head(&self, head: usize) -> Self {
        let heads = self.heads;
        assert!(
            head < heads,
            "without_head: no head {head} among {heads}"
        );
        let mut weight = self.output.weight.value().to_owned();
        let dim = weight.len_of(Axis(0)) / heads;
        let rows = Slice::from(head * dim..(head + 1) * dim);
        weight.slice_axis_mut(Axis(0), rows).fill(0.0);
        let mut without = self.copy();
        without.output.weight = Param::new(weight);
        without
    }
    // ANCHOR_END: without_head

    /// Returns a copy of the layer with only these heads, in this order.
    ///
    /// It keeps their columns of the three projections and their rows of the output projection. A
    /// head may occur twice.
    ///
    /// # Panics
    ///
    /// If `kept` is empty.
    #[must_use]
    #[track_caller]
    pub fn keep_heads(&self, kept: &[usize]) -> Self {
        let heads = self.heads;
        let known =
            !kept.is_empty() && kept.iter().all(|&head| head < heads);
        assert!(
            known,
            "keep_heads: cannot keep {kept:?} of {heads} heads"
        );
        let dim = self.output.weight.shape()[0] / heads;
        let places: Vec<usize> = kept
            .iter()
            .flat_map(|head| head * dim..(head + 1) * dim)
            .collect();
        let cut = |param: &mut Param, axis| {
            *param =
                Param::new(param.value().select(Axis(axis), &places));
        };
        let mut layer = self.copy();
        layer.heads = kept.len();
        for linear in
            [&mut layer.query, &mut layer.key, &mut layer.value]
        {
            cut(&mut linear.weight, 1);
            if let Some(bias) = &mut linear.bias {
                cut(bias, 0);
            }
        }
        cut(&mut layer.output.weight, 0);
        layer
    }

    /// Returns a layer with its own parameters, which a clone would share.
    fn copy(&self) -> Self {
        Self {
            query: self.query.copy(),
            key: self.key.copy(),
            value: self.value.copy(),
            output: self.output.copy(),
            dropout: self.dropout,
            heads: self.heads,
        }
    }
}
