//! Single blocks, and the two of an encoder and of a decoder.

use attention::mask::Mask;
use attention::tape::{Var, stack};
use attention::transformer::{Arrangement, Decoder, DecoderBlock, Encoder, EncoderBlock};

use super::{config, fits};
use crate::golden::comparison::{Outputs, layer};
use crate::golden::fixture::Inputs;
use crate::proof::Proof;

pub(super) fn proofs() -> Vec<Proof> {
    let post =
        ["encoder_block_post", "decoder_block_post", "encoder_blocks_post", "decoder_blocks_post"];
    let pre =
        ["encoder_block_pre", "decoder_block_pre", "encoder_blocks_pre", "decoder_blocks_pre"];
    [(Arrangement::PostNorm, post), (Arrangement::PreNorm, pre)]
        .into_iter()
        .flat_map(of_arrangement)
        .collect()
}

fn of_arrangement((arrangement, cases): (Arrangement, [&'static str; 4])) -> [Proof; 4] {
    let config = config(arrangement);
    let [encoder_block, decoder_block, encoder, decoder] = cases;
    [
        layer(
            encoder_block,
            move |rng| fits(EncoderBlock::new(&config, rng)),
            |block, x| {
                let attended = block.forward(x.get("x"), &real(x));
                let weights = stack(&[attended.weights], 0);
                vec![("output", attended.output), ("weights", weights)]
            },
        ),
        layer(
            decoder_block,
            move |rng| fits(DecoderBlock::new(&config, rng)),
            |block, x| {
                let (source, mask) = (x.get("source"), Mask::causal());
                let decoded = block.forward(x.get("x"), source, &mask, &real(x));
                let (own, cross) = (decoded.weights, decoded.cross_weights);
                three(decoded.output, &[own], &[cross])
            },
        ),
        layer(
            encoder,
            move |rng| fits(Encoder::new(&config, rng)),
            |encoder, x| {
                let encoded = encoder.forward(x.get("x"), &real(x));
                let weights = stack(&encoded.weights, 0);
                vec![("output", encoded.output), ("weights", weights)]
            },
        ),
        layer(
            decoder,
            move |rng| fits(Decoder::new(&config, rng)),
            |decoder, x| {
                let (source, mask) = (x.get("source"), Mask::causal());
                let decoded = decoder.forward(x.get("x"), source, &mask, &real(x));
                three(decoded.output, &decoded.weights, &decoded.cross_weights)
            },
        ),
    ]
}

fn three<'t>(output: Var<'t>, own: &[Var<'t>], cross: &[Var<'t>]) -> Outputs<'t> {
    let (weights, cross_weights) = (stack(own, 0), stack(cross, 0));
    vec![("output", output), ("weights", weights), ("cross_weights", cross_weights)]
}

fn lens(x: &Inputs<'_>) -> Vec<usize> {
    x.whole("lens").into_iter().collect()
}

/// Returns the mask of all tokens except padding.
fn real(x: &Inputs<'_>) -> Mask {
    Mask::valid_lens(lens(x))
}
