# The commands developers run are the commands CI runs; CONTRIBUTING.md says when to use which.
# `make demo` and `make test` need only Python 3.11 or later (and use a C compiler if there is one).

PYTHON ?= python3
BIN := .venv/bin
ENGINE := $(shell find src/numlink/engine -name "*.py" -o -name "*.pxd")

NEWEST = $(shell for minor in 13 12 11; do \
	for python in python3.$$minor $${PYENV_ROOT:-$$HOME/.pyenv}/versions/3.$$minor.*/bin/python; do \
	if "$$python" -c "import venv, ensurepip" >/dev/null 2>&1; then echo "$$python"; exit; fi; done; done)
MINOR := 'import sys; print(sys.version_info[:2])'

# Python compiles modules when it first imports them; pip would spend two thirds of its time on that, on one core
INSTALL := -m pip install --quiet --disable-pip-version-check --no-compile --editable

# a container may set it: then each of the thousand programs that the tests start would compile its modules anew
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := demo

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 18

demo: .venv/demo ## make a private environment, build, make a puzzle, prove and grade it, show it solved
	$(BIN)/python examples/demo.py

# a worker more than two cores: a quarter of the tests' time is waiting, for a browser, a terminal or a program
test: .venv/dev ## style, types, import directions, all tests but the long and the thorough ones
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(MAKE) --no-print-directory -j 2 types page .venv/prepared
	$(BIN)/python -m pytest -m "not long and not uncompiled and not thorough" -n 3 --dist worksteal

# each uses one core: together they take half the time
types: .venv/dev
	$(BIN)/mypy

page: .venv/dev
	if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules && npm run --silent check; fi

test-thorough: .venv/dev ## whole what `make test` samples: exact tables, engines against each other, kills, fuzzing
	NUMLINK_THOROUGH=1 $(BIN)/python -m pytest -m "(sampled or thorough) and not long and not uncompiled" -n 3 --dist worksteal

test-uncompiled: .venv/dev ## the core as plain Python does what the compiled one does
	$(BIN)/python -m pytest -m "uncompiled and not long"

test-newest: .venv/dev ## a minute of the tests on the newest supported Python of this machine, if it is newer than that of .venv
	if [ -z "$(NEWEST)" ] || [ "$$("$(NEWEST)" -c $(MINOR))" = "$$($(BIN)/python -c $(MINOR))" ]; then \
		echo "numlink: no Python here is newer than that of .venv: skipped"; \
	else $(MAKE) --no-print-directory .venv/newest && .venv/newest/bin/python -m pytest -n 2 --dist worksteal \
		-m "not long and not uncompiled and not thorough and not drawn and not sampled and not bulk" \
		tests/model tests/formats tests/game tests/reasoning tests/web tests/commands tests/making/test_lab_program.py; fi

test-long: .venv/dev ## the tests that take minutes
	$(BIN)/python -m pytest -m long

coverage: .venv/dev ## what the tests reach when the core runs uncompiled
	rm -rf build/uncompiled && mkdir -p build/uncompiled
	cp -r src/numlink tests pyproject.toml README.md build/uncompiled && find build/uncompiled -name '*.so' -delete
	cd build/uncompiled && PYTHONPATH=. ../../$(BIN)/python -m coverage run -m pytest tests -m "not long and not bulk and not uncompiled" -k "not browser and not house and not documents and not release"
	cd build/uncompiled && ../../$(BIN)/python -m coverage report

mutants: .venv/dev ## small changes of exact, game, formats and making, drawn by a seed: which does no test notice (bench/notes/mutants.md)
	$(BIN)/python -m tests.mutants

bench: .venv/dev ## the benchmarks of bench/README.md; results go to bench/results
	$(BIN)/python -m bench

annotate: .venv/dev ## Cython's HTML pages: where Python is still touched (build/cython)
	NUMLINK_ANNOTATE=1 $(BIN)/python setup.py -q build_ext --inplace --force

format: .venv/dev ## put the code into the form that `make test` asks for
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

release-check: .venv/dev ## sdist and wheels as they would be published: built, uploaded to a local index, installed, tested
	$(BIN)/python -m release.check

release: .venv/dev ## refuses while version, changelog, recipes or golden files disagree; then says how to tag
	$(BIN)/python -m release.tag

site: .venv/dev node_modules ## the documents as a site, into build/site; any warning or lost link ends it
	$(BIN)/python -m mkdocs build --strict --site-dir build/site

clean: ## remove what was built: environments, compiled modules, build/
	rm -rf .venv node_modules build src/*.egg-info && find src -name '*.so' -delete

.venv/demo: pyproject.toml setup.py $(ENGINE)
	$(PYTHON) -m venv .venv
	@echo "numlink: fetching what it needs and compiling the core: a minute on two cores"
	$(BIN)/python $(INSTALL) .
	touch $@

.venv/dev: pyproject.toml setup.py $(ENGINE)
	$(PYTHON) -m venv .venv
	@echo "numlink: fetching what it needs and compiling the core: a minute on two cores"
	$(BIN)/python $(INSTALL) '.[dev]'
	$(BIN)/python -m compileall -qq -j 0 .venv/lib || true  # on all cores; else each of the tests' workers would do it
	touch $@ .venv/demo

# in a fresh clone pytest rewrites the asserts of all tests here, not in each worker; what is wrong they tell
.venv/prepared: .venv/dev
	$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true
	touch $@

.venv/newest: pyproject.toml setup.py $(ENGINE)
	"$(NEWEST)" -m venv $@
	$@/bin/python $(INSTALL) '.[all,test]'
	touch $@

# not `npm ci`: behind a mirror that lacks the binaries of other systems the lock is never complete for it
node_modules: package.json package-lock.json ## the tools that check the page's JavaScript (style, names, types)
	npm install --no-save --silent --no-audit --no-fund
	touch $@

.PHONY: help demo test types page test-newest test-thorough test-uncompiled test-long coverage mutants bench annotate format site release release-check clean
