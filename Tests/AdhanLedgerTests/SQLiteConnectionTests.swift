import AdhanSQLite
import AdhanTestSupport
import CSQLite
import Testing

@Suite struct SQLiteConnectionTests {
    @Test func `a copy has what is committed, also while another process writes, and has a bound`() throws {
        let directory = try TestDirectory()
        let (file, copied) = (directory.file("one.sqlite"), directory.file("copy.sqlite"))
        let writer = try SQLiteConnection(file)
        try writer.execute("CREATE TABLE account (name TEXT); INSERT INTO account VALUES ('Amina');")
        try writer.execute("BEGIN IMMEDIATE; INSERT INTO account VALUES ('Bilal');")
        let reader = try SQLiteConnection(file, isReadOnly: true)
        let bytes = try reader.bytes(limit: 1 << 20)
        try writer.execute("COMMIT")
        try directory.write(bytes, to: "copy.sqlite")
        let rows = try SQLiteConnection(copied, isReadOnly: true).prepare("SELECT name FROM account")
        #expect(try rows.next() && rows.text("name") == "Amina" && !rows.next())
        let fault = #expect(throws: SQLiteFault.self) { try reader.bytes(limit: bytes.count - 1) }
        #expect(fault?.code == SQLITE_TOOBIG)
        #expect(try reader.bytes(limit: bytes.count).count == bytes.count)
    }

    @Test func `an empty file has no bytes, and damage inside is told`() throws {
        let directory = try TestDirectory()
        let file = try directory.write([], to: "one.sqlite")
        #expect(try SQLiteConnection(file, isReadOnly: true).bytes(limit: 1 << 20).isEmpty)
        let writer = try SQLiteConnection(file)
        try writer.execute("CREATE TABLE account (name BLOB);")
        for _ in 0..<100 { try writer.execute("INSERT INTO account VALUES (zeroblob(1000));") }
        #expect(try writer.firstDamage() == nil)
        var bytes = try writer.bytes(limit: 1 << 20)
        bytes.replaceSubrange(3 * 4096..<4 * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
        let copy = try SQLiteConnection(try directory.write(bytes, to: "copy.sqlite"), isReadOnly: true)
        #expect(try copy.firstDamage() != nil)
    }
}
