"""The lobby as people and bots meet it, in lines of text."""
