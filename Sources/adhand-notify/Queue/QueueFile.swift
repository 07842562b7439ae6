import AdhanCore
import AdhanSQLite
import AdhanSupport

/// The waiting messages in one SQLite database. Only one thread at a time may use it.
///
/// An added message is on the disk before `add` returns. A power cut may undo the note of a
/// delivery: the message is sent again then, with the same key.
final class QueueFile {
    /// Instead of a path: a database in memory. The name is SQLite's.
    static let inMemory = ":memory:"
    /// The delivered keys that are remembered; more than a week has.
    private static let mostTold = 20_000
    private static let version = 1

    private let connection: SQLiteConnection
    /// How long the process has run, when the file was opened.
    private let opened: Duration
    /// The queue's age in seconds when it was opened: how long processes have had it open.
    private let age: Int64

    /// - Parameters:
    ///   - path: its folder must exist.
    ///   - uptime: how long the process has run.
    /// - Throws: `QueueFileFault` for a file that is no queue of this version, or what SQLite says.
    init(_ path: String, uptime: Duration) throws {
        let connection = try SQLiteConnection(path)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA journal_size_limit = 1048576")
        let check = try connection.prepare("PRAGMA quick_check(1)")
        guard try check.next(), check.text("quick_check") == "ok" else { throw QueueFileFault.damaged }
        let version = try connection.prepare("PRAGMA user_version")
        switch try version.next() ? version.integer("user_version") : nil {
        case 0:
            let tables = try connection.prepare("SELECT count(*) AS n FROM sqlite_master")
            guard try tables.next(), try tables.integer("n") == 0 else { throw QueueFileFault.foreign }
            try connection.transaction(.writing) { try $0.execute(Self.schema) }
        case Int64(Self.version): break
        default: throw QueueFileFault.foreign
        }
        let meter = try connection.prepare("SELECT age FROM meter")
        age = try meter.next() ? meter.integer("age") ?? 0 : 0
        (self.connection, opened) = (connection, uptime)
    }

    /// Reads a file that another process writes.
    ///
    /// - Throws: as above.
    init(reading path: String) throws {
        let connection = try SQLiteConnection(path, isReadOnly: true)
        let version = try connection.prepare("PRAGMA user_version")
        guard try version.next(), try version.integer("user_version") == Int64(Self.version) else {
            throw QueueFileFault.foreign
        }
        (self.connection, opened, age) = (connection, .zero, 0)
    }

    /// `age` counts the seconds in which the queue was open: a clock that is set changes nothing.
    private static let schema = """
        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            severity INTEGER NOT NULL,
            age INTEGER NOT NULL,
            body TEXT NOT NULL
        ) STRICT;
        CREATE INDEX message_severity ON message (severity, id);

        CREATE TABLE delivery (
            receiver TEXT NOT NULL,
            message INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
            attempts INTEGER NOT NULL DEFAULT 0,
            reason TEXT,
            PRIMARY KEY (receiver, message)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_message ON delivery (message);

        CREATE TABLE told (
            receiver TEXT NOT NULL,
            key TEXT NOT NULL,
            age INTEGER NOT NULL,
            PRIMARY KEY (receiver, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX told_age ON told (age);

        CREATE TABLE meter (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            age INTEGER NOT NULL,
            dropped INTEGER NOT NULL
        ) STRICT;
        INSERT INTO meter VALUES (1, 0, 0);
        PRAGMA user_version = 1;
        """

    private func age(at uptime: Duration) -> Int64 { age + max(0, (uptime - opened).components.seconds) }

    /// Adds messages for those receivers that do not have them yet, and drops what is above the limits.
    ///
    /// - Returns: how many messages were dropped.
    func add(_ messages: [QueuedMessage], uptime: Duration, _ limits: QueueLimits) throws -> Int {
        let age = age(at: uptime)
        try connection.execute("PRAGMA synchronous = FULL")
        return try connection.transaction(.writing) { connection in
            for queued in messages { try Self.insert(queued, age, connection) }
            try connection.run("UPDATE meter SET age = ?", [.integer(age)])
            return try Self.prune(connection, age, limits)
        }
    }

    private static func insert(_ queued: QueuedMessage, _ age: Int64, _ connection: SQLiteConnection) throws {
        let message = queued.message
        let told = try connection.prepare("SELECT receiver FROM told WHERE key = ?", [.text(message.key)])
        // Told receivers are found one by one, since few have a key.
        var done: Set<String> = []
        while try told.next() { done.insert(told.text("receiver") ?? "") }
        let receivers = queued.receivers.filter { !done.contains($0) }
        guard !receivers.isEmpty else { return }
        let body = String(decoding: try JSONText.bytes(of: message), as: UTF8.self)
        try connection.run(
            "INSERT OR IGNORE INTO message (key, severity, age, body) VALUES (?, ?, ?, ?)",
            [.text(message.key), .integer(Int64(message.severity.rank)), .integer(age), .text(body)]
        )
        for receiver in receivers {
            try connection.run(
                "INSERT OR IGNORE INTO delivery (receiver, message) SELECT ?, id FROM message WHERE key = ?",
                [.text(receiver), .text(message.key)]
            )
        }
    }

    private static func prune(_ connection: SQLiteConnection, _ age: Int64, _ limits: QueueLimits) throws -> Int {
        let oldest = age - limits.age.components.seconds
        let before = try count(connection)
        try connection.run("DELETE FROM message WHERE age < ?", [.integer(oldest)])
        let excess = try count(connection) - limits.messages
        if excess > 0 {
            try connection.run(
                "DELETE FROM message WHERE id IN (SELECT id FROM message ORDER BY severity, id LIMIT ?)",
                [.integer(Int64(excess))]
            )
        }
        try connection.run("DELETE FROM told WHERE age < ?", [.integer(oldest)])
        try connection.run(
            "DELETE FROM told WHERE age < (SELECT age FROM told ORDER BY age DESC LIMIT 1 OFFSET ?)",
            [.integer(Int64(mostTold))]
        )
        let dropped = before - (try count(connection))
        if dropped > 0 { try connection.run("UPDATE meter SET dropped = dropped + ?", [.integer(Int64(dropped))]) }
        return dropped
    }

    private static func count(_ connection: SQLiteConnection) throws -> Int {
        let rows = try connection.prepare("SELECT count(*) AS n FROM message")
        return try rows.next() ? Int(rows.integer("n") ?? 0) : 0
    }

    /// Drops a message for all its receivers, and counts it.
    func drop(_ number: Int64) throws {
        try connection.transaction(.writing) { connection in
            try connection.run("DELETE FROM message WHERE id = ?", [.integer(number)])
            try connection.run("UPDATE meter SET dropped = dropped + 1", [])
        }
    }

    /// Drops what is too old.
    ///
    /// - Returns: how many messages were dropped.
    func prune(uptime: Duration, _ limits: QueueLimits) throws -> Int { try add([], uptime: uptime, limits) }

    /// The oldest waiting message of a receiver, behind the one of that number.
    func first(for receiver: String, atLeast severity: Message.Severity, after id: Int64) throws -> WaitingMessage? {
        let rows = try connection.prepare(
            """
            SELECT id, body, attempts, reason FROM delivery JOIN message ON id = message
            WHERE receiver = ? AND message > ? AND severity >= ? ORDER BY message LIMIT 1
            """,
            [.text(receiver), .integer(id), .integer(Int64(severity.rank))]
        )
        return try rows.next() ? try Self.waiting(rows, receiver) : nil
    }

    /// All that waits, oldest first, at most `limit`.
    func waiting(limit: Int) throws -> [WaitingMessage] {
        let rows = try connection.prepare(
            """
            SELECT id, body, attempts, reason, receiver FROM delivery JOIN message ON id = message
            ORDER BY message, receiver LIMIT ?
            """,
            [.integer(Int64(limit))]
        )
        var all: [WaitingMessage] = []
        while try rows.next() { all.append(try Self.waiting(rows, rows.text("receiver") ?? "")) }
        return all
    }

    private static func waiting(_ rows: SQLiteStatement, _ receiver: String) throws -> WaitingMessage {
        let number = try rows.integer("id") ?? 0
        let message: Message
        do {
            message = try JSONText.decode(from: Array((rows.text("body") ?? "").utf8))
        } catch {
            throw UnreadableMessage(number: number, reason: "\(error)")
        }
        return WaitingMessage(
            number: number,
            receiver: receiver,
            message: message,
            attempts: Int(clamping: try rows.integer("attempts") ?? 0),
            reason: rows.text("reason")
        )
    }

    /// Removes delivered messages.
    func finish(_ delivered: some Sequence<DeliveredMessage> & Sendable, uptime: Duration) throws {
        let age = age(at: uptime)
        try connection.execute("PRAGMA synchronous = NORMAL")
        try connection.transaction(.writing) { connection in
            for done in delivered {
                let (receiver, key) = (SQLiteValue.text(done.receiver), SQLiteValue.text(done.key))
                try connection.run(
                    "DELETE FROM delivery WHERE receiver = ? AND message = (SELECT id FROM message WHERE key = ?)",
                    [receiver, key]
                )
                try connection.run("INSERT OR REPLACE INTO told VALUES (?, ?, ?)", [receiver, key, .integer(age)])
                try connection.run("DELETE FROM message WHERE key = ? AND \(Self.isOrphan)", [key])
            }
        }
    }

    private static let isOrphan = "NOT EXISTS (SELECT 1 FROM delivery WHERE message = id)"

    /// Notes a failed attempt.
    func postpone(_ waiting: WaitingMessage, reason: String) throws {
        try connection.execute("PRAGMA synchronous = NORMAL")
        try connection.run(
            """
            UPDATE delivery SET attempts = attempts + 1, reason = ?
            WHERE receiver = ? AND message = (SELECT id FROM message WHERE key = ?)
            """,
            [.text(reason), .text(waiting.receiver), .text(waiting.message.key)]
        )
    }

    /// Drops what waits for other receivers than these.
    ///
    /// - Returns: how many deliveries were dropped.
    func keep(only receivers: [String]) throws -> Int {
        try connection.execute("PRAGMA synchronous = NORMAL")
        return try connection.transaction(.writing) { connection in
            let names = try connection.prepare("SELECT receiver, count(*) AS n FROM delivery GROUP BY receiver")
            var others: [String: Int64] = [:]
            while try names.next() { others[names.text("receiver") ?? ""] = try names.integer("n") }
            for receiver in receivers { others[receiver] = nil }
            for receiver in others.keys {
                try connection.run("DELETE FROM delivery WHERE receiver = ?", [.text(receiver)])
            }
            try connection.execute("DELETE FROM message WHERE \(Self.isOrphan)")
            return Int(others.values.reduce(0, +))
        }
    }

    /// How many messages were dropped since the file was made.
    var dropped: Int {
        get throws {
            let rows = try connection.prepare("SELECT dropped FROM meter")
            return try rows.next() ? Int(clamping: rows.integer("dropped") ?? 0) : 0
        }
    }
}

/// A waiting message that cannot be decoded, as one of a newer adhand.
struct UnreadableMessage: Error {
    let number: Int64
    let reason: String
}

/// Why a file cannot be used as the queue.
enum QueueFileFault: Error, CustomStringConvertible {
    case damaged, foreign

    var description: String {
        switch self {
        case .damaged: "it is damaged"
        case .foreign: "it is not a queue of this version of adhand"
        }
    }
}
