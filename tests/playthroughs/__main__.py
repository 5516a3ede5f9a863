"""Write the golden games anew."""

from tests.playthroughs.golden import GAMES, path_of, told

for name in GAMES:
    path_of(name).write_text(told(name), encoding="utf-8")
    print(path_of(name).name)
