import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport
@testable import adhand

/// What doctor and status say of a mirror.
struct MirrorCheckTests {
    private let directory: TestDirectory
    private let mirrors: [MirrorConfiguration.Mirror]
    private let now = Instant(seconds: 1_800_000_000)

    init() throws {
        directory = try TestDirectory()
        let text = "[mirror]\nbucket = \"b\"\nregion = \"eu-west-2\"\ndirectory = \"\(directory.path)/m\"\n"
        mirrors = try Configuration.parse(
            ConfigSource(file: directory.file("c/config.toml"), main: Array(text.utf8), additions: []),
            Locations(resources: "/r", daemon: true, environment: ["STATE_DIRECTORY": directory.file("state")])
        ).mirror.mirrors
    }

    private func findings(_ status: MirrorStatus?) -> [Finding] {
        MirrorCheck.findings(mirrors, now: now, in: .utc, load: { _ in status })
    }

    private func status(_ error: String? = nil, kind: String = "denied", hours: Int64 = 1) -> MirrorStatus {
        var status = MirrorStatus()
        (status.lastPass, status.lastSuccess, status.files) = (now.seconds, now.seconds - hours * 3600, 3)
        status.error = error
        status.lastFailure = error.map { MirrorStatus.Failure(at: now.seconds, kind: kind, reason: $0) }
        return status
    }

    @Test func `a mirror in order is said with its age`() {
        let words = "the mirror main equalled its bucket at 2027-01-15T07:00:00+00:00, with 3 files"
        #expect(findings(status()) == [.good(words)])
        #expect(MirrorCheck.findings([], now: now, in: .utc) == [.good("[mirror] names no bucket")])
    }

    @Test func `one that was never made or begun, or that a person has to help, is a problem at once`() {
        func words(_ status: MirrorStatus?) -> [String] { findings(status).map(\.words) }
        #expect(words(nil) == ["the mirror main has never been made"])
        #expect(words(status("no keys")) == ["the mirror main fails: no keys"])
        #expect(findings(status("no keys")).first?.isGood == false)
        #expect(words(MirrorStatus().failing("it is in use")) == ["the mirror main fails: it is in use"])
        var refusing = status()
        (refusing.refused, refusing.refusedCount) = ([.init(key: "a", reason: "it is empty")], 3)
        #expect(words(refusing) == ["the mirror main does not take a: it is empty (and 2 more)"])
        var emptied = status()
        emptied.withheldCount = 3
        #expect(words(emptied) == ["the bucket of the mirror main lacks 3 of its 3 files, which are kept"])
        // A state that this user may not read is not taken for none.
        let denied = MirrorCheck.findings(mirrors, now: now, in: .utc, isReadable: { _ in false })
        #expect(denied.map(\.advice) == ["look as root: sudo adhand doctor"])
    }

    @Test func `a line that is away for a night is none`() {
        let young = findings(status("no answer", kind: "unreachable", hours: 5))
        #expect(young.count { !$0.isGood } == 0)
        let old = findings(status("no answer", kind: "unreachable", hours: 7))
        #expect(old.map(\.words) == ["the mirror main is old: no answer"])
        #expect(findings(status(hours: 7)).first?.words.contains("no pass has ended since 2027-01-15T01:00:00") == true)
    }

    @Test func `a first pass may take some minutes to be seen by the daemon`() {
        func problems(_ running: Duration) -> Int {
            MirrorStatus.problems(mirrors[0], nil, at: now, running: running, in: .utc).count
        }
        #expect(problems(.minutes(9)) == 0 && problems(.minutes(10)) == 1)
    }

    @Test func `a folder that is in use is said`() throws {
        try FileManager.default.createDirectory(atPath: directory.file("m"), withIntermediateDirectories: true)
        try directory.write([1], to: "m/own.txt")
        let found = findings(status())
        #expect(found.count == 1 && found.first?.words.contains("is no mirror yet") == true)
    }
}
