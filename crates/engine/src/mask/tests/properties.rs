use super::*;
use crate::Real;
use proptest::{collection::vec, prelude::*};

const SHAPE: [usize; 3] = [2, 4, 6];

fn table() -> impl Strategy<Value = Array3<bool>> {
    vec(prop::bool::weighted(0.7), SHAPE.iter().product::<usize>())
        .prop_map(|pairs| Array3::from_shape_vec(SHAPE, pairs).unwrap())
}

fn single() -> impl Strategy<Value = Mask> {
    let [batch, queries, keys] = SHAPE;
    let lens = vec(0..=keys, batch * queries);
    prop_oneof![
        Just(Mask::all()),
        (0..4usize).prop_map(|position| Mask::causal().starting_at(position)),
        (0..4usize, 0..4usize).prop_map(|(before, after)| Mask::window(before, after)),
        vec(0..=keys, batch).prop_map(Mask::valid_lens),
        lens.prop_map(move |lens| Mask::valid_lens_per_query(
            Array2::from_shape_vec((batch, queries), lens).unwrap()
        )),
        (0..4usize).prop_map(Mask::first_keys),
        table().prop_map(|table| Mask::allowed(
            table.index_axis_move(ndarray::Axis(0), 0)
        )),
        table().prop_map(Mask::allowed_per_example),
    ]
}

/// Combinations of masks, also nested.
fn mask() -> impl Strategy<Value = Mask> {
    single().prop_recursive(2, 6, 3, |inner| {
        let all = |masks: Vec<Mask>| masks.into_iter().reduce(Mask::and).unwrap();
        prop_oneof![
            vec(inner.clone(), 1..4).prop_map(all),
            (inner.clone(), inner).prop_map(|(one, two)| one.or(two)),
        ]
    })
}

proptest! {
    #[test]
    fn and_is_commutative(one in mask(), two in mask()) {
        let swapped = two.clone().and(one.clone());
        prop_assert_eq!(one.and(two).to_array(SHAPE), swapped.to_array(SHAPE));
    }

    #[test]
    fn and_is_associative(one in mask(), two in mask(), three in mask()) {
        let right = one.clone().and(two.clone().and(three.clone()));
        prop_assert_eq!(one.and(two).and(three).to_array(SHAPE), right.to_array(SHAPE));
    }

    #[test]
    fn and_allows_what_both_allow_for_all_masks(one in mask(), two in mask()) {
        let both = one.to_array(SHAPE) & two.to_array(SHAPE);
        prop_assert_eq!(one.and(two).to_array(SHAPE), both);
    }

    #[test]
    fn or_allows_what_one_allows_for_all_masks(one in mask(), two in mask()) {
        let either = one.to_array(SHAPE) | two.to_array(SHAPE);
        prop_assert_eq!(one.or(two).to_array(SHAPE), either);
    }

    #[test]
    fn all_changes_nothing(mask in mask()) {
        prop_assert_eq!(mask.clone().and(Mask::all()), mask);
    }

    #[test]
    fn the_keys_of_a_query_are_those_it_may_look_at(mask in mask()) {
        let [batch, queries, keys] = SHAPE;
        let row: Vec<Real> = (0..keys).map(|key| key as Real).collect();
        let rows = (0..batch).flat_map(|b| (0..queries).map(move |q| (b, q)));
        for (batch, query) in rows {
            let may = |key: &usize| mask.allows(batch, query, *key);
            let expected = (0..keys).filter(may).map(|key| row[key]);
            let expected: Vec<Real> = expected.collect();
            let allowed = mask.keys(batch, query, keys);
            let mut packed = vec![];
            allowed.pack(&row, &mut packed);
            prop_assert_eq!(&packed, &expected);
            prop_assert_eq!(allowed.count(), expected.len());

            let mut unpacked = vec![-1.0; keys];
            allowed.unpack(&packed, 2.0, &mut unpacked);
            let expected = |key| if may(&key) { 2.0 * row[key] } else { -1.0 };
            prop_assert_eq!(unpacked, (0..keys).map(expected).collect::<Vec<_>>());
        }
    }
}
