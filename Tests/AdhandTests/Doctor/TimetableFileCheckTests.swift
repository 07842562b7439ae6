import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand
@testable import AdhanTimetables

struct TimetableFileCheckTests {
    private let box: Box
    private let today: CivilDate

    init() throws { (box, today) = (try Box(), try CivilDate("2026-11-21")) }

    private var store: TimetableStore {
        let folders = ["STATE_DIRECTORY": box.file("state")]
        return TimetableStore(Locations(resources: "/nowhere", daemon: true, environment: folders))
    }

    private func finding(_ line: String, _ timetable: String? = nil) throws -> Finding {
        if let timetable { try box.write(timetable, "t.json") }
        let text = "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Africa/Abidjan\"\n[timetable]\n\(line)\n"
        let locations = Locations(resources: "/nowhere", daemon: false, environment: [:])
        let configuration = try Configuration.load(box.write(text), locations)
        let file = TimetableFileCheck.read(configuration, try SystemZones.find("Africa/Abidjan"), store)
        return TimetableFileCheck.finding(file, today: today)
    }

    private func day(_ date: String, asr: String = "13:40") -> String {
        """
        {"year": 2026, "prayerTimes": [{"date": "\(date)", "fajr": "05:45", "sunrise": "07:25", "dhuhr": "11:50",
        "asr": "\(asr)", "maghrib": "16:05", "isha": "17:45"}]}
        """
    }

    @Test func `a lost file is bad, and the version that the daemon keeps is named`() throws {
        let line = "file = \"t.json\"\ncheck = \"off\""
        _ = try finding(line, day("2026-11-21"))
        let path = box.file("t.json")
        let calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: 51.5, longitude: 0),
            zone: try SystemZones.find("Africa/Abidjan"),
            method: .mwl
        )
        let version = KeptTimetable(
            owner: .init(path, calculator),
            bytes: TestDirectory.bytes(of: path),
            readAt: try .utc("2026-11-20", 8),
            days: nil
        )
        box.makeFolders("state")
        try store.keep(version)
        unlink(path)
        let found = try finding(line)
        let words = "its last usable version is used, which is kept since 20 November 2026, 08:00"
        #expect(!found.isGood && "\(found)".contains(words), "\(found)")
        // Without a file the times are calculated, which is in order.
        #expect(try finding("").isGood)
    }

    @Test func `a file that has ended, ends soon or has not begun is reported with its date`() throws {
        let line = "file = \"t.json\"\ncheck = \"off\""
        let soon = try finding(line, day("2026-11-21"))
        #expect(soon.words.contains("t.json has times until 2026-11-21 only") && !soon.isGood)
        let over = try finding(line, day("2026-10-01").replacing("16:05", with: "17:38"))
        #expect(over.words.contains("t.json ended on 2026-10-01 and has no times for today"))
        #expect(over.advice == "put this year's timetable in its place")
        let early = try finding(line, day("2026-11-22"))
        #expect(early.words.contains("t.json begins on 2026-11-22 and has no times for today") && !early.isGood)
    }

    @Test func `a missing file, or one that is no timetable, is reported`() throws {
        let missing = try finding("file = \"none.json\"")
        #expect(missing.words.contains("No such file"))
        // There is nothing to edit.
        #expect(missing.advice?.hasPrefix("put the timetable there, or correct file in [timetable]") == true)
        #expect(try finding("file = \"t.json\"", "a letter").advice?.hasPrefix("correct it: sudo nano") == true)
    }

    @Test func `of many faults the first is reported, and the number of the others`() {
        #expect(
            TimetableFileCheck.finding("t", ["t: one", "t: two", "t: three"], nil, today: today).words.hasPrefix(
                "t: one (and 2 more"
            )
        )
        let end = today.adding(days: 31)
        let reach = TimetableReach(days: .through(end), last: end)
        #expect(TimetableFileCheck.finding("t", [], reach, today: today) == .good("t has times until 2026-12-22"))
        // An editor of texts would destroy it.
        for (file, isText) in [("t.csv", true), ("t.XLSX", false)] {
            let advice = TimetableFileCheck.finding(file, ["one"], reach, today: today).advice ?? ""
            #expect(advice.contains("nano") == isText && advice.contains("spreadsheet program") != isText, "\(advice)")
        }
    }
}
