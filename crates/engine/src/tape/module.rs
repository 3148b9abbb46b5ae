//! What has parameters, under stable names.

use super::Param;

/// Something with parameters: a layer, or a model made of layers.
///
/// A module hands each of its parameters, and each module that it is made of, to the [`Visitor`]
/// under a name. The names are joined with points: `encoder.layers.0.weight`.
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
    /// Shows the visitor all parameters and modules, always in the same order.
    fn visit(&self, visitor: &mut Visitor<'_>);

    /// All parameters with their names, in the order of [`Module::visit`].
    ///
    /// A parameter that two layers share is listed once, under its first name.
    ///
    /// # Panics
    ///
    /// If two parameters have the same name.
    fn params(&self) -> Vec<(String, Param)> {
        let mut params: Vec<(String, Param)> = Vec::new();
        self.visit(&mut Visitor::new(&mut |name, param| {
            if params.iter().all(|(_, known)| known.id() != param.id()) {
                let unique = params.iter().all(|(known, _)| known != name);
                assert!(unique, "two parameters are called {name}");
                params.push((name.to_owned(), param.clone()));
            }
        }));
        params
    }

    /// How many numbers training can change.
    ///
    /// # Panics
    ///
    /// If two parameters have the same name.
    fn param_count(&self) -> usize {
        let params = self.params();
        params.iter().map(|(_, param)| param.value().len()).sum()
    }
}

/// Walks through a [`Module`] and knows the name of the place where it is.
pub struct Visitor<'f> {
    path: String,
    see: &'f mut dyn FnMut(&str, &Param),
}

impl<'f> Visitor<'f> {
    /// A visitor that calls `see` for each parameter with its full name.
    ///
    /// # Example
    ///
    /// ```
    /// use attention::nn::{Param, Visitor};
    /// use ndarray::array;
    ///
    /// let mut names = Vec::new();
    /// let mut see = |name: &str, _: &Param| names.push(name.to_owned());
    /// Visitor::new(&mut see).param("weight", &Param::new(array![1.0]));
    /// assert_eq!(names, ["weight"]);
    /// ```
    pub fn new(see: &'f mut dyn FnMut(&str, &Param)) -> Self {
        Self {
            path: String::new(),
            see,
        }
    }

    /// Shows a parameter of the current module.
    pub fn param(&mut self, name: &str, param: &Param) {
        let full = format!("{}{name}", self.path);
        (self.see)(&full, param);
    }

    /// Shows a module that the current module is made of.
    pub fn module(&mut self, name: &str, module: &(impl Module + ?Sized)) {
        let length = self.path.len();
        self.path.push_str(name);
        self.path.push('.');
        module.visit(self);
        self.path.truncate(length);
    }
}
