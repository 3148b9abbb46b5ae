//! Four steps of each optimizer, compared with PyTorch.
//!
//! PyTorch 2.15 printed the table of each test, by this script:
//!
//! ```python
//! import torch
//! START = [1.0, -2.0, 3.0]
//! GRADIENTS = [[0.5, -0.25, 2.0], [0.125, 0.5, -1.0], [-4.0, 0.0, 0.0625], [0.5, 1e-3, 8.0]]
//! SGD, Adam = torch.optim.SGD, torch.optim.Adam
//! for optimizer, settings in [
//!     (SGD, dict(lr=0.25)),
//!     (Adam, dict(lr=0.25)),
//!     (Adam, dict(lr=0.25, betas=(0.5, 0.75), eps=0.125)),
//!     (Adam, dict(lr=0.25, weight_decay=0.125)),
//! ]:
//!     place = torch.tensor(START, dtype=torch.float64, requires_grad=True)
//!     steps = optimizer([place], **settings)
//!     print(optimizer.__name__, settings)
//!     for gradient in GRADIENTS:
//!         place.grad = torch.tensor(gradient, dtype=torch.float64)
//!         steps.step()
//!         print([float(f"{x:.12g}") for x in place.tolist()])
//! ```

// As they were printed, with more digits than an `f32` has.
#![allow(clippy::excessive_precision)]

use engine::Real;
use engine::train::{Adam, Optimizer, Sgd};
use ndarray::array;

use super::{Params, assert_close, step};

const GRADIENTS: [[Real; 3]; 4] =
    [[0.5, -0.25, 2.0], [0.125, 0.5, -1.0], [-4.0, 0.0, 0.0625], [0.5, 1e-3, 8.0]];

const TOLERANCE: Real = if cfg!(real_f64) { 1e-11 } else { 1e-6 };

#[track_caller]
fn assert_path(mut optimizer: impl Optimizer, path: [[Real; 3]; 4]) {
    let params = Params::new([array![1.0, -2.0, 3.0]]);
    for (gradient, place) in GRADIENTS.iter().zip(path) {
        step(&mut optimizer, &params, gradient);
        assert_close(&params.value(0), &place, TOLERANCE);
    }
}

#[test]
fn gradient_descent() {
    let path = [
        [0.875, -1.9375, 2.5],
        [0.84375, -2.0625, 2.75],
        [1.84375, -2.0625, 2.734375],
        [1.71875, -2.06275, 0.734375],
    ];
    assert_path(Sgd::new(0.25).unwrap(), path);
}

#[test]
fn adam() {
    let path = [
        [0.750000005, -1.75000001, 2.75000000125],
        [0.54235062728, -1.84152588944, 2.68341574176],
        [0.68025460322, -1.91227565912, 2.62749992667],
        [0.774474430166, -1.97048964649, 2.47525226552],
    ];
    assert_path(Adam::new(0.25).unwrap(), path);
}

#[test]
fn adam_with_other_settings() {
    let path = [
        [0.8, -1.83333333333, 2.76470588235],
        [0.665791288574, -1.94974728398, 2.76470588235],
        [0.862564091147, -2.01128172679, 2.75764622125],
        [0.945843789181, -2.04523070275, 2.54548917033],
    ];
    let adam = Adam::new(0.25).unwrap();
    let adam = adam.betas(0.5, 0.75).unwrap().epsilon(0.125).unwrap();
    assert_path(adam, path);
}

#[test]
fn adam_with_decay_in_the_gradient() {
    let path = [
        [0.750000004, -1.750000005, 2.75000000105],
        [0.530414751255, -1.69525599295, 2.6381122491],
        [0.659755811692, -1.6001840585, 2.52756838213],
        [0.743589333038, -1.4811279281, 2.36241043443],
    ];
    assert_path(Adam::new(0.25).unwrap().weight_decay(0.125).unwrap(), path);
}
