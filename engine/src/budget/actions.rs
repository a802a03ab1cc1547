//! Budget actions (spec/4 section 3): arithmetic that reads cells and says which stored values to set.
