"""The rules on the full screen: an introduction, chapters, clauses and cards."""

from client.screen.rulebook.view import RulesView

__all__ = ["RulesView"]
