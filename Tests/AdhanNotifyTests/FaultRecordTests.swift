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

    @Test func `a fault that passes at once is not told, nor one without an id, and its words may change`() throws {
        var record = FaultRecord()
        #expect(record.update([full], at: start) == [])
        #expect(record.update([], at: start + .seconds(50)) == [])
        #expect(record.update([full], at: start + .seconds(90)) == [], "two glimpses are no minute")
        #expect(record.update([full], at: start + .seconds(150)).count == 1)
        // Its words may change while it lasts.
        var changed = full
        record = FaultRecord()
        changed.what = "the disk is fuller"
        _ = record.update([full], at: start)
        #expect(record.update([changed], at: start + .seconds(60)).map(\.words) == ["the disk is fuller"])
        #expect(record.update([full], at: start + .seconds(90)) == [])
        var old = full
        record = FaultRecord()
        old.id = nil
        #expect(record.update([old], at: start) == [] && record.update([old], at: start + .hours(1)) == [])
    }

    @Test func `a source is told after a day, a missed prayer at once and without an end`() {
        var record = FaultRecord()
        let first = record.update([network, missed], at: start)
        #expect(told(first) == ["missed:2026-11-21 adhan-fajr began"] && first.first?.severity == .critical)
        #expect(first.first?.key.contains(" ") == false)
        #expect(told(record.update([network], at: start + .hours(24))) == ["source:aladhan began"])
        #expect(told(record.update([], at: start + .hours(25))) == ["source:aladhan ended"])
    }

    @Test func `the end of a timetable is told at fourteen, seven, three days and one, and then each day`() throws {
        var record = FaultRecord()
        var end = StatusReport.Problem(.timetable, "end", what: "it has times until 2026-12-31 only", advice: "")
        var told: [Int] = []
        for (day, left) in (0...31).reversed().enumerated() {
            end.daysLeft = left
            // A status each hour, and one restart a day.
            record = try JSONText.decode(from: try JSONText.bytes(of: record))
            for hour in 0..<24 where !record.update([end], at: start + .days(day) + .hours(hour)).isEmpty {
                told.append(left)
            }
        }
        #expect(told == [14, 7, 3, 1])
        end.daysLeft = nil
        #expect(self.told(record.update([end], at: start + .days(32))) == ["timetable:end continues"])
        #expect(self.told(record.update([end], at: start + .days(33))) == ["timetable:end continues"])
    }

    @Test func `a timetable that becomes a little longer is told anew when that ends`() {
        var record = FaultRecord()
        var end = StatusReport.Problem(.source, "s3.end", what: "it has times until 2026-12-31 only", advice: "")
        var told: [Int] = []
        for (day, left) in [5, 4, 3, 2, 12, 11, 9, 7, 5, 30, 28, 15, 14, 13].enumerated() {
            end.daysLeft = left
            for second in [0, 60] where !record.update([end], at: start + .days(day) + .seconds(second)).isEmpty {
                told.append(left)
            }
        }
        #expect(told == [5, 3, 7, 14])
        #expect(self.told(record.update([], at: start + .days(15))) == ["source:s3.end ended"])
    }

    @Test func `while the daemon does not answer no fault ends, and its return has two minutes to find them again`()
        throws
    {
        var record = FaultRecord()
        _ = record.update([full], at: start)
        #expect(record.update([full], at: start + .minutes(2)).count == 1)
        // After a restart, without a daemon.
        record = try JSONText.decode(from: try JSONText.bytes(of: record))
        let gone = StatusReport.Problem(.daemon, what: "adhand does not answer", advice: "start it")
        let later = start + .hours(8)
        #expect(record.update([gone], at: later, isStatus: false) == [])
        #expect(told(record.update([gone], at: later + .minutes(5), isStatus: false)) == ["daemon began"])
        #expect(record.update([], at: later + .minutes(6)) == [])
        #expect(record.update([full], at: later + .minutes(7)) == [])
        #expect(told(record.update([full], at: later + .minutes(9))) == ["daemon ended"])
        #expect(told(record.update([], at: later + .minutes(12))) == ["state:disk ended"])
    }

    @Test func `a crash while faults are told does not change their keys`() {
        var record = FaultRecord()
        let before = record
        let messages = record.update([missed], at: start)
        // The process ends before it has saved that they are told.
        var restarted = record.before(telling: messages, after: before)
        #expect(restarted.update([missed], at: start + .seconds(30)).map(\.key) == messages.map(\.key))
        let lasting = record
        let again = record.update([missed], at: start + .days(1))
        restarted = record.before(telling: again, after: lasting)
        #expect(restarted == lasting && again.count == 1)
        #expect(restarted.update([missed], at: start + .days(1) + .seconds(30)).map(\.key) == again.map(\.key))
        let gone = record
        let ended = record.update([], at: start + .days(3))
        #expect(record.before(telling: ended, after: gone) == record, "a missed prayer has no end")
    }

    @Test func `a power cut is told once, and each one`() {
        var record = FaultRecord()
        func cut(_ number: Int) -> StatusReport.Problem {
            StatusReport.Problem(.power, "\(number)", what: "the box started", advice: "")
        }
        _ = record.update([cut(1)], at: start)
        #expect(told(record.update([cut(1)], at: start + .minutes(1))) == ["power:1 began"])
        _ = record.update([cut(2)], at: start + .hours(2))
        #expect(told(record.update([cut(2)], at: start + .hours(3))) == ["power:2 began"])
        #expect(record.update([], at: start + .hours(26)) == [])
    }

    @Test func `a restart tells nothing twice`() throws {
        var record = FaultRecord()
        _ = record.update([full], at: start)
        _ = record.update([full], at: start + .seconds(60))
        var later: FaultRecord = try JSONText.decode(from: Array(try JSONText.encode(record, isPretty: false).utf8))
        #expect(try JSONText.bytes(of: later) == JSONText.bytes(of: record))
        #expect(later.update([full], at: start + .seconds(120)) == [])
    }

    @Test(arguments: [-86_400 * 365, -60, 0, 86_400 * 365])
    func `a clock that is set changes neither when a fault is told nor how long it lasted`(step: Int64) {
        var record = FaultRecord()
        func update(_ problems: [StatusReport.Problem], after uptime: Int64, _ step: Int64) -> [Message] {
            let now = start + .seconds(uptime + step)
            record.follow(now, uptime: uptime)
            return record.update(problems, at: now)
        }
        #expect(update([full], after: 0, 0) == [])
        #expect(update([full], after: 30, step) == [])
        #expect(update([full], after: 60, step).count == 1)
        #expect(update([full], after: 86_400, 0) == [] && update([full], after: 86_470, 0).count == 1)
        let ended = update([], after: 86_700, step)
        #expect(told(ended) == ["state:disk ended"])
        #expect(ended.first?.fault.map { ($0.until ?? 0) - $0.since } == 86_470)
    }

    @Test(arguments: [-1, 1]) func `a record of a clock that was wrong tells each fault within a day`(sign: Int64) {
        var record = FaultRecord()
        _ = record.update([full], at: start)
        _ = record.update([full], at: start + .seconds(60))
        // The next process has another clock.
        let later = start + .days(Int(sign) * 365)
        #expect(record.update([full], at: later).count == (sign > 0 ? 1 : 0))
        #expect(record.update([full], at: later + .hours(24)).count == 1)
        #expect(told(record.update([], at: later + .hours(25))) == ["state:disk ended"])
    }

    @Test func `a damaged record ends no process`() throws {
        for moment in [Int64.min, -1, .max] {
            var record = FaultRecord()
            _ = record.update([full], at: start)
            let text = try JSONText.encode(record, isPretty: false).replacing("\(start.seconds)", with: "\(moment)")
            #expect(text.contains("\(moment)"))
            var damaged: FaultRecord = try JSONText.decode(from: Array(text.utf8))
            damaged.follow(start, uptime: 0)
            damaged.follow(start + .days(3), uptime: 1)
            #expect(damaged.update([full], at: start + .days(3)).count <= 1)
            #expect(damaged.update([], at: start + .days(4)).count <= 1)
        }
    }

    @Test func `names of one length in another script have different keys`() {
        var record = FaultRecord()
        let faults = ["فجر.mp3", "عصر.mp3"].map { StatusReport.Problem(.missed, $0, what: $0, advice: "") }
        let keys = record.update(faults, at: start).map(\.key)
        #expect(Set(keys).count == 2 && keys.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
        #expect(keys.allSatisfy { $0.utf8.count <= 160 })
    }
}
