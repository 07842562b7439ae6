import AdhanCore

/// A read of the ledger, and at a start of the marks. The loop decides nothing before it ends, or before
/// `DaemonLoop.loadPatience` is over.
struct PendingLoad {
    let since: Instant
    /// The ledger's answer, kept until the marks have answered; nil where the ledger has not answered.
    var answer: LoadedLedger?
}

/// The result of reading the ledger; the memory is empty where there is a problem.
struct LoadedLedger {
    let memory: LedgerCache
    let problem: String?
}

/// Whether this process has read the ledger, and what kept the last read from succeeding.
enum LedgerAccess: Equatable {
    /// The ledger has not answered yet.
    case unread
    /// It could not be read so far.
    case unreadable(String)
    case read
    /// It was read, and cannot be read any more.
    case lost(String)

    var isRead: Bool {
        switch self {
        case .unread, .unreadable: false
        case .read, .lost: true
        }
    }

    package var problem: String? {
        switch self {
        case .unread, .read: nil
        case .unreadable(let problem), .lost(let problem): problem
        }
    }
}

/// Whether the marks of earlier processes were read.
enum MarksAccess {
    case awaited
    /// They did not answer in time, so that the loop goes on without them.
    case late
    case read
}

enum DaysInUse {
    case none
    case loaded(Timetable)
    /// It has to be loaded again; this one was used before.
    case outdated(Timetable)

    /// The timetable that was loaded last.
    var latest: Timetable? {
        switch self {
        case .none: nil
        case .loaded(let timetable), .outdated(let timetable): timetable
        }
    }
}
