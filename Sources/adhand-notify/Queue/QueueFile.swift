import AdhanCore
import AdhanSQLite
import AdhanSupport

struct QueueContents: Sendable {
    /// Oldest first.
    var messages: [QueuedMessage] = []
    /// The times of deliveries, in seconds of the process' uptime.
    var told: [DeliveredMessage: Int64] = [:]
    /// How many messages were dropped since the file was made.
    var dropped = 0
    /// Why messages cannot be decoded, as those of a newer adhand, by their numbers in the file.
    var unreadable: [Int64: String] = [:]
}

/// The queue in one SQLite database. Only one thread at a time may use it.
final class QueueFile {
    private static let version = 1
    /// No queue is older than 30,000 years.
    private static let ages: ClosedRange<Int64> = 0...(1 << 40)

    private let connection: SQLiteConnection
    private let path: String
    /// Is added to a second of the process' uptime. The sum counts all seconds in which processes have had the file
    /// open: a clock that is set changes nothing.
    private let offset: Int64

    /// - Parameters:
    ///   - path: its folder must exist.
    ///   - uptime: how long the process has run, in seconds.
    /// - Throws: `QueueFileFault` for a file that is no queue of this version, or what SQLite says.
    init(_ path: String, uptime: Int64) throws {
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
        let age = try Self.meter("age", connection)
        guard Self.ages.contains(age) else { throw QueueFileFault.damaged }
        (self.connection, self.path, offset) = (connection, path, age - uptime)
    }

    /// Reads a file that another process writes.
    init(reading path: String) throws {
        let connection = try SQLiteConnection(path, isReadOnly: true)
        let version = try connection.prepare("PRAGMA user_version")
        guard try version.next(), try version.integer("user_version") == Int64(Self.version) else {
            throw QueueFileFault.foreign
        }
        (self.connection, self.path, offset) = (connection, path, 0)
    }

    /// An `age` is in seconds in which processes have had the file open.
    private static let schema = """
        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            severity INTEGER NOT NULL,
            age INTEGER NOT NULL,
            body TEXT NOT NULL
        ) STRICT;

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

    private static func meter(_ column: String, _ connection: SQLiteConnection) throws -> Int64 {
        let rows = try connection.prepare("SELECT age, dropped FROM meter")
        return try rows.next() ? rows.integer(column) ?? 0 : 0
    }

    /// All that it has.
    func contents() throws -> QueueContents {
        var contents = QueueContents()
        contents.dropped = Int(clamping: try Self.meter("dropped", connection))
        let told = try connection.prepare("SELECT receiver, key, age FROM told")
        while try told.next() {
            let done = DeliveredMessage(receiver: told.text("receiver") ?? "", key: told.text("key") ?? "")
            contents.told[done] = try moment(told)
        }
        let rows = try connection.prepare(
            """
            SELECT id, age, body, receiver, attempts, reason FROM message JOIN delivery ON id = message
            ORDER BY id, receiver
            """
        )
        var last: Int64?
        while try rows.next() {
            let number = try rows.integer("id") ?? 0
            if number != last { try add(number, rows, to: &contents) }
            last = number
            guard contents.unreadable[number] == nil, let index = contents.messages.indices.last else { continue }
            contents.messages[index].receivers[rows.text("receiver") ?? ""] = .init(
                count: Int(clamping: try rows.integer("attempts") ?? 0),
                reason: rows.text("reason")
            )
        }
        return contents
    }

    private func add(_ number: Int64, _ rows: SQLiteStatement, to contents: inout QueueContents) throws {
        let message: Message
        do {
            message = try JSONText.decode(from: Array((rows.text("body") ?? "").utf8))
        } catch {
            return contents.unreadable[number] = "\(error)"
        }
        contents.messages.append(QueuedMessage(message: message, at: try moment(rows), receivers: [:]))
    }

    /// The row's age as a second of the process' uptime.
    private func moment(_ row: SQLiteStatement) throws -> Int64 {
        let age = try row.integer("age") ?? 0
        guard Self.ages.contains(age) else { throw QueueFileFault.damaged }
        return age - offset
    }

    /// Writes all changes, or none of them. Messages that are new are on the disk before it returns. A power cut may
    /// undo the note of a delivery: the message is sent again then, with the same key.
    ///
    /// - Parameter uptime: how long the process has run, in seconds.
    func write(_ changes: WaitingMessages.Changes, uptime: Int64) throws {
        guard changes.messages.isEmpty || FreeSpace.isEnough(for: 0, at: path) else {
            throw AtomicFile.Fault(noRoomFor: path)
        }
        try connection.execute("PRAGMA synchronous = \(changes.messages.isEmpty ? "NORMAL" : "FULL")")
        let offset = offset
        try connection.transaction(.writing) { connection in
            for key in changes.removed { try connection.run("DELETE FROM message WHERE key = ?", [.text(key)]) }
            for queued in changes.messages { try Self.put(queued, offset, connection) }
            for (done, moment) in changes.told {
                let values: [SQLiteValue] = [.text(done.receiver), .text(done.key), .integer(moment + offset)]
                try connection.run("INSERT OR REPLACE INTO told VALUES (?, ?, ?)", values)
            }
            try connection.run("DELETE FROM told WHERE age < ?", [.integer(changes.remembersFrom + offset)])
            try connection.run(
                "UPDATE meter SET age = ?, dropped = dropped + ?",
                [.integer(uptime + offset), .integer(Int64(changes.dropped))]
            )
        }
    }

    private static func put(_ queued: QueuedMessage, _ offset: Int64, _ connection: SQLiteConnection) throws {
        let message = queued.message
        let (key, body) = (
            SQLiteValue.text(message.key), String(decoding: try JSONText.bytes(of: message), as: UTF8.self)
        )
        try connection.run(
            "INSERT OR IGNORE INTO message (key, severity, age, body) VALUES (?, ?, ?, ?)",
            [key, .integer(Int64(message.severity.rank)), .integer(queued.at + offset), .text(body)]
        )
        try connection.run(
            "DELETE FROM delivery WHERE message = (SELECT id FROM message WHERE key = ?)",
            [key]
        )
        for (receiver, attempts) in queued.receivers {
            try connection.run(
                "INSERT INTO delivery SELECT ?, id, ?, ? FROM message WHERE key = ?",
                [.text(receiver), .integer(Int64(attempts.count)), SQLiteValue(attempts.reason), key]
            )
        }
    }

    /// Drops the messages with these numbers, and counts them.
    func drop(_ numbers: some Sequence<Int64> & Sendable) throws {
        try connection.transaction(.writing) { connection in
            for number in numbers {
                try connection.run("DELETE FROM message WHERE id = ?", [.integer(number)])
                try connection.run("UPDATE meter SET dropped = dropped + 1", [])
            }
        }
    }
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
