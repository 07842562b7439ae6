import AdhanCore
import Foundation
import Testing

/// The C library's own data of a zone, from `zdump`, which uses the same tzdata.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zdump")))
struct `The C library agrees` {
    @Test(arguments: [
        "Europe/London", "Europe/Dublin", "America/New_York", "America/Santiago", "Australia/Lord_Howe",
        "Africa/Casablanca", "Asia/Gaza", "Pacific/Apia", "America/Nuuk", "Asia/Kathmandu",
    ])
    func `on the second before and after every change from 1900 to 2100`(name: String) throws {
        let zone = try ZoneRules.installed(name)
        let lines = try zdump(name)
        #expect(!lines.isEmpty)
        for line in lines {
            let utc = try ZoneRules.utc.instant(of: line.utc)
            let shown = zone.wall(at: utc)
            #expect(shown.offset == line.offset, "\(line.utc)")
            #expect(zone.abbreviation(at: utc) == line.abbreviation, "\(line.utc)")
        }
    }

    private struct Line {
        var utc: [Substring]
        var abbreviation: String
        var offset: Int
    }

    /// `-V` leaves out the first and the last second that a time can have, whose years no date has.
    ///
    /// `Europe/London  Sun Mar 29 01:00:00 2026 UT = Sun Mar 29 02:00:00 2026 BST isdst=1 gmtoff=3600`
    private func zdump(_ name: String) throws -> [Line] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/zdump")
        process.arguments = ["-V", "-c", "1900,2100", name]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 16, let offset = words[15].split(separator: "=").last.flatMap({ Int($0) }) else {
                return nil
            }
            return Line(utc: Array(words[2...5]), abbreviation: String(words[13]), offset: offset)
        }
    }
}

extension ZoneRules {
    /// Parses `Mar 29 01:00:00 2026`, split into words.
    fileprivate func instant(of words: [Substring]) throws -> Instant {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = words[2].split(separator: ":").compactMap { Int($0) }
        let month = try #require(months.firstIndex(of: String(words[0]))) + 1
        let date = try CivilDate(year: #require(Int(words[3])), month: month, day: #require(Int(words[1])))
        try #require(clock.count == 3)
        return instant(date, secondOfDay: clock[0] * 3600 + clock[1] * 60 + clock[2])
    }
}
