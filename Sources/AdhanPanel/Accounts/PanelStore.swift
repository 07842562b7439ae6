import AdhanCore
import AdhanSQLite
import AdhanSupport
import Synchronization

/// The accounts, sessions, devices, setup code, failed logins and the last states of the settings, in one SQLite
/// database. All calls may block.
///
/// The panel and `sudo adhand panel reset` use it at the same time: no right is decided by what memory has of it.
package final class PanelStore: Sendable {
    private static let version: Int64 = 3

    private static let schema = """
        CREATE TABLE account (
            key TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            role TEXT NOT NULL,
            hash TEXT NOT NULL,
            made INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session (
            digest TEXT NOT NULL PRIMARY KEY,
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            made INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            ends INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_account ON session (account);

        CREATE TABLE setup (
            one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
            digest TEXT NOT NULL,
            made INTEGER NOT NULL,
            ends INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE failure (
            key TEXT NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL,
            last INTEGER NOT NULL,
            ends INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE state (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            who TEXT NOT NULL,
            what TEXT NOT NULL,
            text TEXT NOT NULL,
            told INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE recording (
            file TEXT NOT NULL PRIMARY KEY,
            title TEXT NOT NULL,
            who TEXT NOT NULL,
            at INTEGER NOT NULL,
            facts TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE calendar (
            one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
            key TEXT NOT NULL
        ) STRICT;

        PRAGMA user_version = 1;
        """

    /// From version 1 to 2.
    private static let devices = """
        CREATE TABLE device (
            digest TEXT NOT NULL,
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            seen INTEGER NOT NULL,
            PRIMARY KEY (digest, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX device_account ON device (account);

        PRAGMA user_version = 2;
        """

    /// From version 2 to 3: setup code and failures are in seconds of a boot's clock. Those of before are of no boot.
    private static let boots = """
        ALTER TABLE setup ADD COLUMN boot TEXT NOT NULL DEFAULT 'none';
        ALTER TABLE failure ADD COLUMN boot TEXT NOT NULL DEFAULT 'none';

        PRAGMA user_version = 3;
        """

    private let connection: Mutex<SQLiteConnection>

    /// Opens the file, and makes it where there is none. Only its owner may read it.
    ///
    /// - Throws: `PanelFault` for a file that is damaged or another's; what SQLite says.
    package init(_ path: String) throws {
        Folder.makeFile(path, mode: 0o600)
        do {
            let opened = try SQLiteConnection(path)
            try Self.prepare(opened)
            connection = Mutex(opened)
        } catch let fault as SQLiteFault where fault.isDamage || fault.isOfSchema {
            throw Self.damaged(path)
        } catch is Foreign {
            throw Self.damaged(path)
        }
    }

    private struct Foreign: Error {}

    private static func damaged(_ path: String) -> PanelFault {
        PanelFault(
            description: "\(path) is damaged, or another version's. To begin anew: sudo mv \(path) \(path).damaged; "
                + "sudo adhand panel reset"
        )
    }

    private static func prepare(_ connection: SQLiteConnection) throws {
        guard try connection.firstDamage() == nil else { throw Foreign() }
        let version = try connection.prepare("PRAGMA user_version")
        switch try version.next() ? version.integer("user_version") : nil {
        case 0: try connection.transaction(.writing) { try $0.execute(schema + devices + boots) }
        case 1: try connection.transaction(.writing) { try $0.execute(devices + boots) }
        case 2: try connection.transaction(.writing) { try $0.execute(boots) }
        case Self.version: break
        default: throw Foreign()
        }
        let columns = "hash, session.ends, setup.boot, failure.boot, told, facts, calendar.key, device.seen"
        let tables = "account, session, setup, failure, state, recording, calendar, device"
        try connection.execute("SELECT \(columns) FROM \(tables) LIMIT 0")
    }

    /// Commits what the body does; an error undoes all of it.
    func write<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
        try connection.withLock { try $0.transaction(.writing, body) }
    }

    func read<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
        try connection.withLock { try $0.transaction(.reading, body) }
    }
}

extension SQLiteConnection {
    /// The number in column `n` of the first row; 0 where there is none.
    func count(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64 {
        let statement = try prepare(sql, values)
        return try statement.next() ? try statement.integer("n") ?? 0 : 0
    }
}
