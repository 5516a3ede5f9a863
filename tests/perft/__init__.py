"""Counts of all that can follow named positions. `python -m tests.perft` writes them anew; read the difference."""
