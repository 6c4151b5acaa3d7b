# A thin front for the CMake presets; `make help` lists the targets.
# SPDX-License-Identifier: BSD-3-Clause
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 600
DEMO_FOLDER ?= build/demo

.PHONY: build core demo python wheel docs quick check soak fresh check-web bench fuzz format install debian clean help

build: ## build library and program, optimised, in build/release (the default)
	@scripts/configure release
	@cmake --build --preset release --target product

core: ## write the core as one pair of files, routh_core.c and routh_core.h, in build/core
	@scripts/core

demo: ## install what is missing, build, study generated drops, write the report
	@scripts/setup build web
	@scripts/configure release
	@cmake --build --preset release --target routh_cli engines -- --quiet
	@build/release/routh study -o "$(DEMO_FOLDER)"
	@echo "Try next: build/release/routh --help"

python: ## install what is missing, build the Python package, run its tests
	@scripts/setup build web python
	@scripts/configure release
	@cmake --build --preset release --target python_package -- --quiet
	@ctest --preset release -L python

wheel: ## install what is missing, make a Python wheel that carries the library and all it needs, in build/wheels
	@scripts/setup build web wheel
	@scripts/wheel

docs: ## install what is missing, build the Python package, run the notebooks of docs/notebooks, leave them as pages in build/docs
	@scripts/setup build web python
	@scripts/configure release
	@cmake --build --preset release --target notebooks -- --quiet

quick: ## check the layout, build, run unit tests without recordings; for every save, within 60 s
	@scripts/check quick

check: ## install what is missing, build, run every test once, sanitizers and a short fuzz; six minutes on two cores, nine from nothing
	@scripts/check check

soak: ## go on with the long checks, in parts of 20 minutes at most; PART=PATTERN runs those that match; `scripts/soak --list` names them
	@scripts/soak $(PART)

fresh: ## `make demo` and `make check`, each in a bare Debian of its own (as root, or with docker)
	@scripts/fresh make demo
	@scripts/fresh make check

check-web: ## install a browser if none is found, test the report's pages in it
	@scripts/setup web browser
	@scripts/check-web types
	@scripts/check-web browser

bench: ## install what is missing, build, run every benchmark
	@scripts/setup build bench
	@scripts/bench

fuzz: ## fuzz each target for FUZZ_SECONDS (600)
	@scripts/setup build check
	@scripts/fuzz $(FUZZ_SECONDS)

format: ## lay out all C files with clang-format 14
	@scripts/format

install: build ## install under PREFIX (/usr/local)
	@cmake --install build/release --prefix "$(PREFIX)"

debian: ## install what is missing, build Debian's packages in a copy of the source, leave them in build/debian, run lintian
	@scripts/setup debian
	@scripts/debian

clean: ## remove build/
	@rm -rf build

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12
