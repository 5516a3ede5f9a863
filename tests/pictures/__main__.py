"""Draw the pictures anew."""

from tests.pictures.scenes import SCENES, drawn, path_of
from tests.pictures.svg import svg

for name in SCENES:
    canvas = drawn(name)
    path_of(name, "txt").write_text(canvas.text, encoding="utf-8")
    path_of(name, "svg").write_text(svg(canvas, name), encoding="utf-8")
    print(path_of(name, "svg"))
