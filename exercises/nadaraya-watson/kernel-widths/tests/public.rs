use attention::nadaraya_watson::{Kernel, Samples, predict, query_grid, rms_error};
use attention::{Real, assert_near};
use kernel_widths::best_width;
use rand::{SeedableRng, rngs::ChaCha8Rng};

//@ param seed
const SEED: u64 = 22;

fn samples() -> Samples {
    Samples::draw(50, &mut ChaCha8Rng::seed_from_u64(SEED)).unwrap()
}

fn error(samples: &Samples, kernel: Kernel, width: Real) -> Real {
    let queries = query_grid();
    rms_error(&queries, &predict(samples, &queries, kernel, width).unwrap())
}

#[test]
fn the_error_belongs_to_the_width() {
    let samples = samples();
    for kernel in Kernel::ALL {
        let (width, got): (Real, Real) =
            best_width(&samples, kernel, &[0.2, 0.4, 0.8]).unwrap();
        let want = error(&samples, kernel, width);
        assert_near!(got, want, 1e-5, "{kernel:?}: the RMS error of width {width}");
    }
}

#[test]
fn no_width_of_the_list_is_better() {
    let samples = samples();
    let widths: Vec<Real> = (2..=40).map(|i| i as Real * 0.05).collect();
    for kernel in Kernel::ALL {
        let (best, _): (Real, Real) = best_width(&samples, kernel, &widths).unwrap();
        let smallest = error(&samples, kernel, best);
        for &width in &widths {
            let other = error(&samples, kernel, width);
            let errors = format!("{best} has error {smallest}, {width} has {other}");
            assert!(smallest <= other, "{kernel:?}: width {errors}");
        }
    }
}
