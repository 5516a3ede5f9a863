"""The full screen: what is drawn, which keys do what, and the one module that knows prompt_toolkit's loop."""
