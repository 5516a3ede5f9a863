"""Hidden cards: the machines of CARDS, whole games, cheats."""
