# Every target sets up .venv first; that costs nothing when it is up to date.
PY := .venv/bin/python
STAMP := .venv/.stamp

.PHONY: setup play demo test lint bench homes soak pictures clean
setup: $(STAMP)
$(STAMP): pyproject.toml constraints.txt
	test -x $(PY) || python3 -m venv .venv
	$(PY) -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(STAMP)

play: setup
	$(PY) -m client play agot

demo: setup
	$(PY) -m client demo agot --seats 5 --bots steady --out build/demo

test: setup
	$(PY) -m pytest -q -n 2

lint: setup
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	$(PY) -m mypy
	$(PY) -m mypy --platform win32 --cache-dir .mypy_cache/windows -p client -p net -p protocol -p engine
	.venv/bin/lint-imports --no-cache

bench: setup
	mkdir -p build
	$(PY) -m tests.bench --out build/bench.json

# Needs Linux, root and iproute2; all of it stays in network namespaces of its own.
homes: setup
	$(PY) -m tests.homes.acceptance

soak: setup
	$(PY) -m pytest -q -n 2 tests/soak.py

# The pictures of docs/pictures, drawn by the program; a test compares them.
pictures: setup
	$(PY) -m tests.pictures

clean:
	rm -rf build dist .venv *.egg-info
