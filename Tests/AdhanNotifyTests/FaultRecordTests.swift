import AdhanCore
import AdhanSupport
import Testing

@testable import adhand_notify

struct FaultRecordTests {
    private let start = Instant(seconds: 1_795_000_000)
    private let full = StatusReport.Problem(.state, "disk", what: "the disk is full", advice: "df")
    private let network = StatusReport.Problem(.source, "aladhan", what: "it does not answer", advice: "wait")
    private let missed = StatusReport.Problem(.missed, "2026-11-21 adhan-fajr", what: "fajr was missed", advice: "")

    private func told(_ messages: [Message]) -> [String] {
        messages.map { "\($0.fault?.id ?? "?") \($0.fault?.phase.rawValue ?? "?")" }
    }

    @Test func `a fault is told once, again after a day, and when it is over with how long it lasted`() {
        var record = FaultRecord()
        #expect(record.update([full], at: start) == [], "what a start finds first may pass")
        let began = record.update([full], at: start + .seconds(60))
        #expect(told(began) == ["state:disk began"])
        #expect(began.first?.words == "the disk is full" && began.first?.severity == .warning)
        #expect(record.update([full], at: start + .hours(23)) == [])
        #expect(told(record.update([full], at: start + .hours(24) + .seconds(61))) == ["state:disk continues"])
        let seen = start + .hours(30)
        #expect(record.update([full], at: seen) == [])
        #expect(record.update([], at: seen + .seconds(100)) == [], "a daemon that has just started")
        let ended = record.update([], at: seen + .seconds(130))
        #expect(told(ended) == ["state:disk ended"])
        #expect(ended.first?.fault?.since == start.seconds && ended.first?.fault?.until == seen.seconds)
        #expect(record.update([], at: seen + .hours(1)) == [])
        #expect(Set((began + ended).map(\.key)).count == 2)
    }

    @Test func `a fault that passes at once is not told, nor is its end`() {
        var record = FaultRecord()
        #expect(record.update([full], at: start) == [])
        #expect(record.update([], at: start + .seconds(200)) == [])
        #expect(record.update([full], at: start + .seconds(300)) == [])
    }

    @Test func `a source is told after a day, a missed prayer at once and without an end`() {
        var record = FaultRecord()
        let first = record.update([network, missed], at: start)
        #expect(told(first) == ["missed:2026-11-21 adhan-fajr began"] && first.first?.severity == .critical)
        #expect(first.first?.key.contains(" ") == false)
        #expect(told(record.update([network], at: start + .hours(24))) == ["source:aladhan began"])
        #expect(told(record.update([], at: start + .hours(25))) == ["source:aladhan ended"])
    }

    @Test func `its words may change while it lasts`() {
        var (record, changed) = (FaultRecord(), full)
        changed.what = "the disk is fuller"
        _ = record.update([full], at: start)
        #expect(record.update([changed], at: start + .seconds(60)).map(\.words) == ["the disk is fuller"])
        #expect(record.update([full], at: start + .seconds(90)) == [])
    }

    @Test func `a restart tells nothing twice`() throws {
        var record = FaultRecord()
        _ = record.update([full], at: start)
        _ = record.update([full], at: start + .seconds(60))
        var later: FaultRecord = try JSONText.decode(from: Array(try JSONText.encode(record, isPretty: false).utf8))
        #expect(later == record)
        #expect(later.update([full], at: start + .seconds(120)) == [])
    }

    @Test(arguments: [-86_400 * 365, -60, 86_400 * 365]) func `a clock that is set keeps no fault silent`(step: Int) {
        var record = FaultRecord()
        _ = record.update([full], at: start)
        _ = record.update([full], at: start + .seconds(60))
        let later = start + .seconds(step)
        #expect(record.update([full], at: later).count <= 1)
        #expect(record.update([full], at: later + .hours(24) + .seconds(120)).count == 1)
        #expect(record.update([full], at: later + .hours(25)) == [])
    }

    @Test func `a daemon that tells no ids is told of nothing`() {
        var (record, old) = (FaultRecord(), full)
        old.id = nil
        #expect(record.update([old], at: start) == [] && record.update([old], at: start + .hours(1)) == [])
    }
}
