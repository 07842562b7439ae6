import AdhanCore
import AdhanSupport
import Synchronization

extension RemoteSource {
    /// The maximum number of lines about the changes in a new payload; more would flood the journal.
    private static let mostChanges = 20
    /// The longest pause that a server can ask for; after it the server is asked again.
    package static let longestRest: Duration = .hours(1)

    /// Asks for every period of those dates and accepts what passes the check. Blocks.
    ///
    /// - Parameters:
    ///   - dates: from today on.
    ///   - isUrgent: whether to ask even a server that asked to wait.
    ///   - patience: the limits of the next request; nil if there is no time for one.
    package func round(
        _ dates: ClosedRange<CivilDate>,
        now: Instant,
        isUrgent: Bool = false,
        patience: () -> FetchPatience? = { .usual }
    ) -> SourceReport {
        let before = contents
        if isUrgent { state.withLock { $0.notBefore = nil } }
        load(dates)
        forget(before: dates.lowerBound)
        var report = SourceReport(source: name, at: now, asked: dates.lowerBound)
        var shouldContinue = true
        for period in remote.origin.periods(holding: dates) {
            if shouldContinue {
                shouldContinue = ask(period, dates.lowerBound, now, patience, &report)
            } else {
                state.withLock { $0.last[period]?.isConfirmed = false }
            }
        }
        report.warnings += state.withLock { $0.storeFaults.sorted { $0.key.name < $1.key.name }.map(\.value) }
        report.isNew = contents != before
        report.reach = self.dates.reach(from: dates.lowerBound, refused: refused)
        report.seenAt = state.withLock { state in
            state.last.first { $0.key.dates.contains(dates.lowerBound) }
                .map { Instant(seconds: $0.value.provenance.fetchedAt) }
        }
        return report
    }

    private func ask(
        _ period: TimetablePeriod,
        _ today: CivilDate,
        _ now: Instant,
        _ patience: () -> FetchPatience?,
        _ report: inout SourceReport
    ) -> Bool {
        let (known, isRetired) = state.withLock { ($0.last[period]?.provenance, $0.isRetired) }
        guard !isRetired else { return false }
        do throws(FetchFault) {
            if let until = rest(now) {
                let moment = state.withLock(\.zone).formatted(until.flooredToSecond)
                throw FetchFault(.busy, "\(name.rawValue): its server accepts no request before \(moment)")
            }
            guard let patience = patience() else {
                throw FetchFault(.unreachable, "\(name.rawValue): no time was left to ask for \(period.name)")
            }
            let answer = try remote.fetch(period, known: known, patience: patience)
            guard !state.withLock(\.isRetired) else { return false }
            switch answer {
            case .unchanged:
                guard confirm(period, now, &report) else {
                    throw FetchFault(
                        .server,
                        "\(remote.origin.address(of: period)) answered 304 (not modified), but nothing of it is cached"
                    )
                }
                report.answers.append("\(period.name) unchanged")
            case .fetched(let fetched):
                if let warning = fetched.warning { report.warnings.append(warning) }
                accept(fetched, period, now, &report)
            }
            return true
        } catch {
            let rest = error.retryAfter ?? .zero
            if rest > .zero { state.withLock { $0.notBefore = now + min(rest, Self.longestRest) } }
            let bound = rest > Self.longestRest ? "; it is asked again in an hour" : ""
            state.withLock { $0.last[period]?.isConfirmed = false }
            // A year that has not begun may be missing without fault. The requested dates decide from when on it is
            // one.
            if error.kind == .absent, !period.dates.contains(today) {
                report.absent.append("\(error)\(bound)")
            } else {
                report.faults.append("\(error)\(bound)")
            }
            return [.absent, .refused].contains(error.kind)
        }
    }

    /// The server confirmed that the known payload is current.
    private func confirm(_ period: TimetablePeriod, _ now: Instant, _ report: inout SourceReport) -> Bool {
        let (accepted, stands) = state.withLock { ($0.last[period], $0.behind[period] == nil) }
        guard var accepted else { return false }
        accepted.isConfirmed = true
        accepted.provenance = provenance(period, accepted.provenance.etag, accepted.provenance.lastModified, now)
        // The stored payload is a different one, about which the server said nothing.
        if stands, !renew(period, now, &report) {
            // It is in memory only. Without validators the server sends it again, and it is stored then.
            accepted.provenance = provenance(period, nil, nil, now)
        }
        state.withLock { [accepted] in $0.last[period] = accepted }
        return true
    }

    /// Updates the time of the last confirmation, from which the cache derives its age. False if nothing is stored, as
    /// after `adhand cache clear`, or it was damaged.
    private func renew(_ period: TimetablePeriod, _ now: Instant, _ report: inout SourceReport) -> Bool {
        do {
            guard let kept = try store.load(name, period) else { return false }
            let provenance = provenance(period, kept.provenance.etag, kept.provenance.lastModified, now)
            try store.keep(Payload(provenance: provenance, bytes: kept.bytes))
            return true
        } catch {
            report.warnings.append("\(error)")
            return false
        }
    }

    private func accept(_ fetched: Fetched, _ period: TimetablePeriod, _ now: Instant, _ report: inout SourceReport) {
        let provenance = provenance(period, fetched.etag, fetched.lastModified, now)
        let payload = Payload(provenance: provenance, bytes: fetched.bytes)
        let table: CheckedTimetable
        let dates: Set<CivilDate>
        do {
            table = try currentValidator.read(fetched.bytes, TableHints(today: period.dates.lowerBound))
            dates = table.dates.filter(period.dates.contains)
            guard !dates.isEmpty else { throw Unusable(table, period) }
        } catch {
            state.withLock { $0.last[period]?.isConfirmed = false }
            report.faults.append("\(provenance.address): it is not used: \(error)")
            return note(&report) { () throws(StoreFault) in try store.setAside(payload, because: "\(error)") }
        }
        report.answers.append("\(period.name) with \(dates.count) days")
        report.warnings += table.faults.map { "\(provenance.address): \($0)" }
        report.remarks += table.remarks.map { "\(provenance.address): \($0)" }
        let (previous, kept) = state.withLock { ($0.last[period], $0.behind[period] ?? $0.last[period]) }
        let lacks = kept?.table.dates.filter(period.dates.contains).subtracting(dates).sorted() ?? []
        state.withLock { state in
            state.last[period] = Accepted(provenance: provenance, table: table, isConfirmed: true)
            state.behind[period] = lacks.isEmpty ? nil : kept
            state.storeFaults[period] = nil
        }
        if let previous { report.changes += changes(previous.table, table, period) }
        if let first = lacks.first {
            let words = "\(lacks.count) days that were there before are missing or wrong in it, the first is \(first)"
            report.warnings.append("\(provenance.address): \(words); the earlier ones are kept")
            note(&report) { () throws(StoreFault) in try store.setAside(payload, because: words) }
        } else {
            note(&report) { () throws(StoreFault) in try store.keep(payload) }
        }
    }

    /// A payload that cannot be stored is used all the same.
    private func note(_ report: inout SourceReport, _ write: () throws(StoreFault) -> Void) {
        do {
            try write()
        } catch {
            report.warnings.append("\(error)")
        }
    }

    private func changes(_ old: CheckedTimetable, _ new: CheckedTimetable, _ period: TimetablePeriod) -> [String] {
        func refused(_ table: CheckedTimetable) -> [CivilDate: TimetableFault] {
            // A day of which one time cannot be read has no times to compare.
            table.written.unreadable.merging(table.refused) { first, _ in first }
                .filter { period.dates.contains($0.key) }
        }
        let zone = state.withLock(\.zone)
        func days(_ table: CheckedTimetable) -> [FileDay] {
            let dates = table.dates.filter(period.dates.contains)
            return table.written.days(in: zone).filter { dates.contains($0.day.date) }
        }
        let lines = TimetableDiff(
            days(old),
            days(new),
            refused: (refused(old), refused(new)),
            names: (left: "the one before", right: "the new one")
        ).lines
        let more = lines.count - Self.mostChanges
        return lines.prefix(Self.mostChanges) + (more > 0 ? ["and \(more) more changes"] : [])
    }

    private func provenance(
        _ period: TimetablePeriod,
        _ etag: String?,
        _ lastModified: String?,
        _ now: Instant
    ) -> Provenance {
        Provenance(
            source: name,
            period: period.name,
            address: remote.origin.address(of: period),
            fetchedAt: now,
            etag: etag,
            lastModified: lastModified
        )
    }

    /// The days in use, without their time of fetching.
    private var contents: [TimetablePeriod: [Content]] {
        state.withLock { state in
            Dictionary(
                uniqueKeysWithValues: Set(state.last.keys).union(state.behind.keys).map { period in
                    (period, [state.last[period], state.behind[period]].map { Content($0) })
                }
            )
        }
    }

    private struct Content: Equatable {
        let written: WrittenTimetable?
        let isConfirmed: Bool

        init(_ accepted: Accepted?) {
            (written, isConfirmed) = (accepted?.table.written, accepted?.isConfirmed ?? false)
        }
    }
}

/// Nothing in a payload can be used for the requested dates.
private struct Unusable: Error, CustomStringConvertible {
    let description: String

    init(_ table: CheckedTimetable, _ period: TimetablePeriod) {
        if let other = table.dates.min() {
            description = "it was asked for \(period.name), and has none of its days: its first is \(other)"
        } else {
            let faults = table.faults
            let more = faults.count > 1 ? " (and \(faults.count - 1) more faults)" : ""
            description = "none of its days passes the check: \(faults.first.map { "\($0)" } ?? "it has none")\(more)"
        }
    }
}

extension [RemoteSource] {
    /// Asks each source for those dates, one after another, while a person waits. Each gets an equal part of the time.
    /// Blocks.
    package func hurriedRound(
        _ dates: ClosedRange<CivilDate>,
        now: Instant,
        within total: Duration,
        monotonic: () -> MonotonicInstant
    ) -> [SourceReport] {
        map { source in
            let end = monotonic() + total / count
            return source.round(dates, now: now) {
                let left = end - monotonic()
                return left > .milliseconds(100) ? FetchPatience(tries: 1, total: left) : nil
            }
        }
    }
}
