"""What a position is worth: the table of weights, the terms that they weigh, networks. It knows rules, not variants."""
