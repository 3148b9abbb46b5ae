//! Images as sequences of patches.

use attention::Real;
use ndarray::{Array3, ArrayRef3};
use rand::{Rng, RngExt};
use rand_distr::{Distribution, StandardNormal};

/// The side of an image, in pixels.
pub const SIDE: usize = 8;
/// The side of a patch, in pixels.
pub const PATCH: usize = 2;
/// The number of patches of an image.
pub const PATCHES: usize = (SIDE / PATCH) * (SIDE / PATCH);

/// Draws random images, `[count, SIDE, SIDE]`, and the class of each.
///
/// An image has a bright and a dark square, each as large as a patch, in one row or one
/// column of patches, and noise. The class says where the bright one lies, seen from
/// the dark one: 0 to the left, 1 to the right, 2 above, 3 below.
pub fn draw(count: usize, rng: &mut dyn Rng) -> (Array3<Real>, Vec<usize>) {
    let mut images = Array3::zeros((count, SIDE, SIDE));
    images.mapv_inplace(|_: Real| {
        let noise: Real = StandardNormal.sample(rng);
        0.3 * noise
    });
    let mut classes = Vec::new();
    for mut image in images.outer_iter_mut() {
        let class = rng.random_range(0..4);
        let line = rng.random_range(0..SIDE / PATCH);
        let low = rng.random_range(0..SIDE / PATCH - 1);
        let high = rng.random_range(low + 1..SIDE / PATCH);
        let places = if class % 2 == 0 { [low, high] } else { [high, low] };
        for (place, light) in places.into_iter().zip([1.0, -1.0]) {
            let (row, column) = if class < 2 { (line, place) } else { (place, line) };
            for (y, x) in (0..PATCH * PATCH).map(|i| (i / PATCH, i % PATCH)) {
                image[[PATCH * row + y, PATCH * column + x]] += light;
            }
        }
        classes.push(class);
    }
    (images, classes)
}

/// Returns the pixels of each patch, `[count, patches, size * size]`, from images
/// `[count, height, width]`, whose sides are multiples of `size`.
///
/// Patches are read row by row from left to right, and so are the pixels of each.
pub fn patches(images: &ArrayRef3<Real>, size: usize) -> Array3<Real> {
    //@ solution
    let (count, height, width) = images.dim();
    let split = (count, height / size, size, width / size, size);
    let pixels = images.to_owned().into_shape_with_order(split);
    let mut pixels = pixels.expect("the sides are multiples of the size");
    pixels.swap_axes(2, 3); // [count, rows, columns, size, size]
    let pixels = pixels.as_standard_layout().into_owned();
    let joined = (count, height / size * (width / size), size * size);
    pixels.into_shape_with_order(joined).expect("as many pixels")
    //@ stub todo!("patches of {size} pixels of {images}")
    //@ end
}

/// Returns the fraction of right classes among 200 new images, after `steps` training
/// steps of 32 new images each.
///
/// `places` says whether the model knows the positions of its patches.
pub fn accuracy_after(steps: usize, places: bool, seed: u64) -> Real {
    //@ solution
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
            let x = self.places.as_ref().map_or(x, |places| x + tape.param(places));
            let encoded = self.encoder.forward(x, &Mask::all()).output;
            self.output.forward(encoded.mean_axis(1)) // [count, 4]
        }
    }

    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let config = Config { feed_forward: 32, blocks: 1, ..Config::new(16, 2) };
    let start = places.then(|| Param::new(init::normal((PATCHES, 16), 1.0, &mut rng)));
    let model = Classifier {
        patch: Linear::new(PATCH * PATCH, 16, &mut rng),
        places: start,
        encoder: Encoder::new(&config, &mut rng).expect("two heads share 16 numbers"),
        output: Linear::new(16, 4, &mut rng),
    };
    let mut adam = Adam::new(0.01).expect("a positive rate");
    let trained = Trainer::new(steps).run(&model, &mut adam, |tape, _| {
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
    //@ stub todo!("{steps} steps, places: {places}, seed {seed}")
    //@ end
}
exercise_solutions::tests!(patches);
