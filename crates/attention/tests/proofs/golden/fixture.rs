//! The file `golden.safetensors`, case by case.

use std::collections::{BTreeMap, BTreeSet};

use attention::Real;
use attention::nn::Param;
use attention::tape::{Gradients, Tape, Var};
use ndarray::ArrayD;
use safetensors::{Dtype, SafeTensors};

const FILE: &[u8] = include_bytes!("../../golden/golden.safetensors");

fn file() -> SafeTensors<'static> {
    SafeTensors::deserialize(FILE).expect("golden.py wrote a complete file")
}

/// The tensors of one case.
pub(crate) struct Fixture(BTreeMap<String, ArrayD<Real>>);

impl Fixture {
    /// Returns the names of all cases.
    pub(crate) fn cases() -> BTreeSet<String> {
        let file = file();
        let names = file.names().into_iter().filter_map(|name| name.split_once('/'));
        names.map(|(case, _)| case.to_owned()).collect()
    }

    pub(crate) fn of(case: &str) -> Self {
        let file = file();
        let tensors = file.iter().filter_map(|(name, tensor)| {
            let name = name.strip_prefix(case)?.strip_prefix('/')?;
            assert_eq!(tensor.dtype(), Dtype::F32, "{name}");
            let (bytes, _) = tensor.data().as_chunks::<4>();
            let numbers = bytes.iter().map(|bytes| Real::from(f32::from_le_bytes(*bytes)));
            let array = ArrayD::from_shape_vec(tensor.shape(), numbers.collect());
            Some((name.to_owned(), array.expect("the file was checked")))
        });
        let tensors: BTreeMap<_, _> = tensors.collect();
        assert!(!tensors.is_empty(), "there is no case {case}");
        Self(tensors)
    }

    pub(crate) fn tensor(&self, name: &str) -> ArrayD<Real> {
        let tensor = self.0.get(name);
        tensor.unwrap_or_else(|| panic!("there is no {name}")).clone()
    }

    /// Returns the names after this prefix, without it.
    pub(crate) fn names(&self, prefix: &str) -> BTreeSet<String> {
        let names = self.0.keys().filter_map(|name| name.strip_prefix(prefix));
        names.map(str::to_owned).collect()
    }
}

/// The inputs of a case on a tape; those that a layer has as parameters are the parameters.
pub(crate) struct Inputs<'t> {
    tape: &'t Tape,
    variables: BTreeMap<String, Var<'t>>,
    params: BTreeMap<String, Param>,
    /// Data that nobody differentiates by: tokens, targets, lengths.
    whole: BTreeMap<String, ArrayD<usize>>,
}

impl<'t> Inputs<'t> {
    pub(crate) fn new(tape: &'t Tape, fixture: &Fixture, params: &[(String, Param)]) -> Self {
        let params: BTreeMap<String, Param> = params.iter().cloned().collect();
        let names = fixture.names("in.").into_iter();
        let names = names.filter(|name| !params.contains_key(name));
        let variables = names.map(|name| {
            let value = fixture.tensor(&format!("in.{name}"));
            (name, tape.variable(value))
        });
        let data = fixture.0.iter().filter(|(name, _)| !name.contains('.'));
        let data = data.map(|(name, data)| (name.clone(), data.mapv(|x| x as usize)));
        Self { tape, variables: variables.collect(), whole: data.collect(), params }
    }

    pub(crate) fn tape(&self) -> &'t Tape {
        self.tape
    }

    pub(crate) fn get(&self, name: &str) -> Var<'t> {
        let variable = self.variables.get(name);
        *variable.unwrap_or_else(|| panic!("there is no input {name}"))
    }

    pub(crate) fn whole(&self, name: &str) -> ArrayD<usize> {
        let whole = self.whole.get(name);
        whole.unwrap_or_else(|| panic!("there are no {name}")).clone()
    }

    pub(crate) fn gradient<'g>(
        &self,
        name: &str,
        gradients: &'g Gradients,
    ) -> Option<&'g ArrayD<Real>> {
        match self.params.get(name) {
            Some(param) => gradients.of(param),
            None => gradients.wrt(self.get(name)),
        }
    }
}
