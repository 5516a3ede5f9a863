"""Pages of `docs/` that are made from data. `python -m tests.pages` writes them anew; a test compares."""
