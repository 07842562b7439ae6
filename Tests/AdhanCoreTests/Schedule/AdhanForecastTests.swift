import AdhanCore
import AdhanTestSupport
import Testing

/// Whether each adhan of the next 24 hours will sound, and if not, why.
@Suite struct AdhanForecastTests {
    private static let today = "2026-11-21"

    /// What is known where all is well, at noon but for a minute: Asr is at 15:00.
    private var facts: SoundFacts {
        get throws { try facts() }
    }

    private func facts(
        _ rules: MosqueRules = MosqueRules(),
        _ changes: [Preferences.Change] = [],
        _ change: (inout SoundPlan) -> Void = { _ in }
    ) throws -> SoundFacts {
        var plan = SoundPlan(adhan: Recordings("/srv/adhan.mp3"))
        change(&plan)
        let files = SoundFacts.Files(place: "/c", adhan: "/c", audio: "/c")
        var facts = SoundFacts(plan, rules, files, Preferences(changes))
        facts.recordings = Dictionary(plan.files.map { ($0, .plays(file: $0)) }) { first, _ in first }
        (facts.device, facts.clock) = (.opens("default"), .trusted)
        return facts
    }

    private func forecasts(
        _ facts: SoundFacts,
        at now: Instant? = nil,
        from source: any TimetableSource = PlainSource(),
        _ change: (inout SchedulerInput) -> Void = { _ in }
    ) throws -> [AdhanForecast] {
        let now = try now ?? .utc(Self.today, 12, 1)
        let window = Timetable.window(now: now, since: now, zone: .utc)
        let rules = facts.preferences.applied(to: facts.rules)
        var input = SchedulerInput(
            now: now,
            timetable: Timetable(
                zone: .utc,
                days: MosqueTimetable(source, rules).days(window, in: .utc),
                window: window,
                loadedAt: now,
                rules: rules,
                sounds: facts.preferences.applied(to: facts.sounds)
            ),
            memory: LedgerCache(origin: LedgerOrigin(firstStart: Instant(seconds: 0))),
            isLedgerRead: true,
            activity: .idle,
            policy: SchedulePolicy(),
            observed: ObservationStart(began: now)
        )
        change(&input)
        return AdhanForecast.all(input, facts)
    }

    private func why(_ prayer: Prayer, in found: [AdhanForecast]) -> AdhanSilence? {
        found.first { $0.key.occasion == .adhan(prayer) }?.silence
    }

    @Test func `each adhan of the next 24 hours is told, with its recording, volume and device`() throws {
        let found = try forecasts(
            facts { plan in
                plan.ofPrayers[.fajr] = Recordings("/srv/fajr.mp3")
                plan.volumes.ofPrayers[.fajr] = Volume(percent: 80)
            }
        )
        #expect(found.map(\.key.occasion) == [.asr, .maghrib, .isha, .fajr, .dhuhr].map(Occasion.adhan))
        #expect(found.allSatisfy { $0.outcome == .sounds && $0.device == "default" })
        let fajr = try #require(found.first { $0.key.occasion == .adhan(.fajr) })
        #expect(fajr.sound.file == "/srv/fajr.mp3" && fajr.sound.volume == Volume(percent: 80))
        #expect(try fajr.at == .utc("2026-11-22", 5))
    }

    @Test func `the next adhan of a prayer is told also where it is later than in 24 hours`() throws {
        /// Dhuhr is a minute later each day.
        struct Spring: TimetableSource {
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                dates.map { .plain($0, dhuhr: 12 * 3600 + ($0.dayNumber - dates.lowerBound.dayNumber) * 60) }
            }
        }
        // Today at 12:01, tomorrow at 12:02.
        let found = try forecasts(facts, at: .utc(Self.today, 12, 1, 10), from: Spring())
        #expect(found.last?.key.occasion == .adhan(.dhuhr))
        #expect(try found.last?.at == .utc("2026-11-22", 12, 2))
        let earlier = try forecasts(facts, at: .utc(Self.today, 12, 0, 59), from: Spring())
        #expect(earlier.filter { $0.key.occasion == .adhan(.dhuhr) }.count == 1)
    }

    @Test func `who switched an adhan off is told with the date, as a choice, and the command that undoes it`() throws {
        let at = try Instant.utc("2026-11-20", 9)
        let change = Preferences.Change(.adhan(.fajr), .isOn(false), who: "amina", at: at)
        let found = try forecasts(facts(MosqueRules(), [change]))
        let silence = try #require(why(.fajr, in: found))
        #expect(silence.cause == .switchedOff && silence.isChosen)
        #expect(silence.who == "amina" && silence.since == at && silence.undo == "adhand set adhan.fajr default")
        var rules = MosqueRules()
        rules.adhan[.fajr] = ByDay(.off)
        #expect(try why(.fajr, in: forecasts(facts(rules, [change])))?.undo == "adhand set adhan.fajr on")
    }

    @Test func `off in the config, quiet hours and a mute are choices, and a volume of 0 is a fault`() throws {
        var rules = MosqueRules()
        rules.adhan[.fajr] = ByDay(.off)
        #expect(try why(.fajr, in: forecasts(facts(rules)))?.cause == .offInConfig)
        let quiet = QuietHours(from: 22 * 3600, to: 6 * 3600, volume: .silent)
        let night = try why(.fajr, in: forecasts(facts { $0.volumes.quiet = [quiet] }))
        #expect(night?.cause == .quietHours && night?.isChosen == true)
        #expect(night?.reason == "[[audio.quiet]] has volume = 0 from 22:00 to 06:00")
        let until = try Instant.utc(Self.today, 16)
        let muted = try forecasts(facts) { $0.mute = Mute(from: $0.now, until: until, who: "amina") }
        let mute = try #require(why(.asr, in: muted))
        #expect(mute.cause == .muted && mute.isChosen && mute.until == until && mute.undo == "adhand unmute")
        #expect(muted.filter { $0.silence != nil }.count == 1)
        let zero = try why(.fajr, in: forecasts(facts { $0.volumes.ofPrayers[.fajr] = .silent }))
        #expect(zero?.cause == .volume && zero?.isChosen == false)
        #expect(zero?.undo == "write fajr = 100 into [audio.volumes] of /c, then: adhand reload")
        let change = Preferences.Change(.volume(.fajr), .volume(.silent), who: "amina", at: until)
        let set = try why(.fajr, in: forecasts(facts(MosqueRules(), [change])))
        #expect(set?.cause == .volume && set?.who == "amina" && set?.undo == "adhand set volume.fajr default")
    }

    @Test func `a volume above 0 that nobody hears keeps the adhan silent, with that volume as the reason`() throws {
        let now = try Instant.utc(Self.today, 12)
        let change = try Preferences.Change("volume.fajr", "0.001", who: "amina", at: now)
        let silence = try why(.fajr, in: forecasts(facts(MosqueRules(), [change])))
        #expect(silence?.cause == .volume && silence?.isChosen == false)
        #expect(silence?.reason == "its volume was set to 0.001" && silence?.skipReason == "volume is 0.001")
        #expect(silence?.undo == "adhand set volume.fajr default")
        let quiet = try facts { plan in
            plan.volumes.usual = Volume(percent: 50)
            plan.volumes.quiet = [QuietHours(from: 14 * 3600, to: 16 * 3600, volume: Volume(percent: 0.5))]
        }
        let asr = try why(.asr, in: forecasts(quiet))
        #expect(asr?.cause == .quietHours)
        #expect(asr?.reason == "[[audio.quiet]] has volume = 0.5 from 14:00 to 16:00")
    }

    @Test func `a broken recording, a dead device, an untrusted clock and an unknown place are faults`() throws {
        var broken = try facts { $0.ofPrayers[.fajr] = Recordings("/srv/fajr.mp3") }
        broken.recordings["/srv/fajr.mp3"] = .broken("it is a PNG", remedy: "copy it again")
        let found = try forecasts(broken)
        #expect(why(.fajr, in: found)?.cause == .recording)
        #expect(found.filter { $0.silence != nil }.count == 1)
        var dead = try facts
        dead.device = .fails(Fault(.cardMissing, detail: "hw:9"))
        #expect(try forecasts(dead).allSatisfy { $0.silence?.cause == .device && $0.device == nil })
        var doubt = try facts
        doubt.clock = .untrusted(Fault(.clockUnset))
        #expect(try forecasts(doubt).allSatisfy { $0.silence?.cause == .clock })
        let nowhere = try forecasts(facts) { $0.policy.skippedSources = .all(because: "place not set") }
        #expect(nowhere.allSatisfy { $0.silence?.cause == .source && $0.silence?.isChosen == false })
    }

    @Test func `where iftar replaces the adhan of Maghrib, the forecast tells whether iftar sounds`() throws {
        var rules = MosqueRules()
        rules.ramadan.iftar = .instead
        var facts = try facts(rules) { $0.ofOccasions[.iftar] = Recordings("/srv/iftar.mp3") }
        // In Ramadan of 1448.
        let now = try Instant.utc("2027-02-09", 15, 1)
        #expect(try why(.maghrib, in: forecasts(facts, at: now))?.cause == .replaced)
        let muted = try forecasts(facts, at: now) { input in
            input.mute = Mute(from: now, until: now + .minutes(210), who: "amina")
        }
        #expect(why(.maghrib, in: muted)?.cause == .muted && why(.maghrib, in: muted)?.who == "amina")
        #expect(why(.isha, in: muted) == nil)
        // The scheduler calls the adhan where iftar cannot be played.
        facts.recordings["/srv/iftar.mp3"] = .broken("it is a PNG", remedy: "copy it again")
        let broken = try forecasts(facts, at: now).first { $0.key.occasion == .adhan(.maghrib) }
        #expect(broken?.outcome == .sounds && broken?.sound.file == "/srv/adhan.mp3")
        facts.recordings["/srv/adhan.mp3"] = .broken("it is empty", remedy: "copy it again")
        #expect(try why(.maghrib, in: forecasts(facts, at: now))?.reason == "it is empty")
    }

    @Test func `the sound has the digest of the file that plays, by which its name is known`() throws {
        var facts = try facts
        facts.recordings = ["/srv/adhan.mp3": .plays(file: "/kept.mp3", sha256: RecordingName.placeholderSHA256)]
        let sounds = try forecasts(facts).map(\.sound)
        #expect(!sounds.isEmpty && sounds.allSatisfy { $0.file == "/kept.mp3" && $0.name.isPlaceholder })
    }

    @Test func `what has not been looked at yet is told as untested, and not as sounding`() throws {
        var facts = try facts
        facts.recordings = [:]
        #expect(try forecasts(facts).allSatisfy { $0.outcome == .untested })
        var card = try self.facts
        card.device = .untested
        #expect(try forecasts(card).allSatisfy { $0.outcome == .untested })
    }

    @Test func `a device that nobody hears is a choice`() throws {
        var facts = try facts
        facts.device = .unheard("silent", because: "the config names no card")
        #expect(try forecasts(facts).allSatisfy { $0.silence?.cause == .noCard && $0.silence?.isChosen == true })
    }

    @Test func `a box on which nothing sounds by its settings is a fault, whoever chose them`() throws {
        let at = try Instant.utc(Self.today, 9)
        let off = Prayer.called.map { Preferences.Change(.adhan($0), .isOn(false), who: "amina", at: at) }
        #expect(try forecasts(facts(MosqueRules(), off)).allSatisfy { $0.silence?.isChosen == false })
        // A mosque may call the Friday prayer alone.
        var rules = MosqueRules()
        for prayer in Prayer.called { rules.adhan[prayer] = ByDay(.off) }
        (rules.jumuah.times, rules.jumuah.call) = (ByDay([13 * 3600]), .khutbah)
        #expect(try forecasts(facts(rules)).allSatisfy { $0.silence?.isChosen == true })
    }

    @Test func `the forecast and the next step never differ about what is skipped`() throws {
        var rules = MosqueRules()
        rules.adhan[.asr] = ByDay(.off)
        let facts = try facts(rules) { $0.volumes.ofPrayers[.isha] = .silent }
        for forecast in try forecasts(facts) {
            var isSkipped = false
            _ = try forecasts(facts, at: forecast.at - .seconds(1)) { input in
                input.now = forecast.at
                input.memory = LedgerCache(origin: LedgerOrigin(firstStart: forecast.at - .seconds(1)))
                if case .skip(let due, _) = Schedule.nextStep(input) { isSkipped = due.key == forecast.key }
            }
            #expect(isSkipped == (forecast.silence != nil), "\(forecast.key)")
        }
    }
}
