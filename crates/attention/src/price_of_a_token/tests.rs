//! The code of the chapter against exact results.

mod cache;
mod experiment;
mod latent;
mod speculation;
