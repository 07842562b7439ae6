import AdhanCore
import AdhanLedger
import AdhanSupport
import Glibc

/// Checks whether the ledger can be read, and what it says about the last days.
enum LedgerCheck {
    /// How many days back it is read.
    private static let days = 7

    /// - Parameters:
    ///   - today: the date on the mosque's wall clock.
    ///   - daemon: the state of the ledger by the running daemon; nil if none runs.
    static func finding(_ file: String, config: String, today: CivilDate, daemon: String? = nil) -> Finding {
        var status = stat()
        let code = stat(file, &status) == 0 && access(file, R_OK) == 0 ? 0 : errno
        switch code {
        case 0: break
        // A daemon that has just begun has not made it yet.
        case ENOENT where daemon == nil || daemon == "unread":
            return .good("\(file) is not there yet; the daemon makes it at its first start")
        case ENOENT:
            return .bad(
                "\(file) is not there, although the daemon runs: it was removed, or could not be made",
                do: "look again in two minutes, in which the daemon makes it anew; if it is not there then: "
                    + "ls -la \(shellWord(PathName.folder(of: file)))"
            )
        default:
            let advice = code == EACCES ? Finding.asRoot : "see what is in its place: ls -l \(shellWord(file))"
            return .bad("\(file): \(String(cString: strerror(code)))", do: advice)
        }
        if let problem = LedgerPath.otherNames(file) { return .bad(problem.words, do: problem.advice) }
        let rows = Result { () throws(LedgerError) in
            let ledger = SQLiteLedger(file: file, access: .readOnly)
            try ledger.check()
            return try ledger.rows(today.adding(days: -days)..<today.adding(days: 2), limit: .max)
        }
        return finding(rows, file: file, config: config)
    }

    /// - Parameter rows: of the last days, sorted by due time.
    static func finding(_ rows: Result<LedgerRows, LedgerError>, file: String, config: String) -> Finding {
        switch rows {
        case .success(let found):
            let last = found.entries.last.map {
                "the last row is \($0.key) \($0.state.rawValue)\(missed(found.entries))"
            }
            let strange = found.strange.isEmpty ? "" : "; not understood: " + found.strange.joined(separator: ", ")
            return .good("\(file): \(last ?? "no row in the last \(days) days")\(strange)")
        case .failure(.unwritable(_, let reason)):
            return .bad("\(file): \(reason)", do: "see 'disk' and 'permissions' below")
        case .failure(.damaged(_, let reason)):
            let word = shellWord(file)
            let move = "sudo mv \(word) \(word).damaged && sudo systemctl restart adhand"
            return .bad(
                "the ledger \(file) cannot be read: \(reason)",
                do: "move it aside, and a new one is begun: \(move)"
            )
        case .failure(.foreign(_, let reason)):
            let advice = "leave it as it is, and name another file in [ledger] of \(config)"
            return .bad("\(file) is not a ledger: \(reason)", do: advice)
        case .failure(let error):
            return .bad(
                "\(error)",
                do: "see 'disk' and 'permissions' below; where it is another program's file, "
                    + "name another one in [ledger] of \(config)"
            )
        }
    }

    private static func missed(_ rows: [LedgerEntry]) -> String {
        let missed = rows.filter { $0.state == .missed }
        guard !missed.isEmpty else { return "; none missed in the last \(days) days" }
        let reasons = Dictionary(grouping: missed) { $0.reason ?? "no reason given" }
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            .map { "\($0.key): \($0.value.count)" }.joined(separator: ", ")
        return "; \(missed.count) missed in the last \(days) days (\(reasons)), see: adhand history"
    }
}
