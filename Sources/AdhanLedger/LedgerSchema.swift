import GRDB

/// The tables and their constraints. The constraints hold for every version of the code, and for a person at the
/// `sqlite3` prompt.
enum LedgerSchema {
    /// A newer version of adhand wrote the file.
    struct Newer: Error, CustomStringConvertible {
        var description: String {
            "it was written by a newer adhand; install that version again, or move the file aside"
        }
    }

    /// - Throws: `Newer`, or what SQLite says.
    static func prepare(_ queue: DatabaseQueue, _ access: SQLiteLedger.Access) throws {
        if try queue.read(migrator.hasBeenSuperseded) { throw Newer() }
        guard access == .readWrite else { return }
        try migrator.migrate(queue)
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: occasions") { database in
            try database.execute(sql: occasions)
        }
        migrator.registerMigration("2: settings") { database in
            try database.execute(sql: settings)
        }
        return migrator
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
