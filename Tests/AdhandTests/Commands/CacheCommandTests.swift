import AdhanCore
import AdhanTestSupport
import AdhanTimetables
import Foundation
import Testing

/// `adhand cache` with the real binary.
struct CacheCommandTests {
    private let box: Box
    private let folder: String

    init() throws {
        box = try Box(Box.london)
        folder = box.file("cache/timetables")
    }

    private func run(_ line: String = "") throws -> Binary.Outcome { try box.runConfigured("cache \(line)") }

    /// A year that is over, a current one, a rejected month and a damaged one.
    private func fill() throws {
        let cache = TimetableCache(folder: folder)
        let now = Instant(seconds: Int64(Date().timeIntervalSince1970))
        func payload(_ source: SourceName, _ period: String, _ fetched: Instant) -> Payload {
            let provenance = Provenance(
                source: source,
                period: period,
                address: RemoteAddress(rawValue: "https://example.org/\(period)"),
                fetchedAt: fetched,
                etag: "\"e\"",
                lastModified: nil
            )
            return Payload(provenance: provenance, bytes: Array("twelve bytes".utf8))
        }
        try cache.keep(payload(.s3, "2020", Instant(seconds: 1_592_222_400)))
        try cache.keep(payload(.s3, "9998", now - .hours(5) - .minutes(1)))
        try cache.setAside(payload(.aladhan, "9998-11", now - .days(3)), because: "an hour late\nfrom 29 March on")
        try box.write("zeros", "cache/timetables/aladhan-9998-12.payload")
    }

    @Test func `it lists the origin and age of each payload, and why others were set aside, also as JSON`() throws {
        try fill()
        let lines = try run().expect(0).lines.map {
            $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        try #require(lines.count == 8, "\(lines)")
        #expect(lines[0] == ["source", "period", "state", "fetched", "age", "bytes", "address"])
        #expect(lines[1].count == 7 && lines[1][..<3] == ["aladhan", "9998-11", "rejected"])
        #expect(lines[1][4...] == ["3 days", "12", "https://example.org/9998-11"])
        #expect(lines[2] == ["an hour late from 29 March on"])
        #expect(lines[3] == ["aladhan", "9998-12", "broken"])
        #expect(lines[4] == ["its first line has no end"])
        #expect(lines[5][..<4] == ["s3", "2020", "kept, over", "2020-06-15T13:00:00+01:00"])
        #expect(lines[6][..<3] == ["s3", "9998", "kept"] && lines[6][4] == "5 hours")
        #expect(lines[7] == ["in \(folder)"])

        let json = Data(try run("--format json").output.utf8)
        let rows = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        #expect(rows.map { $0["state"] as? String } == ["rejected", "broken", "kept", "kept"])
        #expect(rows.map { $0["over"] as? Bool } == [false, false, true, false])
        #expect(rows[0]["reason"] as? String == "an hour late\nfrom 29 March on")
        #expect(rows[1]["address"] == nil && rows[1]["file"] as? String == folder + "/aladhan-9998-12.payload")
        #expect(rows[2]["fetched_at"] as? String == "2020-06-15T13:00:00+01:00")
        #expect(rows[3]["bytes"] as? Int == 12 && rows[3]["etag"] as? String == "\"e\"")
        #expect((18_060..<18_660).contains(try #require(rows[3]["age_seconds"] as? Int)))
    }

    @Test func `clear deletes all of it, goes on behind what it cannot remove and names it`() throws {
        try fill()
        try box.write("", "cache/timetables/notes.txt")
        let outcome = try run("clear").expect(0)
        #expect(outcome.output == "4 files removed from \(folder)\n", "\(outcome.text)")
        #expect(try run().output == "nothing is kept in \(folder)\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["lock", "notes.txt"])
        try fill()
        // The first by name, and one in the middle.
        let stuck = ["aladhan-9998-01.payload", "s3-2021.payload"]
        for name in stuck { #expect(mkdir(folder + "/" + name, 0o700) == 0) }
        let partly = try run("clear").expect(69)
        for name in stuck { partly.expect(errors: "adhand: \(folder)/\(name)") }
        #expect(partly.output == "4 files removed from \(folder); 2 could not be removed\n", "\(partly.text)")
    }

    @Test func `without a folder the list is empty, and no folder is created`() throws {
        for (line, output) in [
            ("", "nothing is kept in \(folder)\n"), ("--format json", "[\n\n]\n"),
            ("clear", "0 files removed from \(folder)\n"),
        ] {
            #expect(try run(line).output == output)
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `a user without access is told what to do, with 77`() throws {
        try fill()
        #expect(chmod(folder, 0) == 0)
        for command in ["cache", "cache clear"] {
            let outcome = try box.run(command, prefix: Binary.withoutOverride).expect(
                77,
                errors: "\(folder) is the daemon's own"
            )
            #expect(outcome.errors.hasSuffix("as root: sudo adhand \(command)\n"), "\(outcome.text)")
        }
        #expect(chmod(folder, 0o700) == 0)
        #expect(try TimetableCache(folder: folder).entries().count == 4)
    }
}
