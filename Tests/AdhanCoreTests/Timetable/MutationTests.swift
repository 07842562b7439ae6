import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@Suite struct `A timetable that something gnawed at` {
    /// What JSON and times are made of, so that a change often stays readable.
    private static let crumbs = Array("{}[]\",;:()+T0123456789- \n\\etn\u{0}ÿ".utf8) + [0xFF, 0x80]

    private static let environment = ProcessInfo.processInfo.environment

    /// A few thousand inputs a shape in an ordinary run; more, and others, as in
    ///
    ///     ADHAND_GNAWED_TIMETABLES=1000000 ADHAND_CAMPAIGN_SEED=1 swift test -c release -Xswiftc -enable-testing --filter MutationTests
    @Test(arguments: ShapeSample.allCases)
    func `never brings the box down, and never a day out of order`(sample: ShapeSample) throws {
        let all = Self.environment["ADHAND_GNAWED_TIMETABLES"].flatMap(Int.init) ?? 36_000
        let seed = Self.environment["ADHAND_CAMPAIGN_SEED"].flatMap(UInt64.init) ?? 20_260_203
        let rounds = all / ShapeSample.allCases.count
        let calculator = try PrayerCalculator.london()
        let check = TimetableCheck(calculator, policy: .warn)
        let good = Array(sample.text.utf8)
        let lines = 1...(good.count { $0 == 0x0A } * 2 + 10)
        var random = SeededGenerator(seed: seed)
        var (refused, faulty, fine) = (0, 0, 0)
        for round in 0..<rounds {
            let bytes = Self.gnawed(good, using: &random)
            let clock = FileClock.allCases.randomElement(using: &random) ?? .local
            if Self.isSlow(bytes) { Issue.record("round \(round) of seed \(seed) takes longer than 100 ms") }
            do {
                let written = try WrittenTimetable(bytes, clock: clock)
                let days = written.days(in: calculator.zone)
                let verdict = check.judge(days)
                if written.faults.isEmpty, verdict.faults.isEmpty { fine += 1 } else { faulty += 1 }
                let faults = written.faults + verdict.faults + written.gaps
                // Asked once a round, as an expectation costs more than the reading.
                let isSound =
                    verdict.accepted.allSatisfy(isInOrder)
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
        // The mutator is worth its time only while it reaches all three.
        #expect(min(refused, faulty, fine) > rounds / 100, "\(refused) \(faulty) \(fine)")
    }

    /// Whether reading takes longer than 100 ms; twice, as a busy machine may hold up anything once.
    private static func isSlow(_ bytes: [UInt8]) -> Bool {
        (0..<2).allSatisfy { _ in
            let began = ContinuousClock.now
            _ = try? WrittenTimetable(bytes)  // reason: only its time is asked for here
            return .now - began > .milliseconds(100)
        }
    }

    private static func gnawed(_ good: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, at + Int.random(in: 1...12, using: &random))
            let crumb = crumbs.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<24, using: &random) {
            case 0: bytes.removeSubrange(at..<end)
            case 1: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 2: bytes.insert(crumb, at: at)
            case 3 where at > 0: bytes.removeSubrange(at...)
            case 4: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 5: bytes[at] = crumb
            default:
                // A digit for a digit: what a tired hand does.
                let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
                if let digit = digits.randomElement(using: &random) {
                    bytes[digit] = UInt8.random(in: 0x30...0x39, using: &random)
                }
            }
        }
        return bytes
    }
}
