//! Chapter 9: the price of a token. The code of the chapter against exact results.

mod blockwise;
mod cache;
mod speculation;
