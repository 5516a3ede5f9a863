"""Players without a screen: they see their seat's view and their own options, and no more."""
