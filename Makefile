.DEFAULT_GOAL := help
DATASETS ?=
ARGS ?=
CLI := node dist/pipelines/cli.js
SOURCES := $(shell find common schemas sources pipelines scoring reader envs -name '*.ts' 2>/dev/null)

.PHONY: help install build refresh demo fixtures verify test check bench soak clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "%-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

dist/.built: node_modules/.package-lock.json tsconfig.build.json $(SOURCES)
	rm -rf dist
	npx --no-install tsc -p tsconfig.build.json
	@touch $@

install: dist/.built ## install the packages of the lock file and compile

build: dist/.built ## fetch, derive and publish (DATASETS="forecast ..." ARGS="--as-of ...")
	$(CLI) build $(DATASETS) $(ARGS)

refresh: dist/.built ## the same for a scheduler: no prompts, JSON logs, exit code tells
	$(CLI) refresh $(DATASETS) $(ARGS)

demo: dist/.built ## build against the embedded synthetic upstream; needs no key and no network
	$(CLI) build $(DATASETS) --upstream synthetic --size small --out out/demo $(ARGS)

fixtures: dist/.built ## write small deterministic datasets for test suites to out/fixtures
	$(CLI) fixtures $(ARGS)

verify: dist/.built ## re-hash and re-check the published versions
	$(CLI) verify $(DATASETS) $(ARGS)

test: dist/.built ## run the test suite
	npx --no-install vitest run $(ARGS)

check: dist/.built ## format, lint, types and tests
	npx --no-install biome check .
	npx --no-install tsc --noEmit
	npx --no-install knip
	npx --no-install vitest run $(ARGS)

bench: dist/.built ## speed as ratios against named alternatives
	npx --no-install vitest run --config vitest.bench.config.ts $(ARGS)

soak: dist/.built ## kill builds at random moments, fifty times a dataset (about an hour)
	npx --no-install vitest run --config vitest.soak.config.ts $(ARGS)

clean: ## remove what was compiled and the demo; keeps out/ otherwise
	rm -rf dist coverage out/demo out/fixtures
