import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanTimetables

@Suite struct BundleAsSourceTests {
    private let rig: RemoteRig
    private let directory: TestDirectory
    private let shipped = Binary.root + "/Resources/timetables/PrayerTimes{year}.json"

    init() throws { (rig, directory) = (try RemoteRig(), try TestDirectory()) }

    private func bundle(_ path: String, at place: Coordinates?) -> BundledTimetable {
        BundledTimetable(path, at: place, TimetableValidator(calculator: rig.calculator))
    }

    private func days(_ bundle: BundledTimetable, _ date: String) throws -> [PrayerDay] {
        let date = try CivilDate(date)
        bundle.load(date...date)
        return bundle.days(date...date, in: rig.calculator.zone)
    }

    /// The text of the bundle's 2026.
    private var text: String {
        get throws { try String(contentsOfFile: shipped.replacing("{year}", with: "2026"), encoding: .utf8) }
    }

    /// A bundle in the test's own folder, at the place of the one that is shipped.
    private var own: BundledTimetable { bundle(directory.file("{year}.json"), at: rig.calculator.coordinates) }

    @Test func `a timetable is used at its own place, in its years, whatever the config's method`() throws {
        let bundle = bundle(shipped, at: rig.calculator.coordinates)
        #expect(try days(bundle, "2026-11-21").map(\.source) == [.bundle])
        #expect(try days(bundle, "2027-02-03").map(\.source) == [.bundle] && days(bundle, "2031-02-03").isEmpty)
        #expect(bundle.problems.isEmpty && bundle.isElsewhere == nil)
    }

    @Test func `one that a mirror may replace is looked at as often as the mosque's own file`() {
        let validator = TimetableValidator(calculator: rig.calculator)
        let mirror = ResourceLookup.Mirror(name: "main", directory: directory.path)
        let lookup = ResourceLookup(mirrors: [mirror], roots: [])
        let mirrored = BundledTimetable(shipped, at: rig.calculator.coordinates, validator, lookup: lookup)
        #expect(mirrored.interval == TimetableFile.interval)
        #expect(bundle(shipped, at: nil).interval > TimetableFile.interval)
    }

    @Test func `elsewhere it is not used, which is a fault, since the config names it`() throws {
        for place in [try Coordinates(latitude: 51.5, longitude: -0.1), nil] {
            let bundle = bundle(shipped, at: place)
            #expect(try days(bundle, "2026-11-21").isEmpty)
            #expect(bundle.problems.count == 1 && bundle.isElsewhere?.contains("the bundled timetable") == true)
        }
    }

    @Test func `a configured bundle that has ended, or soon ends, is reported`() throws {
        let (place, date) = (rig.calculator.coordinates, try CivilDate("2028-01-05"))
        let named = bundle(shipped, at: place)
        #expect(try days(named, "2026-11-21").count == 1)
        #expect(named.fault(on: try CivilDate("2026-11-21")) == nil)
        #expect(try !days(named, "2027-12-01").isEmpty)
        let soon = named.fault(on: try CivilDate("2027-12-05"))
        #expect(soon == "\(shipped) has times until 2027-12-31 only")
        #expect(named.fault(on: date) == "\(shipped) ended on 2027-12-31 and has no times for today")
        let late = bundle(shipped, at: place)
        #expect(try days(late, "2028-01-05").isEmpty)
        #expect(late.fault(on: date) == "\(shipped) has no file for 2028")
    }

    @Test func `a configured bundle that cannot be used is a fault`() throws {
        let missing = bundle(directory.file("none.json"), at: rig.calculator.coordinates)
        #expect(try days(missing, "2026-11-21").isEmpty)
        #expect(missing.problems.first?.contains("none.json") == true)

        let text = try text
        try directory.write(Array(text.utf8), to: "own.json")
        let own = bundle(directory.file("own.json"), at: rig.calculator.coordinates)
        let december = try CivilDate("2026-12-15")
        own.load(december...december.adding(days: 31))
        #expect(own.problems.isEmpty && own.days(december...december, in: rig.calculator.zone).count == 1)

        let january = try CivilDate("2027-01-01")
        let old = bundle(directory.file("own.json"), at: rig.calculator.coordinates)
        old.load(january...january)
        #expect(old.problems.first?.contains("is of 2026, and is not valid in another year") == true)
    }

    @Test func `a bundle that could not be read, is half written, or of another place, is read again`() throws {
        let (bundle, text, day) = (own, try text, "2026-11-21")
        // A folder cannot be read as a file, not even by root.
        mkdir(directory.file("2026.json"), 0o700)
        for _ in 1...2 {
            #expect(try days(bundle, day).isEmpty)
            #expect(bundle.problems == ["\(directory.file("2026.json")): it is not an ordinary file"])
        }
        rmdir(directory.file("2026.json"))
        #expect(try days(bundle, day).isEmpty && bundle.problems.isEmpty)
        try directory.write(Array(text.utf8.prefix(4000)), to: "2026.json")
        #expect(try days(bundle, day).isEmpty && bundle.problems.count == 1)
        // What was wrong with last year's file is no longer told.
        #expect(try days(bundle, "2027-01-01").isEmpty && bundle.problems.isEmpty)
        try directory.write(Array(text.replacing("53.6097", with: "51.5").utf8), to: "2026.json")
        #expect(try days(bundle, day).isEmpty && bundle.isElsewhere != nil)
        try directory.write(Array(text.utf8), to: "2026.json")
        #expect(try days(bundle, day).map(\.source) == [.bundle])
        #expect(bundle.problems.isEmpty && bundle.isElsewhere == nil)
    }

    @Test func `after a reload the old days are used until the files have been read again`() throws {
        let (place, date) = (rig.calculator.coordinates, try CivilDate("2026-11-21"))
        let before = bundle(shipped, at: place)
        #expect(try days(before, "2026-11-21").count == 1)
        func found(_ bundle: BundledTimetable) -> Int { bundle.days(date...date, in: rig.calculator.zone).count }
        let after = bundle(shipped, at: place)
        after.adopt(before)
        #expect(found(after) == 1)
        let version = after.version
        after.load(date...date)
        #expect(found(after) == 1 && after.version != version, "the files themselves are read all the same")
        let elsewhere = bundle(shipped, at: try Coordinates(latitude: 51.5, longitude: -0.1))
        elsewhere.adopt(before)
        let other = bundle(directory.file("{year}.json"), at: place)
        other.adopt(before)
        #expect(found(elsewhere) == 0 && found(other) == 0)
    }

    @Test func `a mirror's file of that name comes before the original, and one that changed is read again`() throws {
        let file = directory.file("etc/PrayerTimes{year}.json")
        let mirrored = directory.file("mirror/PrayerTimes2026.json")
        try FileManager.default.createDirectory(atPath: directory.file("etc"), withIntermediateDirectories: true)
        try directory.makeMirror("mirror")
        let lookup = ResourceLookup(
            mirrors: [.init(name: "main", directory: directory.file("mirror"))],
            roots: [directory.file("etc")]
        )
        let validator = TimetableValidator(calculator: rig.calculator)
        let bundle = BundledTimetable(file, at: rig.calculator.coordinates, validator, lookup: lookup)
        let table = TimetableFile(directory.file("etc/PrayerTimes2026.json"), validator, lookup: lookup)
        #expect(try days(bundle, "2026-11-21").isEmpty)
        let text = try text
        try Data(text.utf8).write(to: URL(filePath: mirrored))
        let first = try days(bundle, "2026-11-21")
        #expect(first.count == 1)
        table.readIfChanged()
        #expect(try table.problems.isEmpty && table.reach(from: CivilDate("2026-11-21")) != nil)
        try FileManager.default.removeItem(atPath: mirrored)
        let other = text.replacing("\"2026-11-21\"", with: "\"2026-11-31\"")
        #expect(other != text)
        try Data(other.utf8).write(to: URL(filePath: mirrored))
        _ = try days(bundle, "2026-11-21")
        #expect(!bundle.problems.isEmpty)
    }
}
