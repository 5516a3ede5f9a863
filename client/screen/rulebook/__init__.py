"""The rules on the full screen: an introduction, chapters, clauses and cards; as a screen, or as a box over one."""

from client.screen.rulebook.box import RulesBox
from client.screen.rulebook.view import RulesView

__all__ = ["RulesBox", "RulesView"]
