import AdhanTestSupport
import Testing

@testable import adhand

@Suite struct DiskCheckTests {
    private func judge(
        free: Double = 1e9,
        files: Double? = 0.5,
        isReadOnly: Bool = false,
        isInMemory: Bool = false
    ) -> Finding {
        DiskCheck.finding(
            DiskCheck.Disk(
                folder: "/var/lib/adhand",
                free: free,
                freeFiles: files,
                isReadOnly: isReadOnly,
                isInMemory: isInMemory
            )
        )
    }

    @Test func `enough space is shown`() {
        #expect(judge() == .good("/var/lib/adhand: 1 GB free"))
        // Some file systems do not count files.
        #expect(judge(files: nil).isGood)
        #expect(judge(free: 50e6, files: 0.02).isGood)
        #expect(judge(free: .greatestFiniteMagnitude).isGood)
    }

    @Test func `too little space, too many files and a read-only disk are each reported`() {
        #expect(judge(free: 0).words == "the disk of /var/lib/adhand is full")
        #expect(judge(free: 49e6).words.contains("has only 49 MB free"))
        #expect(judge(files: 0.019).words.contains("almost as many files as it can"))
        #expect(judge(isReadOnly: true).words.contains("read-only"))
        #expect(judge(isReadOnly: true).advice?.contains("findmnt -n -o TARGET -T /var/lib/adhand") == true)
    }

    @Test func `a disk in memory is in order, and what it loses is said`() {
        #expect(judge(isInMemory: true).isGood)
        #expect(judge(isInMemory: true).words.contains("lost when the power fails"))
        // Linux has a tmpfs there.
        #expect(DiskCheck.finding("/dev/shm/l.sqlite").words.contains("in memory"))
    }

    @Test func `bytes are shown in the unit in which they are less than a thousand`() {
        for (bytes, text) in [
            (1000.0, "1 kB"), (2500, "2 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (1_250_000, "1.2 MB"),
            (49_000_000, "49 MB"), (999_940_000, "999.9 MB"), (1_234_567_890, "1.23 GB"), (1_005_000_000, "1 GB"),
            (999_999_999_999, "1 TB"), (1e18, "more than 999 PB"),
        ] {
            #expect(DiskCheck.text(bytes) == text)
        }
    }

    @Test func `for a missing folder the disk is checked on which it will be`() throws {
        let directory = try TestDirectory()
        #expect(DiskCheck.finding(directory.file("a/b/c.sqlite")).words.hasPrefix("\(directory.path): "))
        #expect(!DiskCheck.finding(try directory.write([1], to: "file") + "/a/l.sqlite").isGood)
        // The kernel's own file systems are read-only or have no space at all.
        #expect(!DiskCheck.finding("/proc/l.sqlite").isGood)
    }
}
