"""AlphaZero-style training of a small tafl game."""
