"""The captain: a bot that plays A Game of Thrones to win."""
