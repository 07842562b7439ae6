import AdhanSQLite

/// The tables and their constraints. The constraints hold for every version of the code, and for a person at the
/// `sqlite3` prompt.
enum LedgerSchema {
    /// A newer version of adhand wrote the file.
    struct Newer: Error, CustomStringConvertible {
        var description: String {
            "it was written by a newer adhand; install that version again, or move the file aside"
        }
    }

    /// In their order. The names are those that the table `grdb_migrations` has, in the form of the library that wrote
    /// it first: released versions read it.
    private static let migrations = [("1: occasions", occasions), ("2: settings", settings)]

    /// - Throws: `Newer`, or what SQLite says.
    static func prepare(_ connection: SQLiteConnection, _ access: SQLiteLedger.Access) throws {
        let applied = try connection.transaction(.reading, appliedMigrations)
        guard applied.isSubset(of: migrations.map(\.0)) else { throw Newer() }
        guard access == .readWrite, applied.count < migrations.count else { return }
        try connection.transaction(.writing) { connection in
            try connection.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            // Another process may have applied them by now.
            let applied = try appliedMigrations(connection)
            for (name, sql) in migrations where !applied.contains(name) {
                try connection.execute(sql)
                try connection.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", [.text(name)])
            }
        }
    }

    private static func appliedMigrations(_ connection: SQLiteConnection) throws(SQLiteFault) -> Set<String> {
        let table = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'"
        guard try connection.prepare(table).next() else { return [] }
        let rows = try connection.prepare("SELECT identifier FROM grdb_migrations")
        var names: Set<String> = []
        while try rows.next() { names.insert(rows.text("identifier") ?? "") }
        return names
    }

    /// What people have set while the daemon ran; `value` is null where the config counts again.
    private static let settings = """
        CREATE TABLE setting (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            key TEXT NOT NULL CHECK (key GLOB '?*'),
            value TEXT,
            who TEXT NOT NULL
        ) STRICT;

        CREATE TRIGGER setting_kept BEFORE DELETE ON setting
        BEGIN SELECT raise(ABORT, 'the ledger forgets nothing'); END;

        CREATE TRIGGER setting_settled BEFORE UPDATE ON setting
        BEGIN SELECT raise(ABORT, 'a change of a setting stays as it is'); END;
        """

    /// Instants are microseconds since 1970 UTC; `date` is the mosque date.
    private static let occasions = """
        CREATE TABLE origin (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            first_start INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE entry (
            date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            occasion TEXT NOT NULL CHECK (occasion GLOB '?*'),
            state TEXT NOT NULL
                CHECK (state IN ('started', 'completed', 'interrupted', 'stopped', 'skipped', 'missed')),
            due_at INTEGER NOT NULL,
            started_at INTEGER,
            ended_at INTEGER,
            lateness_ms INTEGER,
            heard_ms INTEGER CHECK (heard_ms >= 0),
            gap_ms INTEGER CHECK (gap_ms >= 0),
            source TEXT NOT NULL,
            file TEXT,
            sha256 TEXT CHECK (length(sha256) = 64),
            device TEXT,
            reason TEXT,
            who TEXT,
            PRIMARY KEY (date, occasion),
            CHECK (state NOT IN ('missed', 'skipped') OR reason IS NOT NULL),
            CHECK (state <> 'missed' OR coalesce(heard_ms, 0) = 0),
            CHECK (state <> 'stopped' OR who IS NOT NULL)
        ) STRICT, WITHOUT ROWID;

        CREATE TRIGGER entry_settled BEFORE UPDATE ON entry
        WHEN NOT (OLD.state = 'missed'
            OR OLD.state = 'started' AND NEW.state IN ('completed', 'interrupted', 'stopped', 'missed'))
        BEGIN SELECT raise(ABORT, 'a settled occasion stays as it is'); END;

        CREATE TRIGGER entry_once BEFORE INSERT ON entry
        WHEN EXISTS (SELECT 1 FROM entry WHERE date = NEW.date AND occasion = NEW.occasion)
        BEGIN SELECT raise(ABORT, 'the occasion has its row: it is updated, not replaced'); END;

        CREATE TRIGGER entry_kept BEFORE DELETE ON entry
        BEGIN SELECT raise(ABORT, 'the ledger forgets nothing'); END;
        """
}
