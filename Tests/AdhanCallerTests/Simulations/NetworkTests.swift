import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanTimetables
@testable import AdhanCaller
/// A mosque's timetable on a network that fails now and then, over many days.
@Suite struct NetworkTests {
    private func box(_ rig: RemoteRig, at now: Instant, asksClock: Bool = false) -> VirtualBox {
        let remote = rig.source()
        let box = VirtualBox(at: now, source: rig.chain(remote), zone: rig.calculator.zone)
        box.remotes = [remote]
        box.settings.asksClock = asksClock
        box.start()
        return box
    }

    @Test func `400 days with the network down half of the time, and next year's file three days late`() throws {
        let rig = try RemoteRig()
        let start = try Instant.utc("2026-11-15", 0)
        let (newYear, thirdOfJanuary) = (try Instant.utc("2027-01-01", 0), try Instant.utc("2027-01-03", 12))
        let box = box(rig, at: start)
        // Made once, with its ETag: half of the rounds of 400 days ask for it.
        let years = [TimetablePeriod.year(of: try CivilDate("2026-01-01")), .year(of: try CivilDate("2027-01-01"))]
        let answers = Dictionary(
            uniqueKeysWithValues: years.map {
                ($0.name, rig.answer($0, etag: $0.name) { $0.moving(.dhuhr, by: .minutes(4)) })
            }
        )
        var generator = SeededGenerator(seed: 20_261_115)
        var warned: [Instant] = []
        var unwarned: [Instant] = []
        var firstUpAfterFile: Instant?
        for hour in 0..<(400 * 24) {
            let now = start + .hours(hour)
            let (isUp, has2027) = (Bool.random(using: &generator), now >= thirdOfJanuary)
            rig.network.answer = { period, known throws(FetchFault) in
                guard isUp else { throw RemoteRig.down }
                guard let answer = answers[period.name], period.name == "2026" || has2027 else {
                    throw RemoteRig.absent(period)
                }
                return known?.etag == period.name ? .unchanged : answer
            }
            let before = rig.network.asked.count
            box.run(until: now + .hours(1))
            if isUp, has2027, firstUpAfterFile == nil, rig.network.asked.count > before {
                firstUpAfterFile = now + .hours(1)
            }
            let report = try #require(box.life?.ask { loop, _ in loop.fetches?.reports[.s3] })
            let isWarned = report.ending != nil || !report.faults.isEmpty && report.reach?.last == nil
            if isWarned { warned.append(now + .hours(1)) } else { unwarned.append(now + .hours(1)) }
        }
        let rows = try box.ledger.entries(CivilDate("2026-11-15")..<CivilDate("2027-12-20"))
        #expect(rows.count == 5 * 400)
        #expect(rows.allSatisfy { $0.state == .completed })

        let caughtUp = try #require(firstUpAfterFile)
        #expect(caughtUp < thirdOfJanuary + .hours(24))
        for row in rows {
            let allowed: Set<SourceName> =
                row.due < start + .hours(24)
                ? [.s3, .cache, .calculation]
                : row.due < newYear || row.due > caughtUp ? [.s3, .cache] : [.calculation, .s3, .cache]
            #expect(allowed.contains(row.source), "\(row.key) from \(row.source)")
        }
        let missing = rows.filter { (newYear...thirdOfJanuary).contains($0.due) }
        #expect(missing.count == 11 && missing.allSatisfy { $0.source == .calculation })
        #expect(Set(rows.map(\.source)) == [.s3, .cache, .calculation])

        // From 1 December, when the round of 00:01 has asked for it, until it is there; and again a year later.
        let december = try Instant.utc("2026-12-01", 1)
        let nextDecember = try Instant.utc("2027-12-01", 1)
        #expect(unwarned.allSatisfy { $0 < december || $0 >= caughtUp && $0 < nextDecember })
        #expect(warned.allSatisfy { $0 >= december - .hours(1) && $0 <= caughtUp || $0 >= nextDecember - .hours(1) })
        let said = box.notices.filter { $0.notice.words(.utc).contains("has times until 2026-12-31 only") }
        #expect(said.first.map { $0.at >= december - .hours(1) && $0.at < december + .hours(24) } == true)
    }

    @Test func `Dhuhr moved later after it was called is not called again, and the change is reported`() throws {
        let rig = try RemoteRig()
        rig.network.answer = { period, _ in rig.answer(period) }
        let box = box(rig, at: try .utc("2026-11-21", 11))
        box.run(until: try .utc("2026-11-21", 12, 30))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr)])
        rig.network.answer = { period, _ in rig.answer(period) { $0.moving(.dhuhr, by: .minutes(19)) } }
        // The source moves the same day's Dhuhr, and somebody asks for a refresh at once.
        _ = box.life?.ask { loop, now in loop.refresh(askedAt: now, isUrgent: true) }
        box.run(until: try .utc("2026-11-21", 13, 30))
        #expect(box.called.count == 1)
        let told = box.notices.compactMap { notice in
            if case .source(let news) = notice.notice, news.isChange { news.words } else { nil }
        }
        #expect(told == ["s3 has changed: 2026-01-01 to 2026-12-31: dhuhr +19 min"])
    }

    @Test func `a prayer moved by an answer that comes while it is armed is called at its new second only`() throws {
        let rig = try RemoteRig()
        rig.network.answer = { period, _ in rig.answer(period) }
        let box = box(rig, at: try .utc("2026-11-21", 11))
        box.run(until: try .utc("2026-11-21", 11, 1))
        let due = try #require(box.life?.ask { loop, now in loop.timetable?.next(after: now) })
        box.run(until: due.at - .seconds(5))
        rig.network.answer = { period, _ in rig.answer(period) { $0.moving(.dhuhr, by: .minutes(10)) } }
        _ = box.life?.ask { loop, now in loop.refresh(askedAt: now, isUrgent: true) }
        box.run(until: due.at + .minutes(30))
        #expect(box.called.map(\.at) == [due.at + .minutes(10)])
    }

    @Test
    func `a box that never had a network calls by the calculation, and asks each quarter of an hour`()
        throws
    {
        let rig = try RemoteRig(answer: { _, _ throws(FetchFault) in throw RemoteRig.down })
        let box = box(rig, at: try .utc("2026-11-21", 0))
        box.run(until: try .utc("2026-11-22", 0))
        #expect(box.called.count == 5)
        let reasons = box.notices.compactMap { if case .refreshed(let reason, _) = $0.notice { reason } else { nil } }
        #expect(!reasons.contains(.sourceChanged), "nothing is new")
        // At the start, and then 95 times; the rounds of 00:01 and after Isha replace two of them.
        #expect((95...98).contains(rig.network.asked.count), "\(rig.network.asked.count)")
    }

    @Test func `while the clock is not trusted no source is asked`() throws {
        let rig = try RemoteRig()
        let box = box(rig, at: try .utc("2026-11-21", 0), asksClock: true)
        box.run(until: try .utc("2026-11-21", 1))
        #expect(rig.network.asked.isEmpty)
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc("2026-11-21", 1, 1))
        #expect(!rig.network.asked.isEmpty)
    }

    @Test func `a server that has sent new times is not asked for them once more`() throws {
        let rig = try RemoteRig()
        rig.network.answer = { period, _ in rig.answer(period) }
        let box = box(rig, at: try .utc("2026-11-21", 11))
        box.run(until: try .utc("2026-11-21", 11, 30))
        let asked = rig.network.asked.map(\.period.name)
        #expect(asked == ["2026"])
    }
}
