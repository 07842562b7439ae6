# make run      installs what is missing, builds, rehearses a prayer in ten seconds, then runs the daemon here
# make test     installs what is missing, lints, builds clean, tests; what CI does
# make build    .build/release/adhand
# make campaign the fault campaign over DAYS=100000 simulated days, from SEED=1 on
# make lint     swift-format, strictly
# make tone     makes Resources/adhan.mp3 anew from its score
#
# Packages are installed with apt, through sudo where this is not root.

build_packages := g++ libasound2-dev libmpg123-dev libsqlite3-dev libssl-dev libsystemd-dev libtomlplusplus-dev pkg-config tzdata
test_packages := $(build_packages) lame libasound2-plugins libsox-fmt-mp3 mpg123 procps pulseaudio pulseaudio-utils sox sqlite3

sudo := $(if $(filter-out 0,$(shell id -u)),sudo)
# $(call install,PACKAGES): those that dpkg does not have.
install = @missing="$$(for p in $(1); do \
	dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q ' installed$$' || echo $$p; done)"; \
	if [ -n "$$missing" ]; then \
		echo "installing with apt:" $$missing; \
		$(sudo) apt-get update -qq && \
		$(sudo) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; fi

.PHONY: run test build campaign lint tone

DAYS ?= 100000
SEED ?= 1
optimised := -c release -Xswiftc -enable-testing --scratch-path .build-release

run: build
	.build/release/adhand run --rehearse --config config.example.toml

build:
	$(call install,$(build_packages))
	swift build -c release --static-swift-stdlib --product adhand

test:
	$(call install,$(test_packages))
	$(MAKE) lint
	swift package clean
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build --no-parallel
	$(MAKE) campaign

# Optimised: at full speed a hundred thousand days take about two minutes, and overflow traps as in the daemon itself.
campaign:
	swift build $(optimised) --build-tests
	ADHAND_CAMPAIGN_DAYS=$(DAYS) ADHAND_CAMPAIGN_SEED=$(SEED) swift test $(optimised) --skip-build --filter CampaignTests

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

tone:
	$(call install,lame sox)
	Resources/make-placeholder
