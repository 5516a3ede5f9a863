"""The map of a board game in the cells of a terminal: where its areas lie, what they show, how a cursor moves."""
