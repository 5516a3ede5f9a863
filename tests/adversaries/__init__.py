"""The attackers: one file for each cheat."""
