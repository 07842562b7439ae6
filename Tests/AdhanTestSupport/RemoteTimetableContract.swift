import AdhanCore
import Testing

/// Tests that every network timetable must pass, whatever its server, and the scripted one too.
package struct RemoteTimetableContract {
    private let timetable: any RemoteTimetable
    private let present, absent: CivilDate

    private static let patience = FetchPatience(tries: 1, total: .seconds(30))

    /// - Parameters:
    ///   - present: a date whose period exists, with an ETag.
    ///   - absent: a date whose period does not exist.
    package init(_ timetable: any RemoteTimetable, present: CivilDate, absent: CivilDate) {
        (self.timetable, self.present, self.absent) = (timetable, present, absent)
    }

    package func check() throws {
        try hasAPeriodForEachDate()
        try hasAnAddressForEachPeriod()
        try sendsOnlyWhatIsNotKnown()
        try saysWhatIsNotThere()
    }

    private func period(of date: CivilDate) throws -> TimetablePeriod {
        try #require(timetable.origin.periods(holding: date...date).first)
    }

    private func hasAPeriodForEachDate() throws {
        for dates in [
            try CivilDate("2026-11-21")...CivilDate("2026-11-21"),
            try CivilDate("2026-12-31")...CivilDate("2027-01-01"),
            try CivilDate("2028-01-15")...CivilDate("2029-03-01"),
        ] {
            let periods = timetable.origin.periods(holding: dates)
            #expect(periods.first?.dates.contains(dates.lowerBound) == true)
            #expect(periods.last?.dates.contains(dates.upperBound) == true)
            for (one, next) in zip(periods, periods.dropFirst()) {
                #expect(one.dates.upperBound.adding(days: 1) == next.dates.lowerBound)
            }
            #expect(Set(periods.map(\.name)).count == periods.count)
        }
    }

    private func hasAnAddressForEachPeriod() throws {
        let (one, other) = (try period(of: present), try period(of: absent))
        #expect(timetable.origin.address(of: one) == timetable.origin.address(of: one))
        #expect(timetable.origin.address(of: one) != timetable.origin.address(of: other))
    }

    private func sendsOnlyWhatIsNotKnown() throws {
        let period = try period(of: present)
        let first = try timetable.fetch(period, known: nil, patience: Self.patience)
        guard case .fetched(let fetched) = first else {
            Issue.record("\(period.name) was not sent to somebody who does not know it")
            return
        }
        #expect(!fetched.bytes.isEmpty && fetched.etag != nil)
        let known = provenance(of: fetched, period, from: timetable.origin.address(of: period))
        #expect(try timetable.fetch(period, known: known, patience: Self.patience) == .unchanged)
        let other = provenance(of: fetched, try self.period(of: absent), from: known.address)
        #expect(try timetable.fetch(period, known: other, patience: Self.patience) == first)
        let elsewhere = provenance(of: fetched, period, from: RemoteAddress(rawValue: "https://elsewhere.example/"))
        #expect(try timetable.fetch(period, known: elsewhere, patience: Self.patience) == first)
        let old = provenance(of: Fetched(bytes: []), period, from: timetable.origin.address(of: period))
        #expect(try timetable.fetch(period, known: old, patience: Self.patience) == first)
    }

    private func provenance(of fetched: Fetched, _ period: TimetablePeriod, from address: RemoteAddress) -> Provenance {
        Provenance(
            source: timetable.origin.source,
            period: period.name,
            address: address,
            fetchedAt: Instant(seconds: 0),
            etag: fetched.etag,
            lastModified: fetched.lastModified
        )
    }

    private func saysWhatIsNotThere() throws {
        let period = try period(of: absent)
        let fault = #expect(throws: FetchFault.self) {
            try timetable.fetch(period, known: nil, patience: Self.patience)
        }
        #expect(fault?.kind == .absent)
        #expect(fault?.words.hasPrefix("\(timetable.origin.source): ") == true)
        #expect(fault?.words.contains("\(timetable.origin.address(of: period))") == true)
    }
}
