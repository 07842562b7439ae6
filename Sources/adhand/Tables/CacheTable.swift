import AdhanCore
import AdhanSupport
import AdhanTimetables

struct CacheTable {
    let folder: String
    let entries: [CacheEntry]
    let zone: ZoneRules
    let now: Instant

    var table: String {
        guard !entries.isEmpty else { return "nothing is kept in \(OneLine.of(folder))\n" }
        let rows = [["source", "period", "state", "fetched", "age", "bytes", "address"]] + entries.map(row)
        return zip(columns(rows), [nil] + entries.map(\.state.reason)).map { line, reason in
            line + "\n" + (reason.map { "    \(OneLine.of($0))\n" } ?? "")
        }.joined() + "in \(OneLine.of(folder))\n"
    }

    private func row(_ entry: CacheEntry) -> [String] {
        let fetched = entry.provenance.map { Instant(seconds: $0.fetchedAt) }
        // If the clock was ahead when it was fetched, this lies in the future.
        let age = fetched.map { ($0 > now ? "in " : "") + (now - $0).roughly }
        return [
            entry.source.rawValue, entry.period.name, entry.state.name + (isOver(entry) ? ", over" : ""),
            fetched.map(zone.formatted) ?? "", age ?? "", entry.size.map(String.init) ?? "",
            entry.provenance.map { "\($0.address)" } ?? "",
        ]
    }

    private func isOver(_ entry: CacheEntry) -> Bool { entry.period.dates.upperBound < zone.wall(at: now).date }

    var json: String {
        get throws {
            let rows = entries.map { entry -> JSONObject in
                let fetched = entry.provenance.map { Instant(seconds: $0.fetchedAt) }
                return [
                    "file": folder + "/" + entry.file, "source": entry.source, "period": entry.period.name,
                    "state": entry.state.name, "over": isOver(entry), "reason": entry.state.reason,
                    "address": entry.provenance.map { "\($0.address)" }, "fetched_at": fetched.map(zone.formatted),
                    "age_seconds": fetched.map { (now - $0).components.seconds }, "etag": entry.provenance?.etag,
                    "last_modified": entry.provenance?.lastModified, "bytes": entry.size,
                ]
            }
            return try JSONText.encode(rows) + "\n"
        }
    }
}

extension CacheEntry.State {
    fileprivate var name: String {
        switch self {
        case .kept: "kept"
        case .broken: "broken"
        case .rejected: "rejected"
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .kept: nil
        case .broken(let reason), .rejected(let reason): reason
        }
    }
}
