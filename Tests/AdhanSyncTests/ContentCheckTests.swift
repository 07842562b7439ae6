import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import adhand_sync

struct ContentCheckTests {
    private let rig: MirrorRig
    private let check: ContentCheck

    init() throws {
        rig = try MirrorRig()
        let text = """
            [place]
            latitude = 53.61
            longitude = -2.16
            timezone = "Europe/London"
            [timetable]
            bundle = "/etc/adhand/Times{year}.json"
            file = "/etc/adhand/PrayerTimes.txt"
            """
        let configuration = try Configuration.parse(
            ConfigSource(file: "config.toml", main: Array(text.utf8), additions: []),
            Locations(resources: nil, daemon: true, environment: ["CACHE_DIRECTORY": rig.directory.path])
        )
        check = try ContentCheck(configuration)
    }

    private func recording(seconds: Double = 1) throws -> [UInt8] {
        let samples = MP3Fixture.phrase(seconds: seconds)
        return TestDirectory.bytes(of: try MP3Fixture.encode(samples, in: rig.directory))
    }

    @Test func `a recording that does not decode whole is refused, and the earlier one stays`() throws {
        let whole = try recording()
        try rig.bucket.put("adhan.mp3", whole)
        #expect(try rig.run(check).refused.isEmpty)
        let before = try rig.files()
        try rig.bucket.put("adhan.mp3", Array(whole.prefix(whole.count / 2)))
        let status = try rig.run(check)
        #expect(status.error == nil && status.refused.map(\.key) == ["adhan.mp3"])
        #expect(try rig.files() == before)
        try rig.bucket.put(["dua.MP3": "<html>log in</html>", "iqama.ogg": "OggS"])
        #expect(Set(try rig.run(check).refused.map(\.key)) == ["adhan.mp3", "dua.MP3", "iqama.ogg"])
        // The refusal is forgotten where the bucket has the earlier recording again.
        try rig.bucket.put("adhan.mp3", whole)
        let again = try rig.run(check)
        #expect(again.refusedCount == 2 && Set(again.refused.map(\.key)) == ["dua.MP3", "iqama.ogg"])
    }

    @Test func `a refused content is not fetched again, except by hand and after a day`() throws {
        try rig.bucket.put(["adhan.mp3": "no recording"])
        try rig.run(check)
        #expect(try rig.gets().count == 1)
        #expect(try rig.run(check).refused.count == 1)
        #expect(try rig.gets().isEmpty)
        try rig.run(check, again: true)
        #expect(try rig.gets().count == 1)
        rig.clock.advance(86_400)
        try rig.run(check)
        #expect(try rig.gets().count == 1)
        try rig.bucket.put("adhan.mp3", try recording())
        #expect(try rig.run(check).refused.isEmpty)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `a timetable with faults is refused with the first of them, and the earlier one stays`() throws {
        let good = try String(
            contentsOfFile: Binary.root + "/Resources/timetables/PrayerTimes2026.json",
            encoding: .utf8
        )
        try rig.bucket.put(["PrayerTimes2026.json": good])
        #expect(try rig.run(check).refused.isEmpty)
        let before = try rig.files()
        let bad = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-06-01,12:00,06:00,05:00,15:45,18:15,19:30\n"
        try rig.bucket.put(["PrayerTimes2026.json": "{}", "table.csv": bad])
        let status = try rig.run(check)
        #expect(Set(status.refused.map(\.key)) == ["PrayerTimes2026.json", "table.csv"])
        #expect(status.refused.contains { $0.reason.contains("adhand publish --timetable") })
        #expect(try rig.files() == before)
    }

    @Test
    func `a timetable is known by its name, and one that is over is not published, but stays where it is mirrored`()
        throws
    {
        let day = "2024-06-01,02:50,04:45,13:08,17:30,21:30,23:00"
        let file = try rig.directory.write(
            Array("date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(day)\n".utf8),
            to: "table.csv"
        )
        #expect(check.objection(toTimetable: file, named: "table.csv") == nil)
        let words = check.objection(toTimetable: file, named: "table.csv", mustBeAhead: true)
        #expect(words == "it ended on 2024-06-01, and has no day that is still to come")
        for name in [
            "a.csv", "x/b.xlsx", "PrayerTimes2027.json", "timetables/a.json", "Times2030.json",
            "timetables/PrayerTimes.txt",
        ] { #expect(check.isTimetable(try MirrorPath(name))) }
        for name in ["a.json", "slides/x.md", "Times2030.txt", "logo.svg"] {
            #expect(!check.isTimetable(try MirrorPath(name)))
        }
    }
}
