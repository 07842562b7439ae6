import AdhanTestSupport
import Testing

@testable import AdhanCore

@Suite struct PreferencesTests {
    private let at = Instant(seconds: 1_795_240_080)

    private func change(_ key: String, _ value: String) throws -> Preferences.Change {
        try Preferences.Change(key, value, who: "amina", at: at)
    }

    @Test(arguments: [
        ("volume", "60"), ("volume.fajr", "62.5"), ("volume.isha", "0"), ("volume.fajr", "0.001"),
        ("adhan.dhuhr", "off"), ("adhan.asr", "on"),
        ("hijri.adjust", "1448-08-01=2027-01-10"),
    ])
    func `a setting is read and written the same`(key: String, value: String) throws {
        let change = try change(key, value)
        #expect(change.key.name == key && change.value?.text == value)
    }

    @Test func `capital letters and decibels are read as well`() throws {
        #expect(try change("adhan.dhuhr", "OFF").value == .isOn(false) && change("adhan.dhuhr", "Default").value == nil)
        #expect(try change("volume.fajr", "60%").value == .volume(Volume(percent: 60)))
        #expect(try change("volume.fajr", "-12dB").value == .volume(Volume(decibels: -12)))
    }

    @Test(arguments: [
        ("fajr", "off", "adhan.fajr off"), ("Zuhr", "on", "adhan.dhuhr on"), ("fajr", "60", "volume.fajr 60"),
        ("fajr", "-12dB", "volume.fajr 63.1"), ("volume", "fajr 60", "volume.fajr 60"),
        ("adhan", "zuhr off", "adhan.dhuhr off"),
        ("hijri", "1448-08-01=2027-01-10", "hijri.adjust 1448-08-01=2027-01-10"),
    ])
    func `a setting is known by what people type for it`(key: String, value: String, meant: String) throws {
        let (found, text) = try Preferences.Key.meant(by: key, value)
        let change = try change(found.name, text)
        #expect("\(change.key.name) \(change.value?.text ?? "default")" == meant)
        // The state file has whole names only.
        #expect(throws: InvalidValue.self) { try self.change(key, value) }
    }

    @Test func `a prayer's name alone does not say which setting is to be the config's`() {
        let words =
            "Fajr has two settings; write one of them: adhand set adhan.fajr default, or adhand set volume.fajr default"
        #expect(refusal { try Preferences.Key.meant(by: "fajr", "default") } == words)
    }

    @Test func `a wrong setting is named with what to write`() throws {
        func words(_ key: String, _ value: String) -> String { refusal { try change(key, value) } }
        #expect(words("loudness", "off").hasPrefix("'loudness' is no setting; "))
        #expect(words("volume.farj", "60") == "'volume.farj' is no setting; did you mean 'volume.fajr'?")
        let volume = "it is a number from 0 to 100, decibels such as -12dB, or default"
        for wrong in ["loud", "101", "-1", "-97dB", "3dB", "", "inf", "0x10", "1e2", "60 "] {
            #expect(words("volume", wrong) == "volume: '\(wrong)' is no volume; \(volume)")
        }
        let hijri = "is not +1, -1, +2, -2 or default; to name the day of the month: adhand hijri today is 15"
        for wrong in ["1", "+3", "1448-08-01", "1448-08-02=2027-01-10", "1448-08-01=2027-1-10"] {
            #expect(words("hijri.adjust", wrong) == "hijri.adjust: '\(wrong)' \(hijri)")
        }
        #expect(words("adhan.dhuhr", "0") == "adhan.dhuhr: '0' is not on, off or default")
    }

    @Test func `a volume that was set counts before the config's, until it is set back`() throws {
        var sounds = SoundPlan(adhan: Recordings("adhan.mp3"))
        sounds.volumes.ofPrayers[.fajr] = Volume(percent: 40)
        var preferences = Preferences([try change("volume.fajr", "60"), try change("volume", "80")])
        func volume(of prayer: Prayer) -> Volume { preferences.applied(to: sounds).volumes.volume(of: prayer, at: 0) }
        #expect(volume(of: .fajr) == Volume(percent: 60) && volume(of: .asr) == Volume(percent: 80))
        preferences.apply(try change("volume.fajr", "default"))
        #expect(volume(of: .fajr) == Volume(percent: 40) && preferences.inForce.map(\.key.name) == ["volume"])
    }

    @Test func `the start of a Hijri month counts before the config's, and is shown as long as it does`() throws {
        var rules = MosqueRules()
        rules.calendar = try .with(["1448-07": "2026-12-11", "1448-08": "2027-01-10"])
        let preferences = Preferences([try change("hijri.adjust", "1448-08-01=2027-01-09")])
        let date = try CivilDate("2027-01-24")
        #expect(preferences.applied(to: rules).calendar.date(date)?.description == "1448-08-16")
        #expect(preferences.applied(to: rules).calendar.declaration(of: try HijriMonth("1448-09")) == nil)
        for (day, count) in [("2027-01-10", 1), ("2027-02-07", 1), ("2027-02-08", 0)] {
            #expect(preferences.inForce(on: try CivilDate(day), beside: rules.calendar).count == count, "\(day)")
        }
        // With this Ramadan Sha'ban would have 28 days.
        let other = Preferences([try change("hijri.adjust", "1448-08-01=2027-01-10")])
        rules.calendar = try .with(["1448-09": "2027-02-07"])
        #expect(other.applied(to: rules).calendar == rules.calendar)
        let words = other.hijriProblem(on: try CivilDate("2027-01-20"), beside: rules.calendar)
        #expect(words?.contains("that amina set does not fit [hijri.starts]") == true)
        #expect(other.hijriProblem(on: try CivilDate("2027-04-20"), beside: rules.calendar) == nil)
        #expect(preferences.hijriProblem(on: try CivilDate("2027-01-20"), beside: rules.calendar) == nil)
    }

    @Test func `an adhan that was switched on or off counts before the config`() throws {
        var rules = MosqueRules()
        rules.adhan[.asr] = ByDay(.off)
        let preferences = Preferences([try change("adhan.dhuhr", "off"), try change("adhan.asr", "on")])
        let date = try CivilDate("2026-11-21")
        let found = preferences.applied(to: rules).occasions(of: .plain(date), before: nil, in: .utc)
        #expect(found.first { $0.key.occasion == .adhan(.dhuhr) }?.silence == .switchedOff(by: "amina"))
        #expect(found.first { $0.key.occasion == .adhan(.asr) }?.silence == nil)
    }
}
