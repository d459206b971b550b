"""How many lines of play every variant has, as data."""
