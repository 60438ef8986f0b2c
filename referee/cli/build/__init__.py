"""Commands for those who build the referee: cases, benches, data sets, training."""
