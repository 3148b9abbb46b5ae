use super::*;

type InPlace = fn(&mut [Real]);
type Exact = fn(f64) -> f64;

const FUNCTIONS: [(&str, InPlace, Exact); 3] = [
    ("exp", exp_in_place, f64::exp),
    ("tanh", tanh_in_place, f64::tanh),
    ("sigmoid", sigmoid_in_place, |x| 1.0 / (1.0 + (-x).exp())),
];

fn one(function: InPlace, x: Real) -> Real {
    let mut slice = [x];
    function(&mut slice);
    slice[0]
}

#[allow(clippy::useless_conversion, reason = "`Real` may be `f64`")]
fn wide(x: Real) -> f64 {
    f64::from(x)
}

/// Entries of both signs, near 0 and far from it, for which the exact exp is a normal `f32`.
fn arguments() -> Vec<Real> {
    let tiny = (-300..0).map(|power| (10.0 as Real).powf(power as Real / 10.0));
    let linear = (0..=87_000).map(|x| x as Real / 1000.0);
    let positive: Vec<Real> = tiny.chain(linear).collect();
    positive.iter().flat_map(|&x| [x, -x]).collect()
}

#[test]
fn errors_are_within_the_documented_bounds() {
    for ((name, function, exact), bound) in
        FUNCTIONS.into_iter().zip([1e-7, 2e-7, 2e-7])
    {
        let arguments = arguments();
        let mut results = arguments.clone();
        function(&mut results);
        for (x, result) in arguments.into_iter().zip(results) {
            let exact = exact(wide(x));
            let error = (wide(result) - exact).abs();
            assert!(
                error <= bound * exact.abs(),
                "{name}({x}) = {result}, not {exact}"
            );
        }
    }
}

#[test]
fn an_element_does_not_depend_on_its_position() {
    let arguments: Vec<Real> = (0..71).map(|i| (i as Real - 35.0) * 0.37).collect();
    for (name, function, _) in FUNCTIONS {
        let alone: Vec<Real> = arguments.iter().map(|&x| one(function, x)).collect();
        for start in 0..arguments.len() {
            let mut rest = arguments[start..].to_vec();
            function(&mut rest);
            assert_eq!(rest, alone[start..], "{name} from {start}");
        }
    }
}

#[test]
fn exponentials_of_differences_are_close_to_those_in_f64() {
    for columns in 1..40 {
        let ys: Vec<Real> = (0..columns).map(|i| (i as Real * 0.7).sin()).collect();
        let row =
            |r: usize| (0..columns).map(move |i| -0.37 * (r * columns + i) as Real);
        let rows: Vec<Real> = (0..5).flat_map(row).collect();
        let (mut exponentials, mut sums) = (rows.clone(), vec![0.5; columns]);
        exp_of_differences(&mut exponentials, &ys, &mut sums);
        for (place, (exponential, x)) in exponentials.iter().zip(rows).enumerate() {
            let difference = x - ys[place % columns];
            let exact = (difference as f64).exp();
            let error = (*exponential as f64 - exact).abs() / exact;
            assert!(error < 2e-7, "exp({difference}): {exponential}, error {error:e}");
        }
        for (column, sum) in sums.into_iter().enumerate() {
            let exponentials = exponentials.iter().skip(column).step_by(columns);
            assert_eq!(
                sum,
                exponentials.fold(0.5, |sum, x| sum + x),
                "column {column}"
            );
        }
    }
}

#[test]
fn exponentials_of_large_differences_are_exact() {
    let mut exponentials = [0.0, -1e4, Real::NEG_INFINITY, Real::MIN, Real::NAN];
    exp_of_differences(&mut exponentials, &[0.0; 5], &mut [0.0; 5]);
    assert_eq!(exponentials[..4], [1.0, 0.0, 0.0, 0.0]);
    assert!(exponentials[4].is_nan());
}

#[test]
fn infinities_zero_and_large_arguments_have_exact_results() {
    const INFINITY: Real = Real::INFINITY;
    let expected: [(InPlace, [(Real, Real); 7]); 3] = [
        (
            exp_in_place,
            [
                (INFINITY, INFINITY),
                (-INFINITY, 0.0),
                (0.0, 1.0),
                (-0.0, 1.0),
                (1e4, INFINITY),
                (-1e4, 0.0),
                (1e-30, 1.0),
            ],
        ),
        (
            tanh_in_place,
            [
                (INFINITY, 1.0),
                (-INFINITY, -1.0),
                (0.0, 0.0),
                (20.0, 1.0),
                (-20.0, -1.0),
                (Real::MAX, 1.0),
                (1e-30, 1e-30),
            ],
        ),
        (
            sigmoid_in_place,
            [
                (INFINITY, 1.0),
                (-INFINITY, 0.0),
                (0.0, 0.5),
                (-0.0, 0.5),
                (1e4, 1.0),
                (-1e4, 0.0),
                (1e-30, 0.5),
            ],
        ),
    ];
    for (function, pairs) in expected {
        for (x, result) in pairs {
            assert_eq!(one(function, x), result, "at {x}");
        }
    }
}

#[test]
fn nan_stays_nan_and_stays_alone() {
    for (name, function, _) in FUNCTIONS {
        let mut values = [0.25; 19];
        values[3] = Real::NAN;
        values[17] = Real::NAN;
        function(&mut values);
        for (index, value) in values.into_iter().enumerate() {
            assert_eq!(value.is_nan(), index == 3 || index == 17, "{name} at {index}");
        }
    }
}

#[test]
fn nothing_leaves_the_range_of_the_function() {
    let mut values = arguments();
    tanh_in_place(&mut values);
    assert!(values.iter().all(|value| (-1.0..=1.0).contains(value)));
    let mut values = arguments();
    sigmoid_in_place(&mut values);
    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
}

#[test]
fn an_empty_slice_stays_empty() {
    for (_, function, _) in FUNCTIONS {
        function(&mut []);
    }
}
