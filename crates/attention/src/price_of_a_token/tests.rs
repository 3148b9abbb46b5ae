//! The code of the chapter against exact results.

mod cache;
mod latent;
mod speculation;
