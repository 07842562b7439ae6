import AdhanCore
import AdhanTestSupport
import Testing

@Suite struct `A timetable that something gnawed at` {
    /// What JSON and times are made of, so that a change often stays readable.
    private static let crumbs = Array("{}[]\",:0123456789- \n\\etn\u{0}ÿ".utf8) + [0xFF, 0x80]

    @Test(.timeLimit(.minutes(2)))
    func `never brings the box down, and never a day out of order`() throws {
        let calculator = try PrayerCalculator.london()
        let check = TimetableCheck(calculator, policy: .warn)
        let good = Array(MosqueFile.good.utf8)
        var random = SeededGenerator(seed: 20_260_203)
        var (refused, faulty, fine) = (0, 0, 0)
        for round in 0..<20_000 {
            let bytes = Self.gnawed(good, using: &random)
            do {
                let year = try MosqueYear(bytes)
                let days = year.days(in: calculator.zone)
                let verdict = check.judge(days)
                if year.faults.isEmpty, verdict.faults.isEmpty { fine += 1 } else { faulty += 1 }
                #expect(verdict.accepted.allSatisfy(isInOrder), "round \(round)")
                #expect(
                    Set(days.map(\.day.date)).count == days.count && days.allSatisfy { $0.day.date.year == year.year }
                )
                for fault in year.faults + verdict.faults {
                    #expect((1...20).contains(fault.line) && fault.description.utf8.count < 300, "round \(round)")
                }
            } catch {
                refused += 1
                #expect(error.description.utf8.count < 300, "round \(round)")
            }
        }
        // The mutator is worth its time only while it reaches all three.
        #expect(refused > 1000 && faulty > 1000 && fine > 1000, "\(refused) \(faulty) \(fine)")
    }

    private static func gnawed(_ good: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &random) {
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
