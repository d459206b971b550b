"""A second engine for every variant, written for one purpose: that a reader who doubts the fast one can believe it.

The board is a dictionary from squares to pieces. Moves are found by walking, captures by asking every enemy piece
whether it is taken, and nothing is prepared beforehand but what the rules say of squares. It reads what a variant says,
its board, its start and the fields of its rules, and asks none of taflkit's own answers.
"""
