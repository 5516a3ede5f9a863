"""The bot with plain sense for the game of Westeros, one module a kind of decision."""
