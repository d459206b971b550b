"""The games that are not tafl."""
