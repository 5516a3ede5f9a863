"""Questions answered by keys: what can be picked, and how each kind of choice looks."""
