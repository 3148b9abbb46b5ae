mod all_steps;
mod decoder;
mod files;
mod models;
mod properties;
mod trained;
mod training;
