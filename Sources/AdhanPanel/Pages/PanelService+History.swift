import AdhanCore
import AdhanSupport
import AdhanWeb

/// The page *History*: a month of the ledger, and who changed which setting.
extension PanelService {
    static let historyRoutes: [String: Route] = [
        "GET /api/history": Route(roles: everybody) { try $0.historyAnswer($1) },
        "GET /api/history.csv": Route(roles: everybody) { try $0.historyFile($1) },
    ]

    private struct History: Encodable {
        let month: String
        /// The date on which the ledger began; nil where it has not.
        let since: String?
        /// The value of `recording` for the placeholder.
        let placeholder = RecordingName.placeholder
        /// By the names of the command's JSON.
        let rows: [[String: LedgerFields.Value]]
        /// How many rows the ledger has that nobody understands.
        let strange: Int
        /// The latest first.
        let changes: [Settings.Change]
        /// Why the changes are missing.
        let problem: String?
    }

    private func historyAnswer(_ call: PanelCall) throws -> WebAnswer {
        let (month, rows, zone) = try history(call)
        let settings = try asked { try control.ask(ControlRequest(.settings), for: Settings.self) }
        return try json(
            History(
                month: month.description,
                since: rows.since?.description,
                rows: rows.entries.map { LedgerFields.values($0, zone) },
                strange: rows.strange.count,
                changes: settings.changes,
                problem: settings.problem
            )
        )
    }

    private func historyFile(_ call: PanelCall) throws -> WebAnswer {
        let (month, rows, zone) = try history(call)
        let file = "attachment; filename=\"adhan-\(month.description).csv\""
        return WebAnswer(
            200,
            "text/csv; charset=utf-8",
            Array(LedgerFields.csv(rows.entries, zone).utf8),
            [("Cache-Control", "no-store"), ("Content-Disposition", file)]
        )
    }

    private func history(_ call: PanelCall) throws -> (ShownMonth, HistoryRows, ZoneRules) {
        let month = try month(call)
        let rows = try asked { try HistoryRows(of: control, from: month.first, to: month.end) }
        // reason: without that zone the times are those of UTC, with their offset
        return (month, rows, (try? SystemZones.find(rows.timezone)) ?? .utc)
    }

    /// The month that the page asks for, or the one in which the mosque is.
    func month(_ call: PanelCall) throws -> ShownMonth {
        let today = zone.wall(at: Instant(seconds: now)).date
        guard let month = call.web.argument("month").map({ ShownMonth($0) }) ?? ShownMonth(of: today) else {
            throw PanelRefusal.badBody
        }
        return month
    }

    /// The mosque's zone; UTC where the config cannot be read.
    var zone: ZoneRules {
        // reason: see above
        (try? settings.draft().configuration.place.zone.get().rules) ?? .utc
    }

    /// Asks the daemon for a page that has nothing to show without it.
    func asked<Value>(_ question: () throws -> Value) throws -> Value {
        do {
            return try question()
        } catch let fault as ControlFault {
            if case .refused = fault { throw PanelRefusal(409, "refused", "\(fault)", lines: ["\(fault)"]) }
            throw PanelRefusal(503, "away", "\(fault)", lines: ["\(fault)"])
        }
    }
}
