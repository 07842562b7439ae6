import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

/// The timetables in `Resources`, as they are shipped.
struct BundledTimetableTests {
    private let box: Box
    private let folder = Binary.root + "/Resources/timetables"
    private let names = ["PrayerTimes2026.json", "PrayerTimes2027.json"]

    /// In Rochdale, with a method similar to theirs: where twilight lasts all night in summer, methods differ by more
    /// than the check allows.
    init() throws {
        box = try Box(
            "[place]\nlatitude = 53.6097\nlongitude = -2.1561\ntimezone = \"Europe/London\"\n"
                + "[calculation]\nmethod = \"moonsighting\"\nhigh_latitude = \"seventh-of-night\"\n"
        )
    }

    @Test func `the shipped timetables are in order, with the congregation's times`() throws {
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
        for (name, year) in zip(names, [2026, 2027]) {
            let path = folder + "/" + name
            let outcome = try box.runConfigured("timetable check \(path)").expect(0)
            #expect(outcome.output == "\(path) is in order: mosque-year, 365 days\n")
            let written = try WrittenTimetable(TestDirectory.bytes(of: path))
            #expect(written.year == year)
            let days = written.days(in: .utc)
            #expect(days.allSatisfy { $0.day.iqama.keys.count == 5 })
            for (prayer, minutes) in [(Prayer.fajr, 30), (.dhuhr, 15), (.asr, 15), (.maghrib, 5), (.isha, 15)] {
                #expect(days.allSatisfy { $0.day.iqama[prayer] == $0.day[prayer] + .minutes(minutes) }, "\(prayer)")
            }
            #expect(days.allSatisfy { $0.day[.fajr] + .minutes(30) < $0.day[.sunrise] }, "prayed before sunrise")
        }
    }

    @Test func `they are used in Rochdale, and not in Manchester`() throws {
        let rochdale = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        let manchester = try Coordinates(latitude: 53.4808, longitude: -2.2426)
        for (name, year) in zip(names, [2026, 2027]) {
            let scope = BundleScope(try WrittenTimetable(TestDirectory.bytes(of: folder + "/" + name)))
            let date = try CivilDate(year: year, month: 6, day: 1)
            #expect(scope.objection(at: rochdale, on: date) == nil)
            #expect(scope.objection(at: manchester, on: date)?.description.contains("16 km away") == true)
        }
    }

    @Test func `their tool reproduces them to the byte, whatever this machine's config`() throws {
        box.makeFolders("etc")
        try box.write("[timetable]\nclock = \"utc\"\n", "etc/config.toml")
        let made = box.file("made")
        try ChildProcess.run(
            [Binary.root + "/Resources/make-timetable", try Binary.path, made],
            environment: ["CONFIGURATION_DIRECTORY": box.file("etc"), "TZ": "Asia/Tokyo"]
        )
        for name in names {
            let same = TestDirectory.bytes(of: made + "/" + name) == TestDirectory.bytes(of: folder + "/" + name)
            #expect(same, "\(name): make timetables, and look why it differs")
        }
    }

    @Test func `they are calculated with the customary settings of Great Britain`() throws {
        struct Suggestion: Decodable { let method, madhab, high_latitude: String }
        let place = "--latitude 53.6097 --longitude -2.1561 --timezone Europe/London"
        let suggestion = try box.run("methods suggest \(place) --format json").decoded(Suggestion.self)
        let rules =
            "rules=(--method \(suggestion.method) --madhab \(suggestion.madhab) "
            + "--high-latitude \(suggestion.high_latitude))"
        let tool = String(decoding: TestDirectory.bytes(of: Binary.root + "/Resources/make-timetable"), as: UTF8.self)
        #expect(tool.contains(rules), "\(rules)")
    }
}
