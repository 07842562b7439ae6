@testable import AdhanCaller
import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@Suite struct RehearsalFilesTests {
    @Test func `the files of a process that has ended are removed, and those of a running one stay`() throws {
        let directory = try TestDirectory()
        let files = RehearsalFiles(ledger: directory.file("l.sqlite"), runtime: directory.path)
        // The kernel gives no such number.
        let ended = pid_t.max
        for process in [ended, getpid()] {
            for path in [files.ledger(of: process), files.ledger(of: process) + "-journal"] {
                try AtomicFile.replace(path, with: [1])
            }
            try AtomicFile.replace(files.marks(of: process) + "/row", with: [1])
        }
        try AtomicFile.replace(directory.file("l.sqlite"), with: [1])
        files.removeLeftovers()
        let own = getpid()
        let kept = ["l.sqlite", "l.sqlite.rehearsal-\(own)", "l.sqlite.rehearsal-\(own)-journal", "rehearsal-\(own)"]
        #expect(try Folder.allNames(in: directory.path, limit: 20) == kept)
        files.remove(of: own)
        #expect(try Folder.allNames(in: directory.path, limit: 20) == ["l.sqlite"])
    }
}
