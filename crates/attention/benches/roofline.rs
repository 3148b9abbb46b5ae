//! The operations and bytes that this processor handles in a second, and the share that attention
//! achieves: `cargo bench -p attention --bench roofline`.
//!
//! All runs use one thread. Scores are computed in blocks of 256 keys, which do not fit into the
//! cache all together, so that every block is read from memory.

use std::hint::black_box;
use std::time::Instant;

use attention::Real;
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, Axis};

const KEYS: usize = 1 << 18;
const DIM: usize = 128;

/// Returns the shortest of many runs, in seconds.
fn seconds(mut run: impl FnMut()) -> f64 {
    let times = (0..40).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let matrix = Array2::<Real>::ones((768, 768));
    let product = seconds(|| drop(black_box(matrix.dot(&matrix))));
    let operations = 2.0 * 768_f64.powi(3) / product;
    println!("a matrix product    {:8.1} GFLOP/s", operations / 1e9);

    let keys = Array2::<Real>::ones((KEYS, DIM));
    let bytes = (KEYS * DIM * size_of::<Real>()) as f64;
    let read = bytes
        / seconds(|| {
            black_box(keys.sum());
        });
    println!("reading from memory {:8.1} GB/s", read / 1e9);
    println!("ridge               {:8.1} operations per byte\n", operations / read);

    println!("queries  operations per byte  GFLOP/s");
    for queries in [1, 8, 32, 128] {
        let operations = 2.0 * (queries * KEYS * DIM) as f64;
        let reached = operations / scores(&keys, queries);
        let intensity = operations / bytes;
        println!("{queries:7} {intensity:20.1} {:8.1}", reached / 1e9);
    }
}

/// Returns the seconds in which some queries are compared with all keys. A general product first
/// copies a block, which pays only if many queries share it.
fn scores(keys: &Array2<Real>, count: usize) -> f64 {
    const BLOCK: usize = 256;
    let query = Array1::<Real>::ones(DIM);
    let queries = Array2::<Real>::ones((count, DIM));
    let mut scores = Array2::zeros((BLOCK, count));
    seconds(|| {
        for block in keys.axis_chunks_iter(Axis(0), BLOCK) {
            if count < 32 {
                for mut scores in scores.columns_mut() {
                    scores.assign(&block.dot(&query));
                }
            } else {
                general_mat_mul(1.0, &block, &queries.t(), 0.0, &mut scores);
            }
            black_box(&scores);
        }
    })
}
