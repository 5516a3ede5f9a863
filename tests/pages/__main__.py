"""Write the pages anew."""

from tests.pages.rules import GAMES, page, path_of

for name in GAMES:
    path_of(name).write_text(page(name), encoding="utf-8")
    print(path_of(name))
