"""The table on the full screen: map, question, tracks, log and talk of a running game."""
