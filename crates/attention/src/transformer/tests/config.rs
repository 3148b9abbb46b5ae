//! Invalid settings.

use super::{ARRANGEMENTS, SOURCE_VOCAB, TARGET_VOCAB, rng};
use crate::nn::{ConfigError, Dropout};
use crate::transformer::{
    Arrangement, Config, Decoder, DecoderBlock, Encoder, EncoderBlock,
    LanguageModel, Transformer,
};

/// Returns the error of a configuration, which must be the same for all models and stacks.
fn error(config: Config) -> Option<ConfigError> {
    let rng = &mut rng(0);
    let transformer =
        Transformer::new(&config, [SOURCE_VOCAB, TARGET_VOCAB], rng)
            .err();
    let others = [
        Encoder::new(&config, rng).err(),
        Decoder::new(&config, rng).err(),
        LanguageModel::new(&config, TARGET_VOCAB, rng).err(),
    ];
    for other in others {
        assert_eq!(other, transformer, "{config:?}");
    }
    transformer
}

#[test]
fn sizes_of_0_are_refused() {
    let right = Config::new(8, 2);
    for (config, name) in [
        (Config::new(0, 2), "hidden size"),
        (Config::new(8, 0), "number of heads"),
        (right.feed_forward(0), "feed-forward size"),
        (right.blocks(0), "number of blocks"),
    ] {
        assert_eq!(error(config), Some(ConfigError::Zero(name)));
        let text = format!("{name} must be at least 1");
        assert_eq!(error(config).unwrap().to_string(), text);
    }
}

#[test]
fn heads_that_do_not_divide_are_refused() {
    for (hidden, heads) in [(8, 3), (6, 4), (2, 4)] {
        let config = Config::new(hidden, heads);
        let expected = ConfigError::HeadsMustDivide { hidden, heads };
        assert_eq!(error(config), Some(expected));
        let rng = &mut rng(0);
        assert_eq!(
            EncoderBlock::new(&config, rng).err(),
            Some(expected)
        );
        assert_eq!(
            DecoderBlock::new(&config, rng).err(),
            Some(expected)
        );
    }
    let error = error(Config::new(8, 3)).unwrap();
    assert_eq!(
        error.to_string(),
        "hidden size 8 is not divisible by 3 heads"
    );
}

#[test]
fn the_smallest_sizes_are_accepted() {
    for arrangement in ARRANGEMENTS {
        let config = Config {
            arrangement,
            ..Config::new(1, 1)
        };
        assert_eq!(error(config.feed_forward(1).blocks(1)), None);
    }
}

#[test]
fn settings_are_what_was_set() {
    let config = Config::new(20, 5);
    assert_eq!((config.hidden, config.heads), (20, 5));
    assert_eq!((config.feed_forward, config.blocks), (80, 2));
    assert_eq!(config.dropout, Dropout::off());
    assert_eq!(config.arrangement, Arrangement::default());
    assert_eq!(Arrangement::default(), Arrangement::PostNorm);
    assert!(config.positions && !config.tied);
    let dropout = Dropout::new(0.25).unwrap();
    let changed = config.feed_forward(7).blocks(3).dropout(dropout);
    let expected = Config {
        feed_forward: 7,
        blocks: 3,
        dropout,
        ..config
    };
    assert_eq!(changed, expected);
    assert_eq!(Config::new(usize::MAX, 1).feed_forward, usize::MAX);
}
