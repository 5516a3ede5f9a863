"""All text that people read: general things in `general`, one module a game."""
