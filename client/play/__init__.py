"""Playing: the seam to the table, line mode and what feeds it."""
