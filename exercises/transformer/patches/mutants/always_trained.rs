// expect-fail: chance_before_the_training
// misconception: trains for a fixed number of steps
// region: 2
    use attention::mask::Mask;
    use attention::nn::{Linear, Module, Param, Visitor, init};
    use attention::tape::{Mode, Tape, Var};
    use attention::train::{Adam, Loss, Trainer};
    use attention::transformer::{Config, Encoder};
    use ndarray::arr1;
    use rand::{SeedableRng, rngs::ChaCha8Rng};

    struct Classifier {
        patch: Linear,         // [PATCH * PATCH, 16]
        places: Option<Param>, // [PATCHES, 16]
        encoder: Encoder,
        output: Linear, // [16, 4]
    }

    impl Module for Classifier {
        fn visit(&self, visitor: &mut Visitor<'_>) {
            visitor.module("patch", &self.patch);
            if let Some(places) = &self.places {
                visitor.param("places", places);
            }
            visitor.module("encoder", &self.encoder);
            visitor.module("output", &self.output);
        }
    }

    impl Classifier {
        fn logits<'t>(&self, tape: &'t Tape, images: &Array3<Real>) -> Var<'t> {
            let pixels = tape.constant(patches(images, PATCH));
            let x = self.patch.forward(pixels); // [count, PATCHES, 16]
            let x = self
                .places
                .as_ref()
                .map_or(x, |places| x + tape.param(places));
            let encoded = self.encoder.forward(x, &Mask::all()).output;
            self.output.forward(encoded.mean_axis(1)) // [count, 4]
        }
    }

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config::new(16, 2).feed_forward(32).blocks(1);
    let start = places.then(|| Param::new(init::normal((PATCHES, 16), 1.0, &mut rng)));
    let model = Classifier {
        patch: Linear::new(PATCH * PATCH, 16, &mut rng),
        places: start,
        encoder: Encoder::new(&config, &mut rng).expect("two heads share 16 numbers"),
        output: Linear::new(16, 4, &mut rng),
    };
    let mut adam = Adam::new(0.01).expect("a positive rate");
    let trained = Trainer::new(steps.max(200)).run(&model, &mut adam, |tape, _| {
        let (images, classes) = draw(32, &mut rng);
        let value = model.logits(tape, &images);
        let value = value.cross_entropy(&arr1(&classes), None);
        Ok(Loss { value, tokens: 32 })
    });
    trained.expect("finite numbers");
    let (images, classes) = draw(200, &mut rng);
    let tape = Tape::new(Mode::Eval, 0);
    let logits = model.logits(&tape, &images).value();
    let best = |image: usize| {
        let logit = |class: usize| logits[[image, class]];
        (0..4).max_by(|&a, &b| logit(a).total_cmp(&logit(b)))
    };
    let answers = classes.into_iter().enumerate();
    let right = answers.filter(|&(image, class)| best(image) == Some(class));
    right.count() as Real / 200.0
