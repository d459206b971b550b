"""The dialects of the command language, a module each. They are found by the names that kinds of game give them."""
