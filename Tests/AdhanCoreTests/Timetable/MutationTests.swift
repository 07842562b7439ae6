import AdhanCore
import AdhanTestSupport
import Testing

@Suite struct `A fuzzed timetable` {
    /// An ordinary run tries a few thousand inputs per format. For more and different ones:
    ///
    ///     ADHAND_FUZZED_TIMETABLES=1000000 ADHAND_CAMPAIGN_SEED=1 swift test -c release -Xswiftc -enable-testing --filter MutationTests
    @Test(arguments: ShapeSample.allCases)
    func `never brings the box down, and never a day out of order`(sample: ShapeSample) throws {
        let seed = Fuzzing.seed
        let rounds = Fuzzing.rounds("ADHAND_FUZZED_TIMETABLES", usual: 9_000) / ShapeSample.allCases.count
        let calculator = try PrayerCalculator.london()
        let check = TimetableCheck(calculator, policy: .warn)
        let good = Array(sample.text.utf8)
        let lines = 1...(good.count { $0 == 0x0A } * 2 + 10)
        var random = SeededGenerator(seed: seed)
        var (refused, faulty, fine) = (0, 0, 0)
        for round in 0..<rounds {
            let bytes = Fuzzing.fuzzed(good, using: &random)
            let clock = FileClock.allCases.randomElement(using: &random) ?? .local
            if Self.isSlow(bytes) { Issue.record("round \(round) of seed \(seed) takes longer than 100 ms") }
            do {
                let written = try WrittenTimetable(bytes, clock: clock)
                let days = written.days(in: calculator.zone)
                let verdict = check.verdict(on: days)
                if written.faults.isEmpty, verdict.faults.isEmpty { fine += 1 } else { faulty += 1 }
                let faults = written.faults + verdict.faults + written.gaps
                // One expectation per round, because an expectation takes longer than the parsing.
                let isOrdered = verdict.accepted.allSatisfy { $0.disorder == nil }
                let isSound =
                    isOrdered
                    && zip(days, days.dropFirst()).allSatisfy { $0.day.date < $1.day.date }
                    && days.allSatisfy { written.year == nil || $0.day.date.year == written.year }
                    && faults.allSatisfy { lines.contains($0.line) && $0.description.utf8.count < 400 }
                    && !TimetableText(days, in: calculator.zone).csv.isEmpty
                if !isSound { Issue.record("round \(round) of seed \(seed): \(faults)") }
            } catch {
                refused += 1
                if error.description.utf8.count >= 400 { Issue.record("round \(round): \(error)") }
            }
        }
        // The mutator is useful only if it produces all three results.
        #expect(min(refused, faulty, fine) > rounds / 100, "\(refused) \(faulty) \(fine)")
    }

    /// Whether parsing takes longer than 100 ms, twice in a row: a busy machine may be slow once.
    private static func isSlow(_ bytes: [UInt8]) -> Bool {
        (0..<2).allSatisfy { _ in
            let began = ContinuousClock.now
            _ = try? WrittenTimetable(bytes)  // reason: only its time is asked for here
            return .now - began > .milliseconds(100)
        }
    }
}
