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
        #expect(try found.last?.key.occasion == .adhan(.dhuhr) && found.last?.at == .utc("2026-11-22", 12, 2))
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
        #expect(try why(.fajr, in: forecasts(facts(off([.fajr]), [change])))?.undo == "adhand set adhan.fajr on")
    }

    private func off(_ prayers: [Prayer]) -> MosqueRules {
        var rules = MosqueRules()
        for prayer in prayers { rules.adhan[prayer] = ByDay(.off) }
        return rules
    }

    @Test func `off in the config, quiet hours and a mute are choices, and a volume of 0 is a fault`() throws {
        #expect(try why(.fajr, in: forecasts(facts(off([.fajr]))))?.cause == .offInConfig)
        let until = try Instant.utc(Self.today, 16)
        let muted = try forecasts(facts) { $0.mute = Mute(from: $0.now, until: until, who: "amina") }
        let mute = try #require(why(.asr, in: muted))
        #expect(mute.cause == .muted && mute.isChosen && mute.until == until && mute.undo == "adhand unmute")
        #expect(muted.filter { $0.silence != nil }.count == 1)
        let zero = try why(.fajr, in: forecasts(facts { $0.volumes.ofPrayers[.fajr] = .silent }))
        #expect(zero?.cause == .volume && zero?.isChosen == false)
        #expect(zero?.undo == "write fajr = 100 into [audio.volumes] of /c, then: adhand reload")
    }

    /// The hours, the volume and the prayer.
    @Test(arguments: [(22, 6, 0.0, "0", Prayer.fajr), (14, 16, 0.5, "0.5", .asr)])
    func `quiet hours in which nobody hears the adhan are the reason`(
        _ from: Int,
        _ to: Int,
        _ percent: Double,
        words: String,
        prayer: Prayer
    ) throws {
        let quiet = QuietHours(from: from * 3600, to: to * 3600, volume: Volume(percent: percent))
        let silence = try why(prayer, in: forecasts(facts { $0.volumes.quiet = [quiet] }))
        #expect(silence?.cause == .quietHours && silence?.isChosen == true)
        let hours = "from \(from.padded(to: 2)):00 to \(to.padded(to: 2)):00"
        #expect(silence?.reason == "[[audio.quiet]] has volume = \(words) \(hours)")
    }

    @Test(arguments: ["0", "0.001"])
    func `a volume that somebody set and nobody hears keeps the adhan silent, with that volume as the reason`(
        volume: String
    ) throws {
        let change = try Preferences.Change("volume.fajr", volume, who: "amina", at: .utc(Self.today, 12))
        let silence = try why(.fajr, in: forecasts(facts(MosqueRules(), [change])))
        #expect(silence?.cause == .volume && silence?.isChosen == false && silence?.who == "amina")
        #expect(silence?.reason == "its volume was set to \(volume)" && silence?.skipReason == "volume is \(volume)")
        #expect(silence?.undo == "adhand set volume.fajr default")
    }

    @Test func `a broken recording, a dead device, an untrusted clock and an unknown place are faults`() throws {
        var broken = try facts { $0.ofPrayers[.fajr] = Recordings("/srv/fajr.mp3") }
        broken.recordings["/srv/fajr.mp3"] = .broken("it is a PNG", remedy: "copy it again")
        let found = try forecasts(broken)
        #expect(why(.fajr, in: found)?.cause == .recording && found.filter { $0.silence != nil }.count == 1)
        var (dead, doubt, unheard) = (try facts, try facts, try facts)
        dead.device = .fails(Fault(.cardMissing, detail: "hw:9"))
        #expect(try forecasts(dead).allSatisfy { $0.silence?.cause == .device && $0.device == nil })
        doubt.clock = .untrusted(Fault(.clockUnset))
        #expect(try forecasts(doubt).allSatisfy { $0.silence?.cause == .clock })
        let nowhere = try forecasts(facts) { $0.policy.skippedSources = .all(because: "place not set") }
        #expect(nowhere.allSatisfy { $0.silence?.cause == .source && $0.silence?.isChosen == false })
        // A device that nobody hears is a choice.
        unheard.device = .unheard("silent", because: "the config names no card")
        #expect(try forecasts(unheard).allSatisfy { $0.silence?.cause == .noCard && $0.silence?.isChosen == true })
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

    @Test func `the sound has the digest of the file that plays, and what is not known yet is untested`() throws {
        var (kept, unread, card) = (try facts, try facts, try facts)
        kept.recordings = ["/srv/adhan.mp3": .plays(file: "/kept.mp3", sha256: RecordingName.placeholderSHA256)]
        let sounds = try forecasts(kept).map(\.sound)
        #expect(!sounds.isEmpty && sounds.allSatisfy { $0.file == "/kept.mp3" && $0.name.isPlaceholder })
        (unread.recordings, card.device) = ([:], .untested)
        for facts in [unread, card] { #expect(try forecasts(facts).allSatisfy { $0.outcome == .untested }) }
    }

    @Test func `a box on which nothing sounds by its settings is a fault, whoever chose them`() throws {
        let at = try Instant.utc(Self.today, 9)
        let off = Prayer.called.map { Preferences.Change(.adhan($0), .isOn(false), who: "amina", at: at) }
        #expect(try forecasts(facts(MosqueRules(), off)).allSatisfy { $0.silence?.isChosen == false })
        // A mosque may call the Friday prayer alone.
        var rules = self.off(Prayer.called)
        (rules.jumuah.times, rules.jumuah.call) = (ByDay([13 * 3600]), .khutbah)
        #expect(try forecasts(facts(rules)).allSatisfy { $0.silence?.isChosen == true })
    }

    @Test func `the forecast and the next step never differ about what is skipped`() throws {
        let facts = try facts(off([.asr])) { $0.volumes.ofPrayers[.isha] = .silent }
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
