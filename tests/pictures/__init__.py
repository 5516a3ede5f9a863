"""Pictures of the screen for `docs/`, drawn by the program itself. `python -m tests.pictures` draws them anew."""
