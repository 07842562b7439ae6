import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport
@testable import AdhanDisplay

/// The plan that the page draws, from the days and the status that the daemon tells.
@Suite struct DisplayPlanTests {
    private let place: Place
    private var settings = DisplayPlan.Settings(
        display: DisplayConfiguration(ConfigTable("display", [])),
        khutbahLength: .minutes(30),
        hijri: .ummAlQura
    )

    init() throws {
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        place = Place(name: "Central Mosque", coordinates: point, timezone: "Europe/London")
    }

    private func report(_ days: [PrayerDay], _ zone: ZoneRules = .utc, _ rules: MosqueRules = MosqueRules())
        -> TimesReport
    { TimesReport(place, zone, days, before: nil, rules, ExtraTimes.Spans(), settings.hijri, showsAll: true) }

    private func plan(_ days: [PrayerDay], _ zone: ZoneRules = .utc, now: Instant, _ rules: MosqueRules = MosqueRules())
        throws
        -> DisplayPlan
    { try DisplayPlan(report(days, zone, rules), nil, zone, settings, now: now) }

    private func day(_ date: String, iqama: [Prayer: Int] = [:]) throws -> PrayerDay {
        var day = PrayerDay.plain(try CivilDate(date))
        for (prayer, minutes) in iqama { day.iqama[prayer] = day[prayer] + .minutes(minutes) }
        return day
    }

    /// The scenes as `12:00-12:03 adhan dhuhr`.
    private func scenes(_ plan: DisplayPlan) -> [String] {
        func clock(_ seconds: Int64) -> String { ZoneRules.utc.clockText(Instant(seconds: seconds)) }
        return plan.scenes.map { scene in
            "\(clock(scene.from))-\(clock(scene.until)) \(scene.scene.rawValue)\(scene.prayer.map { " \($0)" } ?? "")"
        }
    }

    /// Those of a prayer, as `12:00-12:03 adhan, 12:03-12:20 until-iqama`.
    private func scenes(_ plan: DisplayPlan, of prayer: String) -> String {
        let own = scenes(plan).filter { $0.hasSuffix(" " + prayer) }
        return own.map { String($0.dropLast(prayer.count + 1)) }.joined(separator: ", ")
    }

    // MARK: Changes

    @Test func `a time that changes is told some days ahead, and on its first day until that time`() throws {
        var (rules, later) = (MosqueRules(), DayCondition())
        later.span = .once(try CivilDate("2026-12-05")...CivilDate.last)
        rules.iqama[.isha] = ByDay(IqamaRule(.clock(20 * 3600 + 1800)))
        rules.iqama[.isha]?.add(IqamaRule(.beside(.adhan, seconds: 900)), when: later)
        let dates = try CivilDate("2026-11-20")...CivilDate("2026-12-20")
        var report = report([try day("2026-12-01")])
        let changes = TimeChanges.found(on: dates, by: rules, PlainSource(), in: .utc)
        report.changes = changes.map { TimesReport.Change($0, .utc) }
        let told = try JSONText.decode(TimesReport.self, from: Array(try JSONText.encode(report, isPretty: false).utf8))
        #expect(told == report)
        let now = try Instant.utc("2026-12-01", 10)
        let plan = try DisplayPlan(told, nil, .utc, settings, now: now)
        let expected = DisplayPlan.Change(
            from: try Instant.utc("2026-11-30", 0).seconds,
            until: try Instant.utc("2026-12-05", 20, 15).seconds,
            prayer: "isha",
            number: nil,
            date: "2026-12-05",
            last: nil,
            weekdays: [],
            old: try Instant.utc("2026-12-05", 20, 30).seconds,
            new: try Instant.utc("2026-12-05", 20, 15).seconds,
            wait: 15
        )
        #expect(plan.changes == [expected])
        var silent = settings
        silent.display = try DisplayPlanTests.display("[display]\ntell_changes = \"0d\"")
        #expect(try DisplayPlan(told, nil, .utc, silent, now: now).changes.isEmpty)
    }

    // MARK: Scenes

    @Test func `a prayer is called, awaited and prayed, as far as the mosque wants it`() throws {
        let called = try plan([day("2026-11-21", iqama: [.dhuhr: 20])], now: .utc("2026-11-21", 10))
        #expect(scenes(called, of: "dhuhr") == "12:00-12:03 adhan, 12:03-12:20 until-iqama, 12:20-12:30 prayer")
        // Without an iqama nobody knows when it is prayed.
        #expect(scenes(called, of: "asr") == "15:00-15:03 adhan")
        // The countdown begins half an hour before a late iqama, and the adhan ends with an early one.
        let days = [try day("2026-11-21", iqama: [.dhuhr: 90, .maghrib: 2])]
        let late = try plan(days, now: .utc("2026-11-21", 10))
        #expect(scenes(late, of: "dhuhr") == "12:00-12:03 adhan, 13:00-13:30 until-iqama, 13:30-13:40 prayer")
        #expect(scenes(late, of: "maghrib") == "18:00-18:02 adhan, 18:02-18:12 prayer")
        // A state that is switched off is not sent.
        var own = self
        own.settings.display.states = [.untilIqama]
        let silent = try own.plan([day("2026-11-21", iqama: [.dhuhr: 20])], now: .utc("2026-11-21", 10))
        #expect(scenes(silent) == ["12:00-12:20 until-iqama dhuhr"])
    }

    @Test func `phones are to be off from the iqama and from the khutbah on, where the mosque wants it`() throws {
        var own = self
        own.settings.display.states.insert(.phonesOff)
        own.settings.display.phonesOffLength = .seconds(90)
        let day = try day("2026-11-21", iqama: [.dhuhr: 20])
        #expect(
            scenes(try own.plan([day], now: .utc("2026-11-21", 10))).filter { $0.hasSuffix("dhuhr") }.suffix(2) == [
                "12:20-12:30 prayer dhuhr", "12:20-12:21 phones-off dhuhr",
            ]
        )
        var friday = try self.day("2026-11-27")
        friday.jumuah = [friday[.dhuhr] + .minutes(75)]
        let plan = try own.plan([friday], now: .utc("2026-11-27", 10))
        #expect(scenes(plan).contains("13:15-13:16 phones-off jumuah"))
        // The call of a khutbah comes first.
        var rules = MosqueRules()
        (rules.jumuah.times, rules.jumuah.call) = (ByDay([13 * 3600 + 900]), .khutbah)
        let called = try own.plan(
            rules.applied(to: [try self.day("2026-11-27")], in: .utc),
            now: .utc("2026-11-27", 10),
            rules
        )
        #expect(scenes(called).contains("13:18-13:19 phones-off jumuah"))
        own.settings.display.states.remove(.phonesOff)
        #expect(try !scenes(own.plan([day], now: .utc("2026-11-21", 10))).contains { $0.contains("phones-off") })
    }

    @Test func `a prayer that is not called has no call, and a muted one is shown as unheard`() throws {
        var rules = MosqueRules()
        rules.adhan[.asr] = ByDay(.off)
        let report = report([try day("2026-11-21")], .utc, rules)
        var status = StatusReport.healthy
        status.mutedUntil = "2026-11-21T16:00:00+00:00"
        let plan = try DisplayPlan(report, status, .utc, settings, now: .utc("2026-11-21", 10))
        let calls = plan.scenes.filter { $0.scene == .adhan }
        #expect(calls.map(\.prayer) == ["fajr", "dhuhr", "maghrib", "isha"])
        #expect(calls.map(\.unheard) == [true, true, false, false])
        #expect(plan.days[0].times.first { $0.name == "asr" }?.adhan == nil)
        #expect(plan.notes.map(\.kind) == [.muted])
    }

    @Test(arguments: [("dhuhr", [DisplayPlan.Note.Kind.muted]), ("isha", [])])
    func `a prayer that is muted by name is shown as unheard, and named at the foot once it is the next`(
        name: String,
        notes: [DisplayPlan.Note.Kind]
    ) throws {
        var status = StatusReport.healthy
        status.adhans = [("dhuhr", "12"), ("isha", "20")].map { prayer, hour in
            var adhan = StatusReport.Adhan.sample
            (adhan.occasion, adhan.date) = ("adhan-\(prayer)", "2026-11-21")
            adhan.at = "2026-11-21T\(hour):00:00+00:00"
            (adhan.willSound, adhan.cause) = prayer == name ? (false, "muted") : (true, nil)
            return adhan
        }
        let report = report([try day("2026-11-21")], .utc, MosqueRules())
        let plan = try DisplayPlan(report, status, .utc, settings, unheard: [], now: .utc("2026-11-21", 10))
        #expect(plan.scenes.filter { $0.scene == .adhan && $0.unheard }.map(\.prayer) == [name])
        #expect(plan.notes.map(\.kind) == notes)
        #expect(MetricsTests.text(status).contains("adhand_muted 1\n"))
    }

    @Test func `a prayer of today that is withheld, or was skipped, is shown as unheard`() throws {
        var status = StatusReport.healthy
        status.today = [
            .init(prayer: "fajr", at: "2026-11-21T05:00:00+00:00", state: "skipped"),
            .init(prayer: "dhuhr", at: "2026-11-21T12:00:00+00:00", withheld: "its sound is off"),
            .init(prayer: "asr", at: "2026-11-21T15:00:00+00:00"),
        ]
        let days = try [day("2026-11-21"), day("2026-11-22")]
        let plan = try DisplayPlan(report(days), status, .utc, settings, now: .utc("2026-11-21", 10))
        let unheard = plan.scenes.filter { $0.scene == .adhan }.map(\.unheard)
        #expect(unheard == [true, true] + [Bool](repeating: false, count: 8))
    }

    @Test func `on Friday the khutbahs and their prayers are dark, and Dhuhr has no iqama`() throws {
        var friday = try day("2026-11-27")
        friday.jumuah = [friday[.dhuhr] + .minutes(75)]
        var rules = MosqueRules()
        rules.jumuah.iqama = 25 * 60
        let plan = try plan([friday], now: .utc("2026-11-27", 10), rules)
        #expect(scenes(plan, of: "jumuah") == "13:15-13:40 khutbah, 13:40-13:50 prayer")
        #expect(plan.days[0].jumuah.map(\.khutbah) == [try Instant.utc("2026-11-27", 13, 15).seconds])
        #expect(plan.days[0].weekday == 5)
        // On other days the same list means nothing.
        var saturday = try day("2026-11-28")
        saturday.jumuah = [saturday[.dhuhr] + .minutes(75)]
        #expect(try self.plan([saturday], now: .utc("2026-11-28", 10), rules).days[0].jumuah.isEmpty)
    }

    @Test(arguments: [JumuahRules.Call.dhuhr, .khutbah, .both])
    func `each adhan of a Friday prayer is called on the page`(call: JumuahRules.Call) throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600 + 900, 14 * 3600])
        (rules.jumuah.call, rules.jumuah.firstAdhan, rules.jumuah.iqama) = (call, 900, 25 * 60)
        let days = rules.applied(to: [try day("2026-11-27")], in: .utc)
        let plan = try plan(days, now: .utc("2026-11-27", 10), rules)
        let found = scenes(plan).filter { $0.hasSuffix("adhan jumuah") || $0.hasSuffix("adhan dhuhr") }
        let (dhuhr, first) = (["12:00-12:03 adhan dhuhr"], ["13:00-13:03 adhan jumuah", "13:45-13:48 adhan jumuah"])
        let khutbahs = ["13:15-13:18 adhan jumuah", "14:00-14:03 adhan jumuah"]
        switch call {
        case .dhuhr: #expect(found == dhuhr + first)
        case .khutbah: #expect(found == first + khutbahs)
        case .both: #expect(found == dhuhr + first + khutbahs)
        }
        // The call covers the khutbah's page, and names the prayer's beginning.
        let called = plan.scenes.filter { $0.scene == .adhan && $0.prayer == "jumuah" }
        #expect(called.first?.endsAt == (try Instant.utc("2026-11-27", 13, 40).seconds))
        let shown = plan.scenes.last { $0.from == (try? Instant.utc("2026-11-27", 13, 15).seconds) }
        #expect(shown?.scene == (call == .dhuhr ? .khutbah : .adhan))
    }

    @Test func `a Friday adhan that a person has switched off has no call`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600 + 900])
        (rules.jumuah.call, rules.jumuah.firstAdhan) = (.khutbah, 900)
        rules.switches[.dhuhr] = .off(by: "amina")
        let days = rules.applied(to: [try day("2026-11-27")], in: .utc)
        let plan = try plan(days, now: .utc("2026-11-27", 10), rules)
        #expect(!scenes(plan).contains { $0.hasSuffix("adhan jumuah") })
    }

    /// What is known of the calls by statuses of those times, each with what sounded then.
    private func call(_ statuses: (time: String, sounding: String?)...) -> SoundingCall? {
        statuses.reduce(nil) { last, told in
            var status = StatusReport.healthy
            (status.now, status.sounding) = ("2026-11-21T\(told.time)+00:00", told.sounding)
            return SoundingCall.after(status, last)
        }
    }

    @Test func `the call stays while it sounds, and the iqama within it waits for its end`() throws {
        let day = try day("2026-11-21", iqama: [.dhuhr: 3, .asr: 20])
        func found(_ prayer: String, _ call: SoundingCall?) throws -> String {
            let now = try Instant.utc("2026-11-21", 12, 2)
            return scenes(try DisplayPlan(report([day]), nil, .utc, settings, call: call, now: now), of: prayer)
        }
        let (dhuhr, asr) = ("2026-11-21 adhan-dhuhr", "2026-11-21 adhan-asr")
        #expect(try found("dhuhr", nil) == "12:00-12:03 adhan, 12:03-12:13 prayer")
        // As long as no end is told.
        let began = call(("12:00:00", dhuhr))
        #expect(try found("dhuhr", began) == "12:00-12:15 adhan, 12:15-12:25 prayer")
        let whole = call(("12:00:00", dhuhr), ("12:00:20", dhuhr), ("12:04:00", nil), ("12:04:20", nil))
        #expect(try found("dhuhr", whole) == "12:00-12:04 adhan, 12:04-12:14 prayer")
        // One that is shorter than `adhan_length` changes nothing, nor does one of another prayer.
        let stopped = call(("12:00:00", dhuhr), ("12:01:00", "the dua after 2026-11-21 adhan-dhuhr"))
        #expect(try found("dhuhr", stopped) == "12:00-12:03 adhan, 12:03-12:13 prayer")
        #expect(try found("asr", began).hasPrefix("15:00-15:03 adhan, "))
        #expect(
            try found("asr", call(("12:00:00", dhuhr), ("15:00:00", asr), ("15:04:00", nil)))
                == "15:00-15:04 adhan, 15:04-15:20 until-iqama, 15:20-15:30 prayer"
        )
    }

    @Test func `a call of hours is shown to its end, also where the display begins within it`() throws {
        let dhuhr = "2026-11-21 adhan-dhuhr"
        let found = call(("12:20:00", dhuhr), ("12:33:40", dhuhr))
        #expect(try found?.end == .utc("2026-11-21", 12, 35) && found?.isOver == false)
        #expect(try call(("12:20:00", dhuhr), ("12:34:00", dhuhr))?.end == .utc("2026-11-21", 12, 49))
        #expect(call(("12:20:00", nil), ("12:21:00", "2026-11-21 iqama-dhuhr")) == nil)
        // An adhan that follows another is another call, and one that was thought to be over sounds on.
        let asr = "2026-11-21 adhan-asr"
        #expect(call(("12:20:00", dhuhr), ("12:25:00", asr))?.key.occasion == .adhan(.asr))
        #expect(call(("12:20:00", dhuhr), ("12:21:00", nil), ("12:21:20", dhuhr))?.isOver == false)
        #expect(call(("12:20:00", "trial of a.mp3")) == nil)
    }

    @Test func `an iqama that waits for its adhan has no time on the call, and its adhkar come later`() throws {
        var material = Material()
        material.adhkar = [Slide(path: "/slides/a.png", isPicture: true, settings: SlideConfiguration())]
        func plan(_ call: SoundingCall?) throws -> DisplayPlan {
            let report = report([try day("2026-11-21", iqama: [.dhuhr: 3])])
            return try DisplayPlan(report, nil, .utc, settings, material, call: call, now: .utc("2026-11-21", 12, 2))
        }
        func iqama(_ plan: DisplayPlan) -> Int64? { plan.scenes.first { $0.prayer == "dhuhr" }?.endsAt }
        let usual = try plan(nil)
        #expect(iqama(usual) == (try Instant.utc("2026-11-21", 12, 3).seconds))
        #expect(scenes(usual).contains("12:13-12:18 after-prayer"))
        let dhuhr = "2026-11-21 adhan-dhuhr"
        #expect(iqama(try plan(call(("12:00:00", dhuhr)))) == nil)
        let late = try plan(call(("12:00:00", dhuhr), ("12:04:00", nil)))
        #expect(scenes(late).contains("12:14-12:19 after-prayer"))
    }

    @Test func `a Friday call that will not sound is shown as unheard, also once its second has come`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600 + 900])
        (rules.jumuah.call, rules.jumuah.firstAdhan) = (.khutbah, 900)
        let report = report(rules.applied(to: [try day("2026-11-27")], in: .utc), .utc, rules)
        var status = StatusReport.healthy
        (status.date, status.today) = ("2026-11-27", [])
        func told(_ occasion: String, _ cause: AdhanSilence.Cause?) -> StatusReport.Adhan {
            var adhan = StatusReport.Adhan.sample
            (adhan.occasion, adhan.date, adhan.cause) = (occasion, "2026-11-27", cause?.rawValue)
            adhan.willSound = cause == nil
            return adhan
        }
        func unheard(_ last: Set<OccasionKey> = [], _ call: SoundingCall? = nil) throws -> [Bool] {
            let now = try Instant.utc("2026-11-27", 10)
            let plan = try DisplayPlan(report, status, .utc, settings, call: call, unheard: last, now: now)
            return plan.scenes.filter { $0.scene == .adhan && $0.prayer == "jumuah" }.map(\.unheard)
        }
        status.adhans = [told("jumuah-1-adhan", nil), told("jumuah-1", .volume)]
        #expect(try unheard() == [false, true])
        status.adhans = [told("jumuah-1-adhan", .replaced), told("jumuah-1", nil)]
        #expect(try unheard() == [false, false])
        status.adhans = [told("jumuah-1-adhan", .recording), told("jumuah-1", nil)]
        #expect(try unheard() == [true, false])
        let last = status.unheard()
        // Its second has come, and the daemon forecasts the others.
        status.adhans = [told("jumuah-1", nil)]
        #expect(try unheard(last) == [true, false] && status.unheard(after: last) == last)
        // A card that is found in time is heard.
        var sounding = status
        (sounding.now, sounding.sounding) = ("2026-11-27T13:00:20+00:00", "2026-11-27 jumuah-1-adhan")
        #expect(try unheard(last, SoundingCall.after(sounding, nil)) == [false, false])
        status.date = "2026-11-29"
        #expect(status.unheard(after: last).isEmpty)
    }

    @Test func `the night is dimmed from half past ten to half an hour before Fajr, and gives way to any prayer`()
        throws
    {
        let days = try [day("2026-11-21"), day("2026-11-22")]
        let plan = try plan(days, now: .utc("2026-11-21", 10))
        #expect(scenes(plan).first == "22:30-04:30 night")
        // The later in the list counts.
        let late = [PrayerDay.plain(try CivilDate("2026-06-21"), isha: 23 * 3600), try day("2026-06-22")]
        #expect(scenes(try self.plan(late, now: .utc("2026-06-21", 10))).first == "23:10-04:30 night")
    }

    @Test func `slides come at their times of the day, before all other scenes, and only where there are some`() throws
    {
        var material = Material()
        let scenes = try slideScenes(material)
        #expect(scenes.isEmpty)
        material.slides = [Slide(path: "/slides/a.html", isPicture: false, settings: SlideConfiguration())]
        let found = try slideScenes(material)
        #expect(found.map(\.scene) == [.slides] && found.first?.every == 600 && found.first?.length == 120)
        #expect(found.first?.from == (try Instant.utc("2026-11-21", 0).seconds))
        #expect(found.first?.until == (try Instant.utc("2026-11-22", 0).seconds))
        // Where two overlap, the later in the list counts: any other scene.
        let all = try DisplayPlan(
            report([try day("2026-11-21", iqama: [.dhuhr: 20])]),
            nil,
            .utc,
            settings,
            material,
            now: .utc("2026-11-21", 10)
        ).scenes
        #expect(all.first?.scene == .slides && all.count > 1)
        var own = self
        own.settings.display.states.remove(.slides)
        #expect(try own.slideScenes(material).isEmpty)
    }

    /// The scenes of slides and adhkar.
    private func slideScenes(_ material: Material) throws -> [DisplayPlan.Scene] {
        let report = report([try day("2026-11-21", iqama: [.dhuhr: 20])])
        return try DisplayPlan(report, nil, .utc, settings, material, now: .utc("2026-11-21", 10)).scenes
            .filter { [.slides, .afterPrayer].contains($0.scene) }
    }

    @Test func `adhkar follow the prayer of which it is known when it is prayed`() throws {
        var material = Material()
        material.adhkar = [Slide(path: "/slides/a.png", isPicture: true, settings: SlideConfiguration())]
        let found = try slideScenes(material)
        #expect(found.map(\.scene) == [.afterPrayer])
        #expect(found.first?.from == (try Instant.utc("2026-11-21", 12, 30).seconds))
        #expect(found.first?.until == (try Instant.utc("2026-11-21", 12, 35).seconds))
        var own = self
        own.settings.display.states = [.slides]
        #expect(try own.slideScenes(material).isEmpty)
    }

    @Test func `a slide has its own length and days, and one for other days is not sent`() throws {
        var material = Material()
        var settings = [SlideConfiguration(), SlideConfiguration(), SlideConfiguration()]
        settings[1].length = .seconds(40)
        settings[1].days.weekdays = [6]
        settings[2].days.until = try CivilDate("2026-11-01")
        material.slides = settings.enumerated().map { index, settings in
            Slide(path: "/slides/\(index)", isPicture: index == 0, settings: settings)
        }
        let days = try [day("2026-11-20"), day("2026-11-21")]
        let plan = try DisplayPlan(report(days), nil, .utc, self.settings, material, now: .utc("2026-11-21", 10))
        #expect(plan.slides.map(\.image) == ["/slides/0", nil] && plan.slides.map(\.html) == [nil, "/slides/1"])
        #expect(plan.slides.map(\.seconds) == [15, 40])
        #expect(plan.slides[0].spans == nil)
        #expect(
            plan.slides[1].spans == [try [Instant.utc("2026-11-21", 0).seconds, Instant.utc("2026-11-22", 0).seconds]]
        )
    }

    @Test func `taraweeh is shown and dark after Isha in Ramadan`() throws {
        func plan(_ dates: String...) throws -> DisplayPlan {
            try self.plan(dates.map { try day($0, iqama: [.isha: 20]) }, now: .utc("2027-02-12", 10))
        }
        let ramadan = try plan("2027-02-12")
        #expect(scenes(ramadan, of: "taraweeh") == "20:30-21:30 prayer")
        #expect(ramadan.days.first?.taraweeh == (try Instant.utc("2027-02-12", 20, 30).seconds))
        let after = try plan("2027-03-12")
        #expect(after.days.first?.taraweeh == nil && !scenes(after).contains { $0.hasSuffix("taraweeh") })
    }

    // MARK: Days

    @Test func `a missing value is null, which the page tells from a missing field`() throws {
        let plan = try plan([day("2026-11-21")], now: .utc("2026-11-21", 10))
        let text = try JSONText.encode(plan, isPretty: false)
        let isha = try Instant.utc("2026-11-21", 20).seconds
        #expect(text.contains(#"{"adhan":\#(isha),"begins":\#(isha),"iqama":null,"name":"isha"}"#))
        for field in ["logo", "taraweeh", "hijri_evening", "from", "ends_at"] {
            #expect(text.contains("\"\(field)\":null"), "\(field)")
        }
        #expect(text.contains("\"now\":\(try Instant.utc("2026-11-21", 10).seconds)"))
    }

    @Test func `the zone's offsets have the night in which the clocks change`() throws {
        let zone = try SystemZones.find("Europe/London")
        let days = try ["2026-10-24", "2026-10-25", "2026-10-26"].map { PrayerDay.plain(try CivilDate($0)) }
        let plan = try plan(days, zone, now: .utc("2026-10-24", 10))
        #expect(plan.zone.map(\.offset) == [3600, 0])
        #expect(plan.zone.last?.from == (try Instant.utc("2026-10-25", 1).seconds))
        #expect(plan.zone.first.map { Double($0.from) < plan.now } == true)
    }

    @Test
    func
        `the Hijri date turns at Maghrib where the mosque's does, and Ramadan is counted down from ninety days before it`()
        throws
    {
        let days = try [day("2026-11-21"), day("2026-11-22")]
        #expect(try plan(days, now: .utc("2026-11-21", 10)).days[0].hijriEvening == nil)
        var own = self
        own.settings.hijri.turn = .maghrib
        let turned = try own.plan(days, now: .utc("2026-11-21", 10))
        #expect(turned.days[0].hijriEvening == turned.days[1].hijri && turned.days[1].hijri != nil)
        #expect(turned.countdown?.date == "2027-02-08")
        #expect(turned.countdown?.to == "ramadan")
        func countdown(_ today: String) throws -> String? {
            try plan([day(today)], now: .utc(today, 10)).countdown?.date
        }
        #expect(try countdown("2026-11-09") == nil)
        #expect(try countdown("2026-11-10") == "2027-02-08")
        #expect(try countdown("2027-02-07") == "2027-02-08")
        for today in ["2027-02-08", "2027-02-20", "2027-03-08", "2027-06-01"] { #expect(try countdown(today) == nil) }
    }

    @Test func `tomorrow is on the page once Isha is prayed, or from midnight on where the mosque wants that`() throws {
        var days = [try day("2026-11-21", iqama: [.isha: 30]), try day("2026-11-22"), try day("2026-11-23")]
        // From the end of Isha's prayer on; without an iqama, half an hour after its adhan.
        let turns = try [Instant.utc("2026-11-21", 20, 40), .utc("2026-11-22", 20, 30)].map(\.seconds)
        #expect(try plan(days, now: .utc("2026-11-21", 10)).days.map(\.from) == [nil] + turns)
        var own = self
        own.settings.display.tomorrow = .midnight
        #expect(try own.plan(days, now: .utc("2026-11-21", 10)).days.map(\.from) == [nil, nil, nil])
        // In Ramadan taraweeh comes first.
        days = [try day("2027-02-12", iqama: [.isha: 30]), try day("2027-02-13")]
        let end = try Instant.utc("2027-02-12", 21, 40).seconds
        #expect(try plan(days, now: .utc("2027-02-12", 10)).days.map(\.from) == [nil, end])
        // An iqama after midnight has to have passed, too.
        days = [PrayerDay.plain(try CivilDate("2026-06-21"), isha: 23 * 3600 + 3000), try day("2026-06-22")]
        days[0].iqama[.isha] = days[0][.isha] + .minutes(20)
        let late = try Instant.utc("2026-06-22", 0, 20).seconds
        #expect(try plan(days, now: .utc("2026-06-21", 10)).days.map(\.from) == [nil, late])
    }

    /// When the rows of Fajr, sunrise, Dhuhr, Asr and Maghrib turn, and the table; a dash where one never does.
    private func turns(_ days: [PrayerDay], _ rules: MosqueRules = MosqueRules()) throws -> String {
        let found = try plan(days, now: try #require(days.first)[.fajr], rules).days
        let all = found[0].times.prefix(5).map(\.turns) + found.dropFirst().prefix(1).map(\.from)
        return all.map { $0.map { ZoneRules.utc.clockText(Instant(seconds: $0)) } ?? "-" }.joined(separator: " ")
    }

    struct Turning: Sendable {
        let toml: String
        var date = "2026-11-21"
        /// Minutes from the adhan to the iqama.
        var waits: [Prayer: Int] = [.fajr: 30, .dhuhr: 20, .asr: 15, .maghrib: 10, .isha: 30]
        let expected: String
    }

    private static let turning = [
        // A prayer takes ten minutes from its iqama on. Without an iqama it is over half an hour after its adhan.
        Turning(toml: "tomorrow = \"each-prayer\"", expected: "05:40 07:30 12:30 15:25 18:20 20:40"),
        Turning(
            toml: "tomorrow = \"each-prayer\"",
            waits: [.dhuhr: 90],
            expected: "05:30 07:30 13:40 15:30 18:30 20:30"
        ),
        Turning(
            toml: "tomorrow = \"each-prayer\"\nprayer_length = \"25m\"",
            expected: "05:55 07:30 12:45 15:40 18:35 20:55"
        ),
        // No row turns before one above it.
        Turning(
            toml: "tomorrow = \"each-prayer\"\nprayer_length = \"1h\"",
            waits: [.fajr: 100],
            expected: "07:40 07:40 12:30 15:30 18:30 20:30"
        ),
        // Isha's row waits for taraweeh with the table.
        Turning(
            toml: "tomorrow = \"each-prayer\"",
            date: "2027-02-12",
            expected: "05:40 07:30 12:30 15:25 18:20 21:40"
        ),
        Turning(toml: "tomorrow = \"after-isha\"", expected: "- - - - - 20:40"),
        Turning(toml: "", expected: "- - - - - 20:40"),
        Turning(toml: "tomorrow = \"midnight\"", expected: "- - - - - -"),
    ]

    @Test(arguments: turning)
    func `each row turns to tomorrow once its prayer is over, where the mosque wants that`(_ row: Turning) throws {
        var own = self
        own.settings.display = try Self.display("[display]\n\(row.toml)")
        let today = try day(row.date, iqama: row.waits)
        #expect(try own.turns([today, .plain(today.date.adding(days: 1))]) == row.expected)
        // Without the next day's times every row keeps this day's.
        #expect(try own.turns([today, .plain(today.date.adding(days: 2))]) == "- - - - - -")
        #expect(try own.turns([today]) == "- - - - -")
    }

    @Test func `a Friday's Dhuhr turns after the last Jumu'ah, and sunrise after the Eid prayer`() throws {
        var own = self
        own.settings.display.tomorrow = .eachPrayer
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600 + 900, 14 * 3600])
        let friday = try [day("2026-11-27"), day("2026-11-28")]
        #expect(try own.turns(rules.applied(to: friday, in: .utc), rules) == "05:30 07:30 14:40 15:30 18:30 20:30")
        rules.jumuah.iqama = 25 * 60
        #expect(try own.turns(rules.applied(to: friday, in: .utc), rules) == "05:30 07:30 14:35 15:30 18:30 20:30")
        rules.eid.fitr = [8 * 3600]
        let eid = settings.hijri.start(of: try HijriMonth(year: 1448, month: 10))
        let feast = [PrayerDay.plain(eid), .plain(eid.adding(days: 1))]
        #expect(try own.turns(feast, rules) == "05:30 08:30 12:30 15:30 18:30 20:30")
    }

    @Test func `no row turns before its iqama has passed`() throws {
        var own = self
        own.settings.display = try Self.display("[display]\ntomorrow = \"each-prayer\"\nprayer_length = \"2m\"")
        for wait in stride(from: 0, through: 115, by: 5) {
            let today = try day("2026-11-21", iqama: [.fajr: wait, .dhuhr: wait, .asr: wait, .maghrib: wait])
            let plan = try own.plan([today, day("2026-11-22")], now: .utc("2026-11-21", 10))
            for time in plan.days[0].times where time.name != "isha" {
                #expect(try #require(time.turns) > max(time.iqama ?? 0, time.begins), "\(time)")
            }
        }
    }

    @Test func `an Isha after midnight keeps its day, and without a daemon there are no days, but the mosque's look`()
        throws
    {
        var own = self
        own.settings.display = try Self.display("[display]\nuntil_sunrise = true")
        let early = try Instant.utc("2026-11-21", 5)
        #expect(try own.plan([], now: early).look.untilSunrise && !plan([], now: early).look.untilSunrise)
        // An Isha after midnight keeps its day.
        let days = try [PrayerDay.plain(try CivilDate("2026-06-21"), isha: 24 * 3600 + 600), day("2026-06-22")]
        let plan = try plan(days, now: .utc("2026-06-21", 10))
        #expect(plan.days.map(\.from) == [nil, try Instant.utc("2026-06-22", 0, 40).seconds])
        let empty = try DisplayPlan(nil, nil, .utc, settings, now: .utc("2026-11-21", 10))
        #expect(empty.days.isEmpty && empty.scenes.isEmpty && empty.zone.count == 1)
        #expect(empty.look.colours.ground == "#10201f")
    }

    @Test func `a message is shown on its days, and one for other days is not sent`() throws {
        let texts = [
            "text = \"always\"", "text = \"friday\"\ndays = [\"friday\"]", "text = \"over\"\nuntil = \"2026-11-01\"",
            "text = \"soon\"\nfrom = \"2026-11-28\"\nlanguage = \"ar\"",
        ]
        let toml = texts.map { "[[display.messages]]\n\($0)\n" }.joined()
        var own = self
        own.settings.display = try Self.display(toml)
        let days = try (21...28).map { try day("2026-11-\($0)") }
        let bar = try own.plan(days, now: .utc("2026-11-21", 10)).bar
        #expect(bar.map(\.text) == ["always", "friday", "soon"])
        #expect(bar[0].spans == nil && bar[2].language == "ar")
        #expect(bar[1].spans == [try [Instant.utc("2026-11-27", 0).seconds, Instant.utc("2026-11-28", 0).seconds]])
        #expect(bar[2].spans?.count == 1)
    }

    @Test func `times of a place that nobody has set are not the mosque's, nor is its zone its name`() throws {
        var report = report([try day("2026-11-21")])
        #expect(report.without(SkippedSources([.calculation], because: "no place is set")).days.isEmpty)
        #expect(report.without(SkippedSources([.aladhan], because: "no place is set")).days.count == 1)
        #expect(report.without(nil) == report)
        #expect(
            try DisplayPlan(report, nil, .utc, settings, now: .utc("2026-11-21", 10)).mosque.name == "Central Mosque"
        )
        report.place.name = report.place.timezone
        #expect(try DisplayPlan(report, nil, .utc, settings, now: .utc("2026-11-21", 10)).mosque.name == nil)
        var own = settings
        own.display.name = "Masjid"
        #expect(try DisplayPlan(report, nil, .utc, own, now: .utc("2026-11-21", 10)).mosque.name == "Masjid")
    }

    @Test func `a report that is not understood is refused`() throws {
        let told = try JSONText.encode(report([try day("2026-11-21")]), isPretty: false)
        let asr = #""asr":"2026-11-21T"#
        #expect(told.contains(asr))
        let other = Array(told.replacing(asr, with: #""asr":"1:2026-11-21T"#).utf8)
        #expect(throws: ReportedMoment.NoMoment.self) { try JSONText.decode(TimesReport.self, from: other) }
    }

    // MARK: Notes

    @Test func `the foot says where the times come from, and what is wrong`() throws {
        func notes(_ source: SourceName?, _ change: (inout StatusReport) -> Void) throws -> [DisplayPlan.Note] {
            var status = StatusReport.healthy
            change(&status)
            let days = try source.map { [PrayerDay.plain(try CivilDate("2026-11-21"), source: $0)] }
            return try DisplayPlan(days.map { report($0) }, status, .utc, settings, now: .utc("2026-11-21", 10)).notes
        }
        func kinds(_ source: SourceName?, _ change: (inout StatusReport) -> Void) throws -> [DisplayPlan.Note.Kind] {
            try notes(source, change).map(\.kind)
        }
        #expect(try kinds(nil) { _ in }.isEmpty)
        #expect(try kinds(.calculation) { _ in }.isEmpty, "no timetable is expected")
        #expect(try kinds(nil) { $0.clock.state = "untrusted" } == [.clockUntrusted])
        #expect(try kinds(nil) { $0.audio.state = "failing" } == [.noSound])
        #expect(try kinds(nil) { $0.audio.state = "silent" }.isEmpty, "a silence that somebody chose is no failure")
        #expect(
            try kinds(.calculation) { $0.sources = [.init(name: "s3", state: "failing", words: "")] } == [
                .calculated, .offline,
            ]
        )
        // One that answers without times is not offline.
        #expect(
            try kinds(.calculation) { $0.sources = [.init(name: "s3", state: "faulty", words: "")] } == [.calculated]
        )
        let file = try notes(.file) {
            $0.sources = [.init(name: "file", state: "ok", words: "", through: "2026-12-31")]
            // A single time that the calculation mends says nothing of the day.
            $0.next?.source = "calculation"
        }
        #expect(file.map(\.kind) == [.source] && file.first?.until == "2026-12-31")
        let old = try notes(.calculation) {
            $0.sources = [.init(name: "file", state: "faulty", words: "", ended: "2025-12-31")]
        }
        #expect(old.map(\.kind) == [.old] && old.first?.until == "2025-12-31")
    }

    @Test(arguments: [true, false])
    func `the faults of the status are on the page, where the mosque wants them`(wanted: Bool) throws {
        var settings = settings
        settings.display.showsFaults = wanted
        let card = Fault(.cardMissing, detail: "Unknown PCM default")
        var status = StatusReport.healthy
        status.problems = [
            .init(.mirror, what: "no mirror", advice: "-"), .init(.missed, what: "fajr was missed", advice: "-"),
            .init(.source, what: "no network", advice: "-"), .init(.display, what: "too long", advice: "-"),
            .init(.sound, nil, card, what: nil, command: nil),
        ]
        let days = report([try day("2026-11-21")])
        let plan = try DisplayPlan(days, status, .utc, settings, now: .utc("2026-11-21", 10))
        let faults = plan.notes.filter { $0.kind == .fault }
        let words = ["fajr was missed", card.sentence, "no mirror", "+2"]
        #expect(faults.map(\.text) == (wanted ? words : []))
        #expect(faults.map(\.fault) == (wanted ? [nil, card, nil, nil] : []), "the page has a sentence for it")
    }

    @Test func `by a clock that is not trusted the page calls nothing, and without sound it is the call`() throws {
        func calls(_ change: (inout StatusReport) -> Void) throws -> [Bool] {
            var status = StatusReport.healthy
            change(&status)
            return try DisplayPlan(
                report([try day("2026-11-21")]),
                status,
                .utc,
                settings,
                now: .utc("2026-11-21", 10)
            ).scenes.filter { $0.scene == .adhan }.map(\.unheard)
        }
        #expect(try calls { _ in } == [Bool](repeating: false, count: 5))
        for state in ["failing", "silent"] {
            #expect(try calls { $0.audio.state = state } == [Bool](repeating: true, count: 5))
        }
        #expect(try calls { $0.clock.state = "untrusted" }.isEmpty)
    }

    @Test func `a plan of a daemon that told its days weeks ago begins with yesterday`() throws {
        let days = try (1...30).map { try day("2026-11-\($0 < 10 ? "0" : "")\($0)") }
        let near = report(days).near(try CivilDate("2026-11-21"))
        #expect(near.days.map(\.date.description) == (20...28).map { "2026-11-\($0)" })
    }

    static func display(_ toml: String) throws -> DisplayConfiguration {
        let table = ConfigTable("", [try TOMLNode.parse(Array(toml.utf8), file: "config.toml")])
        return DisplayConfiguration(table.table("display"))
    }
}

extension StatusReport {
    /// Nothing needs attention, and the next prayer is Dhuhr.
    static let healthy = StatusReport(
        health: .healthy,
        version: "1",
        now: "2026-11-21T10:00:00+00:00",
        since: "2026-11-21T09:00:00+00:00",
        place: .init(name: "Central Mosque", latitude: 53, longitude: -2, timezone: "UTC", isSet: true),
        next: .init(
            prayer: "dhuhr",
            date: "2026-11-21",
            at: "2026-11-21T12:00:00+00:00",
            inSeconds: 7200,
            source: "calculation"
        ),
        date: "2026-11-21",
        today: [],
        clock: .init(state: "synchronised", words: ""),
        audio: .init(state: "ok", words: ""),
        selfTest: .init(state: "ok", words: ""),
        timetable: .init(state: "calculation", words: ""),
        sources: [],
        ledger: .init(state: "ok", words: ""),
        configuration: .init(state: "ok", words: ""),
        problems: []
    )
}
