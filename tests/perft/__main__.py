"""Count anew."""

from tests.perft.positions import FIGURES, POSITIONS, line

FIGURES.write_text("".join(f"{line(name)}\n" for name in POSITIONS), encoding="utf-8")
print(FIGURES.read_text(encoding="utf-8"), end="")
