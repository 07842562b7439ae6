import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Testing

/// `adhand simulate` over two years, with the real binary.
@Suite struct SimulateTests {
    private struct Event: Decodable {
        let at: String
        let event: String
        let prayer: String?
        let date: String?
    }

    /// `adhand simulate` with a config, from one moment to another.
    private func simulate(
        _ config: String,
        _ from: String,
        _ to: String,
        _ more: String...,
        in directory: TestDirectory
    ) throws
        -> Binary.Outcome
    {
        let file = try Binary.config(config, in: directory)
        return try Binary.run(["simulate", "--config", file, "--from", from, "--to", to] + more, in: directory)
    }

    private static let place = "[place]\nlatitude = 0.0\nlongitude = 0.0\ntimezone = \"Africa/Abidjan\"\n"

    @Test(arguments: Scenario.City.allCases)
    func `two years call five adhans each mosque date, none twice and in order`(city: Scenario.City) throws {
        let directory = try TestDirectory()
        let (coordinates, zone) = try city.place()
        let place =
            "latitude = \(coordinates.latitude)\nlongitude = \(coordinates.longitude)\ntimezone = \"\(zone.name)\"\n"
        let config = "[place]\n\(place)[calculation]\nmethod = \"mwl\"\n"
        let outcome = try simulate(config, "2026-01-01", "2028-01-01", "--format", "jsonl", in: directory)
        #expect(outcome.code == 0, "\(outcome.errors)")
        // Its ledger is in memory, so there must be no file `:memory:`.
        #expect(!FileManager.default.fileExists(atPath: SQLiteLedger.inMemory))
        let events = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(Event.self, from: Data($0.utf8))
        }
        let adhans = events.filter { $0.event == "adhan" }
        let byDate = Dictionary(grouping: adhans, by: { $0.date ?? "" })
        // Only the first and the last mosque date may be incomplete.
        let inner = byDate.filter { ("2026-01-02"..."2027-12-30").contains($0.key) }
        #expect(inner.count == 728)
        for (date, called) in inner {
            #expect(called.compactMap(\.prayer) == Prayer.called.map(\.rawValue), "\(date)")
        }
        #expect(Set(adhans.map { "\($0.date ?? "") \($0.prayer ?? "")" }).count == adhans.count)
        #expect(events.allSatisfy { $0.event != "missed" })
        #expect(events.filter { $0.event == "rollover" }.count == 730)
    }

    @Test(arguments: [
        (["--from", "2026-01-02", "--to", "2026-01-01"], "--to is not after --from"),
        (["--from", "2026-13-01", "--to", "2027-01-01"], "there is no day"),
        (["--from", "2026-01-01T25:00", "--to", "2027-01-01"], "is not a moment"),
    ])
    func `an invalid span is refused`(arguments: [String], sentence: String) throws {
        let outcome = try Binary.run(["simulate"] + arguments, in: TestDirectory())
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
    }

    @Test func `a recording lasts as long as its file, and three minutes where that cannot be read`() throws {
        let directory = try TestDirectory()
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 5, channels: 1), channels: 1, in: directory)
        func simulated(adhan: String) throws -> Binary.Outcome {
            let config = "[audio]\nadhan = \"\(adhan)\"\n[iqama]\nasr = \"+1m\"\nfile = \"\(file)\"\n"
            return try simulate(Self.place + config, "2026-11-21T15:00", "2026-11-21T16:00", in: directory)
        }
        let short = try simulated(adhan: file)
        let iqama = ":00+00:00  iqama  iqama-asr  "
        #expect(short.output.contains("T15:11\(iqama)") && short.errors.isEmpty, "\(short.text)")
        let unknown = try simulated(adhan: directory.file("none.mp3"))
        // The iqama waits for the adhan.
        #expect(unknown.output.contains("T15:13\(iqama)"), "\(unknown.text)")
        #expect(unknown.errors.contains("is taken to last 3m: there is no file '\(directory.file("none.mp3"))'"))
    }

    @Test func `what is not heard and what is cut short is said, and when the Friday prayer begins`() throws {
        let directory = try TestDirectory()
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 5, channels: 1), channels: 1, in: directory)
        let config =
            Self.place + """
                [audio]
                adhan = "\(file)"
                [iqama]
                dhuhr = "+5m"
                [jumuah]
                times = ["12:30"]
                iqama = "25m"
                [tarhim]
                file = "\(directory.file("none.mp3"))"
                dhuhr = "1m"
                [reminders]
                adhan-asr = "2h25m"
                """
        let thursday = try simulate(config, "2026-11-26T11:00", "2026-11-26T13:30", in: directory).output
        #expect(
            thursday.contains(
                "  stopped  tarhim-dhuhr  2026-11-26  calculation  cut short for adhan-dhuhr, after 48s\n"
            )
        )
        #expect(
            thursday.contains("  iqama-dhuhr  2026-11-26  calculation  announced only: it has no recording\n"),
            "\(thursday)"
        )
        let friday = try simulate(config, "2026-11-27T11:00", "2026-11-27T13:30", in: directory).output
        let khutbah = "2026-11-27T12:30:00+00:00  jumuah  jumuah-1  2026-11-27  calculation  prayer at 12:55"
        #expect(friday.contains("\(khutbah)  announced only: it has no recording\n"), "\(friday)")
        let silenced = "  skipped  reminder-asr-2h25m  2026-11-27  calculation  khutbah of jumuah-1\n"
        #expect(friday.contains(silenced), "\(friday)")
        let json = try simulate(config, "2026-11-27T11:00", "2026-11-27T13:30", "--format", "jsonl", in: directory)
            .output
        #expect(json.contains("\"iqama\":\"2026-11-27T12:55:00+00:00\""), "\(json)")
        let night = try simulate(config, "2026-11-26T18:00", "2026-11-27T01:00", in: directory).output
        #expect(night.contains("  refresh  the timetable is read again (as each day after Isha)\n"), "\(night)")
    }
}
