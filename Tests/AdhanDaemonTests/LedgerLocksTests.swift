import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanDaemon
@testable import AdhanDoctor
@testable import AdhanSystem

/// One ledger has one lock, by whatever name a config knows it.
@Suite struct LedgerLocksTests {
    private let directory: TestDirectory
    private let disk: String

    init() throws {
        directory = try TestDirectory()
        disk = directory.file("disk")
        #expect(mkdir(disk, 0o700) == 0)
        #expect(symlink(disk, directory.file("folder")) == 0)
        #expect(symlink("disk/ledger.sqlite", directory.file("link")) == 0)
        #expect(symlink("link", directory.file("link to a link")) == 0)
    }

    private func locks(_ said: Said = Said()) -> LedgerLocks { LedgerLocks(log: said.logger) }

    @Test(
        arguments: ["link", "link to a link", "folder/ledger.sqlite", "disk/../folder/./ledger.sqlite"],
        [true, false]
    )
    func `a ledger known by a link has the lock of the file`(name: String, isThere: Bool) throws {
        if isThere { try directory.write([], to: "disk/ledger.sqlite") }
        let first = locks()
        try first.own(disk + "/ledger.sqlite")
        let held = LockFault.held(path: LedgerPath.resolved(disk) + "/ledger.sqlite.lock")
        #expect(throws: held) { try locks().own(directory.file(name)) }
        // The same process, after a reload.
        try first.own(directory.file(name))
        withExtendedLifetime(first) {}
    }

    @Test func `what leads nowhere is a path all the same`() throws {
        #expect(symlink("round", directory.file("round")) == 0)
        #expect(LedgerPath.resolved(directory.file("round")).hasSuffix("round"))
        #expect(LedgerPath.resolved("ledger.sqlite").hasSuffix("/ledger.sqlite"))
        #expect(LedgerPath.resolved("/ledger-that-is-not-there") == "/ledger-that-is-not-there")
        #expect(LedgerPath.resolved("/nowhere/ledger") == "/nowhere/ledger")
    }

    @Test func `a second name on the disk is warned of, once`() throws {
        let file = try directory.write([], to: "disk/ledger.sqlite")
        let said = Said()
        let locks = locks(said)
        try locks.own(file)
        #expect(said.all.isEmpty)
        #expect(link(file, directory.file("twin")) == 0)
        let others = self.locks(said)
        try others.own(directory.file("twin"))
        try others.own(directory.file("twin"))
        let lines = said.all
        #expect(lines.count == 1)
        #expect(
            lines.first?.hasPrefix("warning: ") == true && lines.first?.contains("has 2 names (hard links)") == true
        )
        let finding = LedgerCheck.finding(file, today: .first)
        #expect(finding.advice?.contains("sudo find / -xdev -samefile \(file)") == true)
        withExtendedLifetime((locks, others)) {}
    }
}
