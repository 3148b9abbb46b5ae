//! Invalid settings.

use attention::nn::ConfigError;
use attention::transformer::{
    Config, Decoder, DecoderBlock, Encoder, EncoderBlock, LanguageModel, Transformer,
};
use engine::testing::rng;

use crate::models::ARRANGEMENTS;

/// Returns the error of a configuration, which must be the same for all models and stacks.
fn error(config: Config) -> Option<ConfigError> {
    let rng = &mut rng(0);
    let transformer = Transformer::new(&config, [11, 7], rng).err();
    let others = [
        Encoder::new(&config, rng).err(),
        Decoder::new(&config, rng).err(),
        LanguageModel::new(&config, 7, rng).err(),
    ];
    assert!(others.iter().all(|other| *other == transformer), "{config:?}: {others:?}");
    transformer
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    let right = Config::new(8, 2);
    for (config, name) in [
        (Config::new(0, 2), "hidden size"),
        (Config::new(8, 0), "number of heads"),
        (Config { feed_forward: 0, ..right }, "feed-forward size"),
        (Config { blocks: 0, ..right }, "number of blocks"),
    ] {
        assert_eq!(error(config), Some(ConfigError::Zero(name)));
    }
    for (hidden, heads) in [(8, 3), (6, 4), (2, 4)] {
        let config = Config::new(hidden, heads);
        let expected = Some(ConfigError::HeadsMustDivide { hidden, heads });
        assert_eq!(error(config), expected);
        assert_eq!(EncoderBlock::new(&config, &mut rng(0)).err(), expected);
        assert_eq!(DecoderBlock::new(&config, &mut rng(0)).err(), expected);
    }
    for arrangement in ARRANGEMENTS {
        let config = Config { arrangement, feed_forward: 1, blocks: 1, ..Config::new(1, 1) };
        assert_eq!(error(config), None);
    }
    assert_eq!(Config::new(usize::MAX, 1).feed_forward, usize::MAX);
}
