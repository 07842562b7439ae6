import AdhanCore
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanSupport
@testable import AdhanTimetables

/// The last usable version of the mosque's file, for a process that finds the file lost or broken.
@Suite struct KeptTimetableTests {
    private let directory: TestDirectory
    private let calculator: PrayerCalculator
    private let date: CivilDate
    private let store: TimetableStore

    init() throws {
        directory = try TestDirectory()
        date = try CivilDate("2026-02-03")
        calculator = try .london
        let folders = ["STATE_DIRECTORY": directory.file("state")]
        try FileManager.default.createDirectory(atPath: directory.file("state"), withIntermediateDirectories: false)
        store = TimetableStore(Locations(resources: "/nowhere", daemon: true, environment: folders))
    }

    private func write(_ text: String) throws { try directory.write(Array(text.utf8), to: "2026.json") }

    private func year(fajr: String = "05:41", hour: Int = 0) -> String {
        """
        {"year": 2026, "prayerTimes": [{"date": "2026-02-03", "fajr": "\(fajr)", "sunrise": "0\(7 + hour):36",
        "dhuhr": "\(12 + hour):20", "asr": "\(14 + hour):28", "maghrib": "\(16 + hour):54", "isha": "\(18 + hour):42"}]}
        """
    }

    /// A new process, which has looked at the file.
    private func started(_ name: String = "2026.json", _ other: PrayerCalculator? = nil, looks: Bool = true)
        -> TimetableFile
    {
        let validator = TimetableValidator(calculator: other ?? calculator)
        let file = TimetableFile(directory.file(name), validator, store: store)
        if looks { file.readIfChanged() }
        return file
    }

    /// A process that has read the file and kept it, and ended.
    private func keep() throws {
        let file = started()
        #expect(file.isUnkept)
        try file.keep()
        #expect(!file.isUnkept)
    }

    private func fajr(_ file: TimetableFile) -> String? {
        file.days(date...date, in: calculator.zone).first.map { calculator.zone.formatted($0[.fajr]) }
    }

    private static let day = "2026-02-03T05:41:00+00:00"
    private static let words = "its last usable version is used, which is kept since "

    @Test func `a restart without the file has its times, and says since when they are kept`() throws {
        try write(year())
        try keep()
        try FileManager.default.removeItem(atPath: directory.file("2026.json"))
        let file = started()
        #expect(fajr(file) == Self.day && !file.isUnkept && file.remedyIfMissing != nil)
        let problem = try #require(file.problems.first)
        #expect(problem.contains("2026.json") && problem.contains("; " + Self.words), "\(problem)")
        #expect(file.brief(beside: nil) == [problem] && file.problems(from: date, beside: nil) == [problem])
        // A file that is whole again replaces it.
        try write(year(fajr: "05:39"))
        #expect(file.readIfChanged() && file.problems.isEmpty && file.isUnkept)
        #expect(fajr(file) == "2026-02-03T05:39:00+00:00")
        try file.keep()
        #expect(try store.load(of: .init(file.path, calculator))?.bytes == Array(year(fajr: "05:39").utf8))
    }

    @Test func `so does one that finds it broken, or whose disk does not answer`() throws {
        for text in ["", "{", "PK\u{3}\u{4}"] {
            try write(year())
            try keep()
            try write(text)
            let file = started()
            #expect(fajr(file) == Self.day && file.problems.first?.contains(Self.words) == true, "\(file.problems)")
        }
        try write(year())
        let file = started(looks: false)
        file.load()
        #expect(file.isStalled && fajr(file) == Self.day && file.standIn?.hasPrefix(Self.words) == true)
        // The same days, from the file itself.
        #expect(!file.readIfChanged() && !file.isStalled && file.problems.isEmpty && file.isUnkept)
    }

    @Test func `a version of which no day can be used replaces none that can`() throws {
        try write(year())
        try keep()
        let running = started()
        try write(year(fajr: "06:41", hour: 1))
        #expect(running.readIfChanged() && fajr(running) == Self.day)
        let problem = try #require(running.problems.first)
        #expect(problem.contains("no day of it can be used"), "\(problem)")
        #expect(problem.hasSuffix("; the days read before are still used") && running.problems.count == 1, "\(problem)")
        #expect(running.isUnkept, "what is in use has not been kept yet")
        try running.keep()
        let file = started()
        #expect(fajr(file) == Self.day && file.problems.first?.contains(Self.words) == true, "\(file.problems)")
    }

    @Test func `another file's or another place's times are not revived`() throws {
        try write(year())
        try keep()
        #expect(fajr(started("other.json")) == nil)
        try FileManager.default.removeItem(atPath: directory.file("2026.json"))
        let places = [
            PrayerCalculator(
                coordinates: try Coordinates(latitude: 51.6, longitude: -0.1278),
                zone: calculator.zone,
                method: .mwl
            ),
            PrayerCalculator(
                coordinates: calculator.coordinates,
                zone: try SystemZones.find("Europe/Lisbon"),
                method: .mwl
            ),
        ]
        for place in places { #expect(fajr(started("2026.json", place)) == nil) }
        #expect(fajr(started()) == Self.day)
    }

    @Test func `what is kept is written once, and again if it is damaged`() throws {
        try write(year())
        try keep()
        let before = TestDirectory.bytes(of: store.file)
        try keep()
        #expect(TestDirectory.bytes(of: store.file) == before)
        try directory.write(Array("{".utf8), to: "state/timetable.json")
        try FileManager.default.moveItem(atPath: directory.file("2026.json"), toPath: directory.file("away.json"))
        let file = started()
        #expect(
            fajr(file) == nil && file.problems.first?.contains("it is no kept timetable") == true,
            "\(file.problems)"
        )
        try FileManager.default.moveItem(atPath: directory.file("away.json"), toPath: directory.file("2026.json"))
        try keep()
        #expect(try store.load(of: .init(file.path, calculator)) != nil)
    }

    @Test func `after a reload the days in use go before what is kept`() throws {
        try write(year())
        try keep()
        try write(year(fajr: "05:39"))
        let running = started()
        try write("{")
        let next = started()
        #expect(fajr(next) == Self.day)
        next.adopt(running)
        #expect(fajr(next) == "2026-02-03T05:39:00+00:00")
        #expect(next.problems.first?.hasSuffix("the days read before are still used") == true, "\(next.problems)")
    }

    /// A reader of tables that has an answer, or fails for a reason of its own.
    private struct ScriptedReader: TableReader {
        let days: WrittenTimetable?

        func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
            guard let days else { throw .unread("the program is gone") }
            return days
        }
    }

    /// A new process with a reader that recognises that JSON in any table; nil for one that fails.
    private func started(
        recognising text: String?,
        clock: FileClock = .local,
        looks: Bool = true
    ) throws -> TimetableFile {
        let days = try text.map { try WrittenTimetable(Array($0.utf8)) }
        let validator = TimetableValidator(calculator: calculator, clock: clock, reader: ScriptedReader(days: days))
        let file = TimetableFile(directory.file("2026.json"), validator, store: store)
        if looks { file.readIfChanged() }
        return file
    }

    /// A process that has recognised a table and kept it, and ended.
    private func keepTable(_ text: String = "a table") throws {
        try write(text)
        let file = try started(recognising: year())
        #expect(fajr(file) == Self.day && file.problems.isEmpty)
        try file.keep()
    }

    @Test func `a restart whose reader of tables fails has the days of the last one`() throws {
        try keepTable()
        let before = TestDirectory.bytes(of: store.file)
        try keepTable()
        #expect(TestDirectory.bytes(of: store.file) == before)
        let file = try started(recognising: nil)
        #expect(fajr(file) == Self.day)
        let problem = try #require(file.problems.first)
        #expect(problem.contains("2026.json: the program is gone; " + Self.words), "\(problem)")
        // A disk that does not answer leaves no time to recognise it again.
        let stalled = try started(recognising: year(fajr: "05:39"), looks: false)
        stalled.load()
        #expect(fajr(stalled) == Self.day)
        // The file is lost as well.
        try FileManager.default.removeItem(atPath: directory.file("2026.json"))
        #expect(fajr(try started(recognising: nil)) == Self.day)
        #expect(fajr(try started(recognising: year(fajr: "05:39"))) == "2026-02-03T05:39:00+00:00")
    }

    @Test func `the days of a table that the config reads in another way by now are not used`() throws {
        try keepTable()
        let file = try started(recognising: nil, clock: .utc)
        #expect(fajr(file) == nil)
        #expect(
            file.problems.first?.hasSuffix("nor can its last usable version be used: the program is gone") == true,
            "\(file.problems)"
        )
    }

    @Test func `a store of an earlier version has no such days, and gets them`() throws {
        try keepTable()
        let kept = try #require(
            JSONSerialization.jsonObject(with: Data(TestDirectory.bytes(of: store.file))) as? [String: Any]
        )
        #expect(Set(kept.keys) == ["path", "latitude", "longitude", "timezone", "readAt", "content", "days"])
        let json = try JSONSerialization.data(withJSONObject: kept.filter { $0.key != "days" })
        try directory.write(Array(json), to: "state/timetable.json")
        #expect(try fajr(started(recognising: nil)) == nil && fajr(started(recognising: year())) == Self.day)
        try keepTable()
        #expect(fajr(try started(recognising: nil)) == Self.day)
        // Damaged days cost nothing but themselves.
        let damaged = try JSONSerialization.data(
            withJSONObject: kept.merging(["days": Data("{}".utf8).base64EncodedString()]) { $1 }
        )
        try directory.write(Array(damaged), to: "state/timetable.json")
        #expect(try store.load(of: .init(directory.file("2026.json"), calculator))?.days == nil)
        #expect(fajr(try started(recognising: year())) == Self.day)
    }

    @Test func `numbers that no file has are no days`() throws {
        try keepTable()
        var days = try #require(store.load(of: .init(directory.file("2026.json"), calculator))?.days)
        let json = String(decoding: try JSONText.bytes(of: days), as: UTF8.self)
        let most = (Int.max, Int.min)
        for (now, then) in [
            ("\"fajr\":20460", "\"fajr\":\(most.0)"), ("\"iqama\":[]", "\"iqama\":[\"isha\",\(most.1)]"),
        ] {
            #expect(json.contains(now), "\(json)")
            days = try JSONText.decode(KeptTimetable.Days.self, from: Array(json.replacing(now, with: then).utf8))
            #expect(!days.written.isSound, "\(then)")
        }
    }

    @Test func `a reader that failed is asked again after a while, and not at each look`() throws {
        try keepTable()
        let file = try started(recognising: nil)
        #expect(!file.readIfChanged() && !file.state.withLock { $0.retryAt == nil })
        try write("another table")
        #expect(!file.readIfChanged())
        file.state.withLock { $0.retryAt = BootClock.now() }
        file.readIfChanged()
        #expect(file.state.withLock { $0.retryAt.map { $0 > BootClock.now() + .minutes(9) } == true })
        #expect(fajr(file) == Self.day)
    }
}
