"""Golden files: what the commands and the library print must not change unnoticed."""
