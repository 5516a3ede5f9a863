"""Whole games kept as text, one for each way to end. `python -m tests.games` binds them to new digests."""
