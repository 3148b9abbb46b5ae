mod all_steps;
mod decoder;
mod models;
mod properties;
mod training;
