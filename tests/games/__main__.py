"""Play the kept games again and write their ends anew."""

from tests.games.kept import FOLDER, NAMES, read, text

for name in NAMES:
    kept = read(name)
    lines = text(kept.game, kept.seats, kept.settings, [reply for _, reply in kept.replies])
    (FOLDER / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    print(name, lines.splitlines()[-1])
