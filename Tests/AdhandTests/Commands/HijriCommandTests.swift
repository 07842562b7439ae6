import AdhanCore
import AdhanTestSupport
import ArgumentParser
import Foundation
import Glibc
import Testing

@testable import adhand

/// `adhand hijri` with the real binary.
struct HijriCommandTests {
    private let box: Box

    init() throws { box = try Box() }

    private func hijri(_ line: String) throws -> Binary.Outcome { try box.runConfigured("hijri \(line)") }

    @Test func `a date is converted from either calendar, as the mosque declares the month`() throws {
        for date in ["2026-02-18", "1447-09-01"] {
            let outcome = try box.run("hijri \(date)").expect(0)
            #expect(outcome.output == "2026-02-18  Wednesday  1447-09-01  1 Ramadan 1447\n", "\(outcome.text)")
        }
        try box.write("[hijri.starts]\n1447-09 = \"2026-02-19\"\n")
        #expect(try hijri("1447-09-01").output.hasPrefix("2026-02-19  Thursday  1447-09-01"))
        #expect(try hijri("2026-02-18").output.hasPrefix("2026-02-18  Wednesday  1447-08-30"))
        try hijri("1447-09-30").expect(EX_USAGE, errors: "there is no 1447-09-30: Ramadan of 1447 has 29 days")
    }

    @Test func `today is the mosque's date, in JSON as well`() throws {
        // Two places whose dates always differ by a day.
        let dates = try [(-170, "Pacific/Pago_Pago"), (-157, "Pacific/Kiritimati")].map { longitude, zone in
            try box.write("[place]\nlatitude = 0\nlongitude = \(longitude)\ntimezone = \"\(zone)\"\n")
            return try hijri("--format json").decoded([String: String].self)
        }
        #expect(dates.allSatisfy { Set($0.keys) == ["date", "weekday", "hijri", "words"] })
        #expect(dates[0]["date"] != dates[1]["date"] && dates[0]["hijri"] != dates[1]["hijri"])
        for date in dates {
            #expect(try box.run("hijri \(date["hijri"] ?? "")").output.hasPrefix("\(date["date"] ?? "none")  "))
        }
    }

    @Test(arguments: [(22, "maghrib", true), (22, "midnight", false), (10, "maghrib", false)])
    func `in the evening, if the day turns with Maghrib, the Hijri date is said to be that since Maghrib`(
        hour: Int,
        turn: String,
        isEvening: Bool
    ) throws {
        let now = ZoneRules.utc.wall(at: Instant(seconds: Int64(Date().timeIntervalSince1970))).secondOfDay / 3600
        let ahead = (hour - now + 36) % 24 - 12
        let place = "[place]\nlatitude = 0\nlongitude = \(ahead * 15)\ntimezone = \"\(fixedZone(ahead: ahead))\"\n"
        try box.write("\(place)[hijri]\nturns = \"\(turn)\"\n")
        #expect(try hijri("").output.hasSuffix(", since Maghrib\n") == isEvening)
        let json = try hijri("--format json").output
        #expect(json.contains("\"since\" : \"maghrib\"") == isEvening, "\(json)")
    }

    @Test(arguments: [
        ("1447-13-01", "'1447-13-01' is not a Hijri date; write year, month and day as in 1447-09-01"),
        ("1250-01-01", "the Hijri year 1250 is not known: Umm al-Qura's calendar covers 1300 to 1600"),
        ("1800-01-01", "1800-01-01 has no Hijri date that is known"),
        ("2174-11-26", "which is 1882-11-12 to 2174-11-25"),
        ("2026-02-30", "2026 has no 30 February"), ("yesterday", "'yesterday' is not a date"),
        ("1447-08-30", "there is no 1447-08-30: Sha'ban of 1447 has 29 days"),
    ])
    func `an invalid date is reported as wrong usage`(date: String, sentence: String) throws {
        try box.write("# defaults\n")
        let resources = Binary.root + "/Resources"
        var command = try Adhand.parseAsRoot(["hijri", date, "--config", box.config, "--resources", resources])
        let error = #expect(throws: ValidationError.self) { try command.run() }
        #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "none")")
    }

    @Test func `AlAdhan's Hijri date is in times, unless the mosque declares the month`() throws {
        try box.write(
            """
            {"data":[{"timings":{"Fajr":"05:41","Sunrise":"07:36","Dhuhr":"12:20","Asr":"14:28","Maghrib":"16:54",
            "Isha":"18:42"},"date":{"gregorian":{"date":"03-02-2026"},"hijri":{"date":"14-08-1447"}}}]}
            """,
            "aladhan.json"
        )
        for (declared, hijri) in [("", "1447-08-14"), ("[hijri.starts]\n1447-08 = \"2026-01-20\"\n", "1447-08-15")] {
            try box.write("\(Box.london)[timetable]\nfile = \"aladhan.json\"\n\(declared)")
            // The next day is calculated and has Umm al-Qura's date.
            try box.runConfigured("times --date 2026-02-03 --days 2 --format json").expect(
                output: "\"hijri\" : \"\(hijri)\"",
                "\"hijri\" : \"1447-08-16\"",
                "\"source\" : \"file\""
            )
        }
    }
}
