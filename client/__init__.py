"""What a person meets: the command line, line mode, words, bots, saved games."""
