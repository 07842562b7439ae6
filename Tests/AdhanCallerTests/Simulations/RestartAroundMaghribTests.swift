import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// The process is killed in each second of the ten minutes around Maghrib (18:00) and its iqama (18:05), and is back two seconds later.
@Suite struct RestartAroundMaghribTests {
    /// A kill in the two seconds between a row's commit and its sound costs the sound: it is heard at most once, and the ledger says so.
    @Test func `the adhan and the iqama come once each, whenever the process is restarted`() throws {
        var rules = MosqueRules()
        rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.adhan, seconds: 300)))
        let start = try Instant.utc("2026-11-21", 17, 57, 30)
        for second in 0..<600 {
            let box = VirtualBox(at: start, rules, sounding: [.iqama])
            box.start()
            let moment = start + .seconds(second)
            box.run(until: moment)
            box.losePower(until: moment + .seconds(2))
            box.run(until: try .utc("2026-11-21", 18, 20))
            let heard = box.called.map(\.key.occasion)
            for (occasion, due) in [(Occasion.adhan(.maghrib), 150), (.iqama(.maghrib), 450)] {
                let isCommitted = (due - 2..<due).contains(second)
                #expect(
                    heard.filter { $0 == occasion }.count == (isCommitted ? 0 : 1),
                    "killed \(second) s after 17:57:30: \(box.story)"
                )
                guard isCommitted else { continue }
                let row = "\(occasion.name) interrupted: the power or the process was lost"
                #expect(try box.rows("2026-11-21").contains(row))
            }
        }
    }
}
