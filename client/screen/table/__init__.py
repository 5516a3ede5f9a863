"""The table on the full screen: map, question, tracks, log and talk of a running game."""

from client.screen.table.view import TableView

__all__ = ["TableView"]
