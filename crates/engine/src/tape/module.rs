//! Modules: collections of named parameters.

use super::Param;

/// A layer, or a model made of layers.
///
/// A module passes each of its parameters and submodules to a [`Visitor`] under a name. Names are
/// joined with dots: `encoder.layers.0.weight`. Each function that lists, saves, or restores the
/// parameters panics if two of them have the same name.
///
/// # Example
///
/// ```
/// use attention::nn::{Module, Param, Visitor};
/// use ndarray::{Array1, array};
///
/// struct Scale {
///     factor: Param,
/// }
///
/// impl Module for Scale {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.param("factor", &self.factor);
///     }
/// }
///
/// struct Pair(Scale, Scale);
///
/// impl Module for Pair {
///     fn visit(&self, visitor: &mut Visitor<'_>) {
///         visitor.module("first", &self.0);
///         visitor.module("second", &self.1);
///     }
/// }
///
/// let scale = |size| Scale { factor: Param::new(Array1::ones(size)) };
/// let pair = Pair(scale(2), scale(3));
/// let names: Vec<_> = pair.params().into_iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["first.factor", "second.factor"]);
/// assert_eq!(pair.param_count(), 5);
/// ```
pub trait Module {
    /// Passes all parameters and submodules to the visitor, always in the same order.
    fn visit(&self, visitor: &mut Visitor<'_>);

    /// Returns all parameters with their names, in the order of [`Module::visit`].
    ///
    /// A parameter that layers share is listed once, under its first name.
    fn params(&self) -> Vec<(String, Param)> {
        let mut params: Vec<(String, Param)> = Vec::new();
        self.visit(&mut Visitor::new(&mut |name, param| {
            if params.iter().all(|(_, known)| known.id() != param.id()) {
                let unique = params.iter().all(|(known, _)| known != name);
                assert!(unique, "two parameters have the name {name}");
                params.push((name.to_owned(), param.clone()));
            }
        }));
        params
    }

    /// Returns the number of trainable parameters, counting each entry.
    fn param_count(&self) -> usize {
        let params = self.params();
        params.iter().map(|(_, param)| param.value().len()).sum()
    }
}

/// Visits the modules under their indices.
impl<M: Module> Module for Vec<M> {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        for (index, module) in self.iter().enumerate() {
            visitor.module(&index.to_string(), module);
        }
    }
}

/// Visits the module if there is one.
impl<M: Module> Module for Option<M> {
    fn visit(&self, visitor: &mut Visitor<'_>) {
        self.iter().for_each(|module| module.visit(visitor));
    }
}

/// Traverses a [`Module`] and tracks the path of names.
pub struct Visitor<'f> {
    path: String,
    see: &'f mut dyn FnMut(&str, &Param),
}

impl<'f> Visitor<'f> {
    /// Creates a visitor that calls `see` with the full name of each parameter.
    pub fn new(see: &'f mut dyn FnMut(&str, &Param)) -> Self {
        Self { path: String::new(), see }
    }

    /// Visits a parameter of the current module.
    pub fn param(&mut self, name: &str, param: &Param) {
        let full = format!("{}{name}", self.path);
        (self.see)(&full, param);
    }

    /// Visits a submodule of the current module.
    pub fn module(&mut self, name: &str, module: &(impl Module + ?Sized)) {
        let length = self.path.len();
        self.path.push_str(name);
        self.path.push('.');
        module.visit(self);
        self.path.truncate(length);
    }
}
