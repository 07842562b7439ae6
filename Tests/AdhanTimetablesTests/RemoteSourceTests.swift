import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanTimetables

@Suite struct RemoteSourceTests {
    private let rig: RemoteRig
    private let remote: RemoteSource

    init() throws {
        rig = try RemoteRig()
        remote = rig.source()
    }

    /// Whose day the chain has.
    private func source(_ date: String, _ remote: RemoteSource? = nil) throws -> Substring? {
        try rig.found(date, remote ?? self.remote)?.prefix { $0 != " " }
    }

    /// The server has those periods, by name; nil for all of them, each changed by the test.
    private func serve(
        _ period: String? = nil,
        etag: String? = nil,
        _ change: @escaping @Sendable (PrayerDay) -> PrayerDay? = { $0 }
    ) {
        rig.network.answer = { [rig] asked, known throws(FetchFault) in
            guard period == nil || asked.name == period else { throw RemoteRig.absent(asked) }
            if let etag, known?.etag == etag { return .unchanged }
            return rig.answer(asked, etag: etag, change)
        }
    }

    private func cut() { rig.network.answer = { _, _ throws(FetchFault) in throw RemoteRig.down } }

    @Test func `a day counts as the source's own while it answers, and as the cache's once it does not`() throws {
        serve("2026")
        #expect(try source("2026-11-21") == "calculation")
        let report = try rig.round(remote, on: "2026-11-21")
        #expect(report.faults.isEmpty && report.isNew && report.answers == ["2026 with 365 days"], "\(report)")
        #expect(try source("2026-11-21") == "s3")

        cut()
        let failed = try rig.round(remote, on: "2026-11-21", 9)
        #expect(failed.faults == [RemoteRig.down.words] && failed.isStale && failed.isNew)
        #expect(try source("2026-11-21") == "cache")
        #expect(try !rig.round(remote, on: "2026-11-21", 10).isNew)
    }

    @Test func `its days are judged by new rules of the zone, also those that come later`() throws {
        serve("2026")
        _ = try rig.round(remote, on: "2026-11-21")
        #expect(remote.dates.count == 365)
        let moved = ZoneRules.fixed(name: "Europe/London", offset: 3600)
        remote.follow(moved)
        // In winter its times are an hour early by these rules.
        let summer = remote.dates.count
        #expect(summer == 210, "\(summer)")
        _ = try rig.round(remote, on: "2026-11-22")
        #expect(remote.dates.count == summer)
        remote.follow(rig.calculator.zone)
        #expect(remote.dates.count == 365)
    }

    @Test func `an unchanged payload is recognised by its ETag, and counts as the source's own`() throws {
        serve(etag: "\"1\"")
        _ = try rig.round(rig.source(), on: "2026-06-01")
        // The next process loads it from the store.
        let report = try rig.round(remote, on: "2026-06-02")
        #expect(report.answers == ["2026 unchanged"] && report.changes.isEmpty)
        #expect(try source("2026-06-02") == "s3")
        let kept = try rig.store.load(.s3, .year(of: CivilDate("2026-06-02")))
        #expect(kept?.provenance.fetchedAt == (try Instant.utc("2026-06-02", 6).seconds))
    }

    @Test func `a retired source asks nothing more, and does not store a late answer`() throws {
        rig.network.answer = { [rig, remote] period, _ in
            remote.retire()
            return rig.answer(period)
        }
        // Of two periods.
        _ = try rig.round(remote, on: "2026-12-15")
        #expect(try rig.network.asked.count == 1 && rig.store.load(.s3, .year(of: CivilDate("2026-12-15"))) == nil)
        _ = try rig.round(remote, on: "2026-12-16")
        #expect(rig.network.asked.count == 1)
    }

    @Test func `a payload that is no longer stored is fetched completely and stored again`() throws {
        let year = TimetablePeriod.year(of: try CivilDate("2026-06-01"))
        serve(etag: "\"1\"")
        // The disk refuses the payload, so the store is empty, as after somebody cleared it.
        rig.store.refuseWrites(true)
        _ = try rig.round(remote, on: "2026-06-01", 6)
        rig.store.refuseWrites(false)
        #expect(try rig.round(remote, on: "2026-06-01", 9).answers == ["2026 unchanged"])
        #expect(try rig.store.load(.s3, year) == nil)
        #expect(try rig.round(remote, on: "2026-06-01", 12).answers == ["2026 with 365 days"])
        #expect(try rig.store.load(.s3, year)?.provenance.etag == "\"1\"")
    }

    @Test func `an older stored payload does not count as confirmed when the newer one is unchanged`() throws {
        let (year, july) = (TimetablePeriod.year(of: try CivilDate("2026-06-01")), try CivilDate("2026-07-01"))
        serve(etag: "whole")
        _ = try rig.round(remote, on: "2026-06-01")
        let kept = try rig.store.load(.s3, year)
        serve(etag: "half") { $0.date < july ? $0 : nil }
        _ = try rig.round(remote, on: "2026-06-02")
        #expect(try rig.round(remote, on: "2026-06-03").answers == ["2026 unchanged"])
        #expect(try rig.store.load(.s3, year) == kept)
    }

    @Test func `a box without a network uses the cache, and one that could not be read is read again`() throws {
        serve { $0.moving(.dhuhr, by: .minutes(7)) }
        _ = try rig.round(rig.source(), on: "2026-06-01")
        let date = try CivilDate("2026-06-03")
        remote.load(date...date)
        #expect(try source("2026-06-03") == "cache" && rig.network.asked.count == 1)

        let other = rig.source()
        cut()
        rig.store.refuseReads(true)
        #expect(try rig.round(other, on: "2026-06-03").warnings == ["s3 2026: Input/output error"])
        #expect(try source("2026-06-03", other) == "calculation")
        rig.store.refuseReads(false)
        let mended = try rig.round(other, on: "2026-06-03", 7)
        #expect(mended.warnings.isEmpty && mended.isNew, "\(mended.warnings)")
        #expect(try source("2026-06-03", other) == "cache")
    }

    @Test func `last year's file under this year's name is refused, reported and set aside`() throws {
        let (last, this) = (TimetablePeriod.year(of: try CivilDate("2025-06-01")), try CivilDate("2026-06-01"))
        rig.network.answer = { [rig] _, _ in rig.answer(last) }
        let report = try rig.round(remote, on: "2026-06-01")
        let words = "it was asked for 2026, and has none of its days: its first is 2025-01-01"
        #expect(report.faults.first?.contains(words) == true, "\(report.faults)")
        #expect(try source("2026-06-01") == "calculation")
        #expect(rig.store.rejected(.s3, .year(of: this))?.reason.contains("2025-01-01") == true)
        #expect(try rig.store.load(.s3, .year(of: this)) == nil)
    }

    @Test func `half a year keeps the stored days that it lacks`() throws {
        let (date, july) = (try CivilDate("2026-06-01"), try CivilDate("2026-07-01"))
        serve()
        _ = try rig.round(remote, on: "2026-06-01")
        let kept = try rig.store.load(.s3, .year(of: date))
        serve { $0.date < july ? $0.moving(.dhuhr, by: .minutes(5)) : nil }
        let report = try rig.round(remote, on: "2026-06-02")
        let lost = report.warnings.first { $0.contains("184 days that were there before") }
        #expect(lost?.contains("2026-07-01") == true, "\(report.warnings)")
        #expect(try source("2026-06-30") == "s3" && source("2026-07-02") == "cache")
        #expect(try rig.store.load(.s3, .year(of: date)) == kept)
        #expect(rig.store.rejected(.s3, .year(of: date))?.reason.contains("184 days") == true)
        // The whole year again: nothing is left behind it.
        serve { $0.moving(.dhuhr, by: .minutes(5)) }
        #expect(try rig.round(remote, on: "2026-06-03").warnings.isEmpty)
        #expect(try source("2026-07-02") == "s3")
    }

    @Test func `an hour off on the day the clocks change is refused, reported, and calculated`() throws {
        let rig = try RemoteRig(.aladhan, by: .month)
        let change = try CivilDate("2026-03-29")
        rig.network.answer = { period, _ in
            rig.answer(period) { $0.date == change ? $0.moving(Prayer.allCases, by: .hours(-1)) : $0 }
        }
        let remote = rig.source()
        let warnings = try rig.round(remote, on: "2026-03-01").warnings
        #expect(warnings.count == 1 && warnings[0].contains("2026-03-29"), "\(warnings)")
        #expect(warnings.first?.contains("an hour early") == true, "\(warnings)")
        let days = ["2026-03-28", "2026-03-29", "2026-03-30"]
        #expect(try days.map { try source($0, remote) } == ["aladhan", "calculation", "aladhan"])
    }

    @Test func `a payload from another address is not used`() throws {
        let date = try CivilDate("2026-06-01")
        let provenance = Provenance(
            source: .s3,
            period: "2026",
            address: RemoteAddress(rawValue: "https://elsewhere.example/2026"),
            fetchedAt: try .utc("2026-01-01", 12),
            etag: nil,
            lastModified: nil
        )
        try rig.store.keep(Payload(provenance: provenance, bytes: rig.file(TimetablePeriod.year(of: date).dates)))
        remote.load(date...date)
        #expect(try source("2026-06-01") == "calculation")
    }

    @Test func `a payload that cannot be stored is used all the same`() throws {
        rig.store.refuseWrites(true)
        serve()
        let report = try rig.round(remote, on: "2026-06-01")
        #expect(report.faults.isEmpty && report.warnings.count == 1)
        #expect(try source("2026-06-01") == "s3")
        // It is not lost when the network is down.
        cut()
        _ = try rig.round(remote, on: "2026-06-02")
        #expect(try source("2026-06-02") == "cache")
    }

    @Test func `a server that asks to wait is not asked`() throws {
        rig.network.answer = { _, _ throws(FetchFault) in throw FetchFault(.busy, "s3: 429", retryAfter: .hours(2)) }
        #expect(try rig.round(remote, on: "2026-06-01", 6).faults == ["s3: 429; it is asked again in an hour"])
        #expect(rig.network.asked.count == 1)
        serve()
        let (today, soon) = (try CivilDate("2026-06-01"), try Instant.utc("2026-06-01", 6, 59))
        let words = "s3: its server accepts no request before 2026-06-01T08:00:00+01:00"
        #expect(remote.round(today...today, now: soon).faults == [words])
        #expect(rig.network.asked.count == 1)
        #expect(remote.rest(soon) == (try .utc("2026-06-01", 7)))
        #expect(try rig.round(remote, on: "2026-06-01", 7).faults.isEmpty)
    }

    @Test func `a reload forgets neither when a server was asked nor that it asked to wait`() throws {
        rig.network.answer = { _, _ throws(FetchFault) in throw FetchFault(.busy, "s3: 429", retryAfter: .minutes(20)) }
        let (before, after) = (rig.source(), rig.source())
        let (today, now) = (try CivilDate("2026-06-01"), try Instant.utc("2026-06-01", 6))
        before.note(roundAt: now)
        _ = before.round(today...today, now: now)
        after.adopt([try RemoteRig(.aladhan).source(), before], today: today)
        #expect(after.earliestRound(now + .seconds(1)) == now + .minutes(1))
        #expect(after.earliestRound(now + .minutes(20)) == now + .minutes(20))
        #expect(after.rest(now + .seconds(1)) == now + .minutes(20))
        // If the clock was set back, there is no wait.
        #expect(after.earliestRound(now - .hours(1)) == now - .hours(1) && after.rest(now - .hours(1)) == nil)
    }

    @Test func `a reload keeps a fetched payload if the store has none, or an older one`() throws {
        serve()
        let (before, today) = (rig.source(), try CivilDate("2026-06-01"))
        _ = try rig.round(before, on: "2026-06-01")
        let times = try rig.found("2026-06-01", before)
        #expect(times?.hasPrefix("s3") == true)
        // Nothing was loaded: the disk of the store does not answer.
        let after = rig.source()
        after.adopt([before], today: today)
        #expect(try rig.found("2026-06-01", after) == times)

        // Newer than the payload in the store.
        let old = rig.source()
        old.load(today...today)
        serve { $0.moving(.dhuhr, by: .minutes(5)) }
        _ = try rig.round(before, on: "2026-06-02")
        let corrected = try rig.found("2026-06-01", before)
        #expect(corrected != times)
        old.adopt([before], today: today)
        #expect(try rig.found("2026-06-01", old) == corrected)
        // Never older than the payload in the store.
        let fresh = rig.source()
        _ = try rig.round(fresh, on: "2026-06-03")
        fresh.adopt([after], today: today)
        #expect(try rig.found("2026-06-01", fresh) == corrected)
    }

    @Test func `a dead network is asked once a round, not once a month`() throws {
        let rig = try RemoteRig(.aladhan, by: .month, answer: { _, _ throws(FetchFault) in throw RemoteRig.down })
        let report = try rig.round(rig.source(), on: "2026-06-01")
        #expect(rig.network.asked.map(\.period.name) == ["2026-06"])
        #expect(report.faults.count == 1)
    }

    @Test func `a corrected timetable is reported with days, prayers and differences`() throws {
        serve()
        #expect(try rig.round(remote, on: "2026-06-01").changes.isEmpty)
        let june = try CivilDate("2026-06-10")...CivilDate("2026-06-12")
        serve { june.contains($0.date) ? $0.moving(.dhuhr, by: .minutes(5)) : $0 }
        #expect(try rig.round(remote, on: "2026-06-02").changes == ["2026-06-10 to 2026-06-12: dhuhr +5 min"])
    }

    @Test func `the end of a year is reported from the first of December`() throws {
        serve("2026")
        #expect(try rig.round(remote, on: "2026-11-30").ending == nil)
        let report = try rig.round(remote, on: "2026-12-01")
        #expect(report.ending == "s3 has times until 2026-12-31 only; s3: PrayerTimes2027.json answered 404")
        #expect(!report.isStale)
        serve()
        #expect(try rig.round(remote, on: "2026-12-02").ending == nil)
    }

    @Test func `a year with only January is reported as ended, as long as it is`() throws {
        let end = try CivilDate("2026-01-31")
        serve { $0.date <= end ? $0 : nil }
        let endings = try ["2026-02-01", "2026-11-21"].map { try rig.round(remote, on: $0).ending }
        #expect(endings == Array(repeating: "s3 ended on 2026-01-31 and has no times for today", count: 2))
    }

    /// A reader of tables that fails until it is mended.
    private final class MendedReader: TableReader {
        let days: WrittenTimetable
        let isMended = Mutex(true)

        init(_ days: WrittenTimetable) { self.days = days }

        func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
            guard isMended.withLock({ $0 }) else { throw .unread("the program is gone") }
            return days
        }
    }

    @Test func `what is kept is read again where the reader of tables failed`() throws {
        let rig = try RemoteRig { period, _ throws(FetchFault) in
            guard period.name == "2026" else { throw RemoteRig.absent(period) }
            return .fetched(Fetched(bytes: Array("a table".utf8), etag: nil))
        }
        let today = try CivilDate("2026-06-01")
        let reader = MendedReader(try WrittenTimetable(rig.file(today...today.adding(days: 40))))
        func source() -> RemoteSource {
            let validator = TimetableValidator(calculator: rig.calculator, reader: reader)
            return RemoteSource(rig.network, store: rig.store, validator: validator)
        }
        #expect(try rig.round(source(), on: "2026-06-01").faults.isEmpty)
        let next = source()
        reader.isMended.withLock { $0 = false }
        next.load(today...today)
        #expect(next.dates.isEmpty && next.state.withLock(\.storeFaults).values.contains("the program is gone"))
        reader.isMended.withLock { $0 = true }
        next.load(today...today)
        #expect(next.dates.count == 41 && next.state.withLock(\.storeFaults).isEmpty)
    }
}
