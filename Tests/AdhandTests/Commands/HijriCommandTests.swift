import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

/// `adhand hijri` with the real binary.
@Suite struct HijriCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func hijri(_ arguments: String...) throws -> Binary.Outcome {
        try Binary.run(["hijri"] + arguments, in: directory)
    }

    @Test(arguments: [
        ("2026-02-18", "2026-02-18  Wednesday  1447-09-01  1 Ramadan 1447\n"),
        ("1447-09-01", "2026-02-18  Wednesday  1447-09-01  1 Ramadan 1447\n"),
        ("2026-06-16", "2026-06-16  Tuesday  1448-01-01  1 Muharram 1448\n"),
        ("1448-01-01", "2026-06-16  Tuesday  1448-01-01  1 Muharram 1448\n"),
        ("1300-01-01", "1882-11-12  Sunday  1300-01-01  1 Muharram 1300\n"),
        ("2174-11-25", "2174-11-25  Friday  1600-12-30  30 Dhu al-Hijja 1600\n"),
    ])
    func `a date is converted from either calendar`(date: String, line: String) throws {
        let outcome = try hijri(date)
        #expect(outcome.code == 0 && outcome.output == line, "\(outcome.text)")
    }

    @Test func `a declared month changes the conversion, both ways`() throws {
        let config = try Binary.config("[hijri.starts]\n1447-09 = \"2026-02-19\"\n", in: directory)
        #expect(try hijri("1447-09-01", "--config", config).output.hasPrefix("2026-02-19  Thursday  1447-09-01"))
        #expect(try hijri("2026-02-18", "--config", config).output.hasPrefix("2026-02-18  Wednesday  1447-08-30"))
        let short = try hijri("1447-09-30", "--config", config)
        #expect(short.code == EX_USAGE)
        #expect(short.errors.contains("there is no 1447-09-30: Ramadan of 1447 has 29 days"), "\(short.text)")
    }

    @Test func `today is the mosque's date, in json as well`() throws {
        // Two places whose dates always differ by a day.
        let dates = try ["Pacific/Pago_Pago", "Pacific/Kiritimati"].map { zone in
            let longitude = zone.hasSuffix("Pago") ? -170 : -157
            let config = try Binary.config(
                "[place]\nlatitude = 0\nlongitude = \(longitude)\ntimezone = \"\(zone)\"\n",
                in: directory
            )
            let outcome = try hijri("--config", config, "--format", "json")
            return try JSONDecoder().decode([String: String].self, from: Data(outcome.output.utf8))
        }
        #expect(dates.allSatisfy { Set($0.keys) == ["date", "weekday", "hijri", "words"] })
        #expect(dates[0]["date"] != dates[1]["date"] && dates[0]["hijri"] != dates[1]["hijri"])
        for date in dates {
            #expect(try hijri(date["hijri"] ?? "").output.hasPrefix("\(date["date"] ?? "none")  "))
        }
    }

    @Test(arguments: [22, 10])
    func `in the evening, if the day turns with Maghrib, the Hijri date is said to be that since Maghrib`(hour: Int)
        throws
    {
        let now = ZoneRules.utc.wall(at: Instant(seconds: Int64(Date().timeIntervalSince1970))).secondOfDay / 3600
        let ahead = (hour - now + 36) % 24 - 12
        let place = "[place]\nlatitude = 0\nlongitude = \(ahead * 15)\ntimezone = \"\(fixedZone(ahead: ahead))\"\n"
        for turn in ["maghrib", "midnight"] {
            let config = try Binary.config("\(place)[hijri]\nturns = \"\(turn)\"\n", in: directory)
            let isEvening = hour == 22 && turn == "maghrib"
            #expect(try hijri("--config", config).output.hasSuffix(", since Maghrib\n") == isEvening)
            let json = try hijri("--config", config, "--format", "json").output
            #expect(json.contains("\"since\" : \"maghrib\"") == isEvening, "\(json)")
        }
    }

    @Test(arguments: [
        ("1447-13-01", "'1447-13-01' is not a Hijri date; write year, month and day as in 1447-09-01"),
        ("1250-01-01", "the Hijri year 1250 is not known: Umm al-Qura's calendar covers 1300 to 1600"),
        ("1800-01-01", "1800-01-01 has no Hijri date that is known"),
        ("2174-11-26", "which is 1882-11-12 to 2174-11-25"),
        ("2026-02-30", "2026 has no 30 February"), ("yesterday", "'yesterday' is not a date"),
        ("1447-08-30", "there is no 1447-08-30: Sha'ban of 1447 has 29 days"),
    ])
    func `an invalid date is reported, and ends with 64`(date: String, sentence: String) throws {
        let outcome = try hijri(date)
        #expect(outcome.code == EX_USAGE)
        #expect(outcome.errors.contains(sentence), "\(outcome.text)")
    }

    @Test func `AlAdhan's Hijri date is in times, unless the mosque declares the month`() throws {
        let day = """
            {"data":[{"timings":{"Fajr":"05:41","Sunrise":"07:36","Dhuhr":"12:20","Asr":"14:28","Maghrib":"16:54",
            "Isha":"18:42"},"date":{"gregorian":{"date":"03-02-2026"},"hijri":{"date":"14-08-1447"}}}]}
            """
        try directory.write(Array(day.utf8), to: "aladhan.json")
        for (declared, hijri) in [("", "1447-08-14"), ("[hijri.starts]\n1447-08 = \"2026-01-20\"\n", "1447-08-15")] {
            let config = try Binary.config(
                """
                [place]
                latitude = 51.5074
                longitude = -0.1278
                timezone = "Europe/London"
                [timetable]
                file = "aladhan.json"
                \(declared)
                """,
                in: directory
            )
            let times = ["times", "--date", "2026-02-03", "--days", "2", "--format", "json", "--config", config]
            let outcome = try Binary.run(times, in: directory)
            #expect(outcome.output.contains("\"hijri\" : \"\(hijri)\""), "\(outcome.text)")
            // The next day is calculated and has Umm al-Qura's date.
            #expect(outcome.output.contains("\"hijri\" : \"1447-08-16\""), "\(outcome.text)")
            #expect(outcome.output.contains("\"source\" : \"file\""))
        }
    }
}
