"""The compiled kernel and what hands the rules to it."""
