"""Write the pages anew."""

from tests.pages.rules import TITLES, page, path_of

for name in TITLES:
    path_of(name).write_text(page(name), encoding="utf-8")
    print(path_of(name))
