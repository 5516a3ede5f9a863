"""The rules of the games: pure coroutines that ask questions."""
