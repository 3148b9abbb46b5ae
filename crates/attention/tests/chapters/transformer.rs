//! Chapter 7: the Transformer.

mod caches;
mod claims;
mod config;
mod cost;
mod drawing;
mod generation;
mod sampling;
