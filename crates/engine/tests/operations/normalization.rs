//! Normalization, rotation, and dropout of rows.

use engine::Real;
use engine::tape::{Mode, Pairing, Tape, Var, check, concat};
use ndarray::{Array1, Array2, ArrayD, Ix1, ShapeBuilder, array};

use crate::statements::{Operation, random, uniform};

const EPSILON: Real = 1e-5;

/// Mean 2, deviations -1 and 1, variance 1 + 3, and then mean 5, variance 4 + 3. The gradient of
/// the first row has g = (2, 10), n = (-1/2, 1/2), so it is 1/2 (2 - 6 + 2/2), 1/2 (10 - 6 - 2/2).
pub(crate) fn layer_norm(of: Operation) {
    let scale = (7.0 as Real).sqrt().recip();
    let (n, slope) = (2.0 * scale, scale * (1.0 - 4.0 / 7.0));
    of.by_hand(
        [
            array![[1.0, 3.0], [7.0, 3.0]].into_dyn(),
            array![2.0, 10.0].into_dyn(),
            array![0.5, 0.0].into_dyn(),
        ],
        |v| v[0].layer_norm(v[1], v[2], 3.0),
        array![[-0.5, 5.0], [2.0 * n + 0.5, -10.0 * n]],
        array![[1.0, 1.0], [1.0, 0.0]],
        [
            array![[-1.5, 1.5], [slope, -slope]].into_dyn(),
            array![-0.5 + n, 0.5].into_dyn(),
            array![2.0, 1.0].into_dyn(),
        ],
    );
    let inputs = |shape: &[usize]| {
        let hidden = &shape[shape.len() - 1..];
        [random(shape, 1), random(hidden, 2), random(hidden, 3)]
    };
    for shape in [&[5][..], &[3, 4], &[2, 3, 5]] {
        of.gradients(inputs(shape), |v| v[0].layer_norm(v[1], v[2], EPSILON));
    }
    of.composition(
        inputs(&[2, 3, 5]),
        |v| v[0].layer_norm(v[1], v[2], EPSILON),
        |v| {
            let centered = v[0] - v[0].mean_axis(2).insert_axis(2);
            let variance = centered.square().mean_axis(2).insert_axis(2);
            centered / (variance + EPSILON).sqrt() * v[1] + v[2]
        },
    );
    let [x, gain, bias] = inputs(&[4, 6]);
    let row = |x: &ArrayD<Real>| x.clone().into_dimensionality::<Ix1>().expect("a row");
    let plain = engine::array::layer_norm(&x, &row(&gain), &row(&bias), EPSILON);
    of.value([x, gain, bias], |v| v[0].layer_norm(v[1], v[2], EPSILON), plain);
    of.empty([&[0, 3], &[3], &[3]], |v| v[0].layer_norm(v[1], v[2], EPSILON));
    of.empty([&[2, 0], &[0], &[0]], |v| v[0].layer_norm(v[1], v[2], EPSILON));
    let misfits: [([&[usize]; 3], &str); 3] = [
        ([&[2, 3], &[4], &[3]], "[2, 3] with gain [4]: expected gain [3]"),
        ([&[2, 3], &[3], &[1, 3]], "[2, 3] with bias [1, 3]: expected bias [3]"),
        ([&[], &[], &[]], "[]: needs at least one axis"),
    ];
    for (shapes, message) in misfits {
        of.panics(shapes, |v| v[0].layer_norm(v[1], v[2], EPSILON), message);
    }
}

/// Mean square 25, root 5, n = (1/5, 7/5). With g = (10, 10), the mean of g n is 8: (10 - 8/5) / 5,
/// (10 - 56/5) / 5.
pub(crate) fn rms_norm(of: Operation) {
    of.by_hand(
        [array![[1.0, 7.0]].into_dyn(), array![10.0, 5.0].into_dyn()],
        |v| v[0].rms_norm(v[1], 0.0),
        array![[2.0, 7.0]],
        array![[1.0, 2.0]],
        [array![[1.68, -0.24]].into_dyn(), array![0.2, 2.8].into_dyn()],
    );
    let inputs = |shape: &[usize]| [random(shape, 1), random(&shape[shape.len() - 1..], 2)];
    for shape in [&[5][..], &[3, 4], &[2, 3, 5]] {
        of.gradients(inputs(shape), |v| v[0].rms_norm(v[1], EPSILON));
    }
    of.composition(
        inputs(&[2, 3, 5]),
        |v| v[0].rms_norm(v[1], EPSILON),
        |v| {
            let square = v[0].square().mean_axis(2).insert_axis(2);
            v[0] / (square + EPSILON).sqrt() * v[1]
        },
    );
    of.empty([&[0, 3], &[3]], |v| v[0].rms_norm(v[1], EPSILON));
    of.empty([&[2, 0], &[0]], |v| v[0].rms_norm(v[1], EPSILON));
    let message = "[2, 3] with gain [4]: expected gain [3]";
    of.panics([&[2, 3], &[4]], |v| v[0].rms_norm(v[1], EPSILON), message);
    let message = "[]: needs at least one axis";
    of.panics([&[], &[]], |v| v[0].rms_norm(v[1], EPSILON), message);
}

const PAIRINGS: [Pairing; 2] = [Pairing::Interleaved, Pairing::HalfSplit];
const ANGLES: [Real; 2] = [1.0, 0.3];

/// A quarter turn, and a column that has no partner.
pub(crate) fn rotate(of: Operation) {
    let quarter = std::f64::consts::FRAC_PI_2 as Real;
    of.by_hand(
        [array![[1.0, 2.0, 3.0]].into_dyn()],
        |v| v[0].rotate(&[quarter], Pairing::HalfSplit, 1),
        array![[-2.0, 1.0, 3.0]],
        array![[1.0, 10.0, 100.0]],
        [array![[10.0, -1.0, 100.0]].into_dyn()],
    );
    let x = || array![[1.0, 2.0, 3.0]];
    of.value([x().into_dyn()], |v| v[0].rotate(&[], Pairing::Interleaved, 1), x());
    for pairing in PAIRINGS {
        of.gradients([random(&[2, 3, 5], 1)], |v| v[0].rotate(&ANGLES, pairing, 2));
        for shape in [&[3, 4][..], &[2, 3, 5], &[2, 2, 3, 4]] {
            of.composition(
                [random(shape, 1)],
                |v| v[0].rotate(&ANGLES, pairing, 7),
                |v| rotated(v[0], pairing, 7),
            );
        }
    }
    of.empty([&[0, 3, 4]], |v| v[0].rotate(&ANGLES, Pairing::HalfSplit, 0));
    of.empty([&[2, 0, 4]], |v| v[0].rotate(&ANGLES, Pairing::HalfSplit, 0));
    let misfits: [(&[usize], usize, &str); 3] = [
        (&[2, 3], 0, "[2, 3]: 2 angles need 4 columns"),
        (&[4], 0, "[4]: needs at least two axes"),
        (&[2, 4], usize::MAX, "[2, 4] at position "),
    ];
    for (shape, start, message) in misfits {
        of.panics([shape], |v| v[0].rotate(&ANGLES, PAIRINGS[0], start), message);
    }
}

/// Rotates with slices, products, and sums.
fn rotated<'t>(x: Var<'t>, pairing: Pairing, start: usize) -> Var<'t> {
    let [.., steps, dim] = x.shape()[..] else { panic!("needs two axes") };
    let last = x.shape().len() - 1;
    let column = |column: usize| x.slice(last, column..column + 1);
    let mut columns: Vec<_> = (0..dim).map(column).collect();
    for (pair, angle) in ANGLES.into_iter().enumerate() {
        let [a, b] = pairing.columns(pair, ANGLES.len());
        let turn = |(step, _)| (start + step) as Real * angle;
        let turn = Array2::from_shape_fn((steps, 1), turn);
        let [cosine, sine] = [turn.cos(), turn.sin()].map(|t| x.tape().constant(t));
        columns[a] = column(a) * cosine - column(b) * sine;
        columns[b] = column(a) * sine + column(b) * cosine;
    }
    concat(&columns, last)
}

/// Another tape of the same seed drops the same entries, so that differences are possible.
pub(crate) fn dropout(of: Operation) {
    let at = |x: &ArrayD<Real>| {
        let tape = Tape::new(Mode::Train, 3);
        let x = tape.variable(x.clone());
        let y = x.dropout(0.4);
        assert_eq!(tape.operations()[1..], [of.0]);
        let d = random(&y.shape(), 7);
        let projected = (&y.value() * &d).sum();
        let gradients = y.backward_from(d);
        (projected, gradients.wrt(x).expect("a variable").clone())
    };
    let x = uniform(&[4, 5]);
    let (start, gradient) = at(&x);
    for (index, &d) in gradient.indexed_iter() {
        let mut moved = x.clone();
        moved[&index] += 1.0;
        // The operation is linear, so that a step of any size will do.
        let difference = at(&moved).0 - start;
        assert!((difference - d).abs() < 1e-4, "{d} and {difference}");
    }
    assert!(gradient.iter().any(|&d| d == 0.0));
    for (rate, printed) in [(1.0, "1"), (-0.5, "-0.5"), (Real::NAN, "NaN")] {
        let message = format!("rate {printed} is not in [0, 1)");
        of.panics([&[3]], |v| v[0].dropout(rate), &message);
    }
}

#[test]
fn rows_of_equal_entries_and_of_one_entry_become_the_bias() {
    for hidden in [1, 4] {
        let tape = Tape::new(Mode::Check, 0);
        let x = tape.variable(ArrayD::from_elem(&[2, hidden][..], 7.0));
        let gain = tape.variable(Array1::from_elem(hidden, 2.0));
        let bias = tape.variable(Array1::from_elem(hidden, 3.0));
        let output = x.layer_norm(gain, bias, EPSILON);
        assert!(output.value().iter().all(|&y| y == 3.0));
        let gradients = output.backward_from(random(&[2, hidden], 1));
        assert!(gradients.wrt(x).unwrap().iter().all(|d| d.is_finite()));
    }
}

#[test]
fn a_row_whose_mean_is_rounded_becomes_the_bias() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(Array1::from_elem(512, 12345.678));
    let [gain, bias] = [1.0, 0.5].map(|number| tape.constant(Array1::from_elem(512, number)));
    let y = x.layer_norm(gain, bias, EPSILON).value();
    assert!(y.iter().all(|&y| y == 0.5));
}

#[test]
fn zeros_stay_zero_without_a_mean_square() {
    let tape = Tape::new(Mode::Check, 0);
    let x = tape.variable(Array2::zeros((2, 3)));
    let output = x.rms_norm(tape.variable(random(&[3], 2)), EPSILON);
    assert_eq!(output.value(), ArrayD::<Real>::zeros(vec![2, 3]));
    let gradients = output.sum().backward();
    assert!(gradients.wrt(x).unwrap().iter().all(|d| d.is_finite()));
}

#[test]
fn a_step_alone_is_as_in_a_sequence() {
    let tape = Tape::new(Mode::Eval, 0);
    let x = tape.constant(random(&[2, 4, 4], 1));
    for pairing in PAIRINGS {
        let all = x.rotate(&ANGLES, pairing, 100_000);
        let last = x.slice(1, 3..).rotate(&ANGLES, pairing, 100_003);
        assert_eq!(all.slice(1, 3..).value(), last.value());
    }
}

fn dropped(seed: u64, x: ArrayD<Real>, rate: Real) -> ArrayD<Real> {
    let tape = Tape::new(Mode::Train, seed);
    tape.constant(x).dropout(rate).value().to_owned()
}

#[test]
fn about_the_rate_of_all_entries_becomes_0_and_the_mean_stays() {
    for rate in [0.1, 0.5, 0.9] {
        let count: Real = 10_000.0;
        let result = dropped(3, ArrayD::ones(vec![100, 100]), rate);
        let zeros = result.iter().filter(|&&entry| entry == 0.0).count() as Real;
        let deviation = (count * rate * (1.0 - rate)).sqrt();
        assert!((zeros - count * rate).abs() < 4.0 * deviation, "{zeros} at {rate}");
        let scale = 1.0 / (1.0 - rate);
        assert!(result.iter().all(|&entry| entry == 0.0 || entry == scale));
    }
}

#[test]
fn the_same_entries_go_in_both_precisions() {
    let result = dropped(0, ArrayD::ones(vec![16]), 0.25);
    let places: Vec<_> = (0..16).filter(|&place| result[[place]] == 0.0).collect();
    assert_eq!(places, [7, 8]);
}

#[test]
fn the_seed_and_the_turn_decide_what_goes() {
    let ones = || ArrayD::ones(vec![100]);
    assert_eq!(dropped(1, ones(), 0.5), dropped(1, ones(), 0.5));
    assert_ne!(dropped(1, ones(), 0.5), dropped(2, ones(), 0.5));
    let tape = Tape::new(Mode::Train, 1);
    let x = tape.constant(ones());
    assert_ne!(x.dropout(0.5).value(), x.dropout(0.5).value());
}

#[test]
fn the_order_in_memory_does_not_matter() {
    let rows = uniform(&[8, 9]);
    let mut columns = Array2::zeros((8, 9).f()).into_dyn();
    columns.assign(&rows);
    assert_eq!(dropped(5, rows, 0.5), dropped(5, columns, 0.5));
}

#[test]
fn dropping_twice_multiplies() {
    let tape = Tape::new(Mode::Train, 4);
    let x = tape.variable(Array1::ones(50));
    let (a, b) = (x.dropout(0.5), x.dropout(0.5));
    let expected = &a.value() + &b.value();
    let gradients = (a + b).sum().backward();
    assert_eq!(gradients.wrt(x).unwrap(), &expected);
}

#[test]
fn nothing_is_recorded_where_nothing_is_dropped() {
    for (mode, rate) in [(Mode::Check, 0.5), (Mode::Eval, 0.5), (Mode::Train, 0.0)] {
        let tape = Tape::new(mode, 0);
        let x = tape.variable(array![1.0, 2.0]);
        assert_eq!(x.dropout(rate).value(), x.value());
        assert_eq!(tape.operations(), ["variable"]);
    }
    check::gradients(&[uniform(&[3])], |_, v| v[0].dropout(0.5) * v[0]).unwrap();
}

#[test]
fn nothing_can_be_dropped_from_nothing() {
    assert_eq!(dropped(0, ArrayD::zeros(vec![2, 0]), 0.5).shape(), [2, 0]);
}
