"""Kinds of game: what every game answers, and the games that are not tafl."""
