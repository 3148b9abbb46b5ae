mod trained;
mod training;
