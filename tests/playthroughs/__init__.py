"""Golden, readable games. `python -m tests.playthroughs` writes them anew; read the difference before you commit it."""
