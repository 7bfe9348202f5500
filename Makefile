# Asedio. Needs Python 3.11 or newer, Node with npm, and make.
#
#   make play     build, serve on this machine and open the browser
#   make host     serve page and relay to the local network, for two phones without the internet
#   make dev      serve the sources without a build, for editing
#   make quick    lint, types and unit tests: what one runs while working
#   make test     every check, in the browser too; the same tests on every day
#   make soak     long tests: every file of every start, long fights between tabs, hundreds of games,
#                 other browsers; with new random draws, SEED=7 repeats those of a run
#   make site     the release bundle in dist/site, for any static host; make itch: the same as a zip
#                 GAMES=cotadrez NAME="My page" or HOST=host.toml: only these games, by this name
#   make release  check version, change log and tag, build both bundles, set the tag
#
# All targets install what they need. The stamp of a folder is a file inside it: if you delete the
# folder, it is made again.

# Only the command line changes these, as in `make site NAME=Tablero`. What a shell has in its
# environment under such a name, as WSL has NAME and tcsh HOST, is about something else.
PYTHON := python3
PORT := 8000
JOBS := 2
FUZZ := 5
# A soak prints its seed, so that what it finds can be repeated.
SEED := $(shell date +%s)
SOAK := 300
RUNS := 5
HOST := $(wildcard host.toml)
GAMES :=
NAME :=
GAME :=
PICTURES :=
TRACES :=

PY := .venv/bin/python
VENV := .venv/.ready
NODE := node_modules/.ready
VENDOR := static/vendor/.ready
# The page of a host or an author: his games, name, colours (docs/hosting.md).
SETTINGS = $(if $(HOST),--host "$(HOST)") $(if $(GAMES),--games $(GAMES)) $(if $(NAME),--name "$(NAME)")
SPRITES := $(wildcard engine/games/*/look.json)

# Python keeps compiled modules, and pytest its rewritten tests, even where the shell forbids it:
# otherwise every pytest process rewrites them.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: help play host dev vendor site itch release quick test lint types unit golden formats whole e2e soak browser bench-boot bench fuzz format clean python

help:
	@echo "make play | host | quick | test | dev | vendor | site | itch | release | bench | bench-boot | lint | types | unit | golden | formats | whole | e2e | browser | soak | fuzz | format | clean"

# -- set up ------------------------------------------------------------------------------------

python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Asedio needs Python 3.11 or newer, this is " + sys.version + "; try make PYTHON=...")'
	@command -v npm >/dev/null || { echo "Asedio needs Node.js with npm to fetch Pyodide and PyScript." >&2; exit 1; }

# Only the dependencies are installed; the project itself runs from its folder. Python compiles those
# modules that are imported, which takes less time than compiling all of them.
$(VENV): pyproject.toml | python
	$(PYTHON) -m venv .venv
	$(PY) -c 'import tomllib; print("\n".join(tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"]))' > .venv/requirements.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-compile -r .venv/requirements.txt
	@touch $@

$(NODE): package.json package-lock.json .npmrc | python
	npm ci --ignore-scripts
	@touch $@

$(VENDOR): $(NODE) engine/dev/vendor.py $(wildcard ui/browser/*.mjs) ui/far/far.css \
  CREDITS.md LICENSE package.json engine/dev/_credits.py $(wildcard engine/dev/licences/*) $(SPRITES)
	$(PYTHON) -m engine vendor
	@touch $@

vendor: $(VENDOR)

# Cheap if nothing has changed: byte code and image carry the hash of their sources.
site: $(VENDOR)
	$(PYTHON) -m engine site $(SETTINGS)

itch: site browser
	$(PY) -m engine itch $(SETTINGS)

release:
	$(PYTHON) -m engine release
	$(MAKE) --no-print-directory itch
	$(PYTHON) -m engine release --tag

browser: $(VENV)
	$(PY) -m engine browser --install

# -- play --------------------------------------------------------------------------------------

play: site
	$(PYTHON) -m engine serve --root dist/site --port $(PORT) --open

host: $(VENV) site
	$(PY) -m engine relay --port $(PORT)

dev: $(VENDOR)
	$(PYTHON) -m engine files --write
	$(PYTHON) -m engine serve --port $(PORT)

# -- check -------------------------------------------------------------------------------------

# The parts in quotes run side by side, with what they need: one processor makes the bundle while
# the other installs Python's packages.
QUICK := "-j$(JOBS) types lint" unit
CHECKS := "-j$(JOBS) fuzz types lint site browser" unit whole e2e

quick: PARTS := $(QUICK)
test: PARTS := $(CHECKS)
quick test:
	@begin=$$(date +%s); for part in $(PARTS); do \
	  echo "== make $$part"; \
	  $(MAKE) --no-print-directory $$part || { echo "== make $$part failed; make $$part repeats it" >&2; exit 1; }; \
	done; echo "== make $@ passed in $$((($$(date +%s) - begin + 59) / 60)) min"

lint: $(VENV)
	$(PY) -m ruff check .
	$(PY) -m engine docs --check

types: $(VENV)
	$(PY) -m mypy

unit: $(VENV) $(VENDOR)
	$(PY) -m pytest -q -m "not soak and not whole" --ignore tests/e2e -n $(JOBS) --dist worksteal --durations 15 $(JUNIT)/unit.xml $(if $(GAME),-k $(GAME))

# The sentences that tests of the games read, written anew: read the diff.
golden: $(VENV)
	$(PY) -m pytest -q -n0 --golden tests/games -k "$(or $(GAME),telling or briefs)"

# The corpus of formats, written anew after an intended change; see tests/fixtures/formats.py.
formats: $(VENV)
	$(PY) -m tests.fixtures.formats --write $(GAME)

# Tests that make a new game, a tutorial's game or a wheel, each once for all tests of its file.
whole: $(VENV) $(VENDOR)
	$(PY) -m pytest -q -m "whole and not soak" --ignore tests/e2e -n $(JOBS) --dist loadfile $(JUNIT)/whole.xml

# test-results gets pictures of failed browser tests; with PICTURES=1, pictures of the others too,
# and with TRACES=1 traces of all.
export PICTURES TRACES
JUNIT := --junitxml test-results

e2e: $(VENV) $(VENDOR) browser
	$(PY) -m pytest -q -m "not soak and not alone" -n $(JOBS) --dist worksteal --durations 15 $(JUNIT)/e2e.xml tests/e2e
	$(PY) -m pytest -q -m "not soak and alone" $(JUNIT)/alone.xml tests/e2e

# Long tests, and the cases that are not in `make test`, with new random draws.
DRAWN := --hypothesis-profile soak --hypothesis-seed $(SEED)

soak: $(VENV) site browser
	@echo "== make soak SEED=$(SEED) repeats this run"
	$(PY) -c 'import tomllib; print("\n".join(tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["cluster"]))' > .venv/cluster.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r .venv/cluster.txt
	$(PY) -m pytest -q -m "soak and not alone" -n $(JOBS) --dist worksteal $(DRAWN)
	$(PY) -m pytest -q -m "soak and alone" $(DRAWN)
	$(PY) -m engine fuzz --games $(SOAK) --options random --seed $(SEED) --jobs $(JOBS)

# Fresh profiles, compared with a page that only loads Pyodide; RUNS=5 each.
bench-boot: $(VENV) site browser
	$(PY) -m tests.e2e.bench_boot --runs $(RUNS)
	$(PY) -m tests.e2e.bench_boot --runs $(RUNS) --mbit 10 --no-image
	$(PY) -m tests.e2e.bench_boot --memory

# Always the same games; those of a soak are new.
fuzz: $(VENV)
	$(PY) -m engine fuzz --games $(FUZZ) --options random --seed 1 --jobs $(JOBS)

bench: $(VENV) $(VENDOR) browser
	$(PY) -m tests.bench.page
	$(PY) -m tests.bench.thinking
	$(PY) -m tests.bench.long_games

format: $(VENV)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

clean:
	rm -rf .venv node_modules static/vendor static/made dist test-results .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine ui tests -name __pycache__ -type d -prune -exec rm -rf {} +
