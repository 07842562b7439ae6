import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanCaller

/// The daemon beside `adhand mirror sync`, at a bucket of S3.
struct MirrorDaemonTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private struct Event: Decodable {
        var event: String?
        var words: String?
        var source: String?
    }

    @Test func `what happens to a mirror reaches the followers, the status and the names of files`() throws {
        let (bucket, server) = (try S3TestBucket(), try S3Server.shared)
        try bucket.put(["note.txt": "a", "adhan.mp3": "no recording"])
        let daemon = try RunningDaemon(
            QuietMorning.config + """
                [audio]
                devices = ["silent"]
                [mirror]
                bucket = "\(bucket.name)"
                endpoint = "\(server.endpoint)"
                region = "\(S3Server.region)"

                """,
            in: directory,
            environment: [
                "AWS_ACCESS_KEY_ID": server.right.accessKeyID, "AWS_SECRET_ACCESS_KEY": server.right.secretAccessKey,
            ]
        )
        #expect(try daemon.report().mirrors?.map(\.state) == ["untried"])
        let events = try ControlClient(path: directory.file("run/adhand.sock")).events(of: Event.self)
        let sync = try daemon.command("mirror", "sync", "--config", daemon.config)
        #expect(sync.code == 0, "\(sync.text)")
        // All that is refused is named at each sync, and not only when it is new.
        let again = try daemon.command("mirror", "sync", "--config", daemon.config)
        #expect(again.text.contains("adhand: mirror main: refused adhan.mp3: "), "\(again.text)")
        var heard: [Event] = []
        while heard.last?.event != "mirror-finished", let event = try events.next() { heard.append(event) }
        let ours = heard.filter { $0.event?.hasPrefix("mirror-") == true }
        #expect(Set(ours.compactMap(\.event)) == ["mirror-added", "mirror-refused", "mirror-finished"])
        #expect(ours.allSatisfy { $0.source == "main" })
        #expect(ours.contains { $0.words == "added note.txt (1 bytes)" })
        // The daemon looks when it hears of a pass, and each half minute.
        #expect(eventually(within: .seconds(10)) { (try? daemon.report().mirrors?.first?.state) == "ok" })
        let report = try daemon.report()
        #expect(report.mirrors?.first?.files == 1 && report.mirrors?.first?.refused == 1)
        #expect(report.problems.contains { $0.what.hasPrefix("the mirror main does not take adhan.mp3: it ") })
        let resources = try daemon.command("resources", "--mirror-only", "--config", daemon.config)
        #expect(resources.output.contains("note.txt  main"), "\(resources.text)")
        #expect(try daemon.command("resources", "--config", daemon.config).output.contains("adhan.mp3  original"))
        daemon.stop()
    }

    @Test func `a recording that has come into the mirror is called with, without a restart`() throws {
        let (first, second, server) = (try S3TestBucket(), try S3TestBucket(), try S3Server.shared)
        for (name, seconds) in [("original", 1), ("first", 2), ("second", 3)] {
            let samples = MP3Fixture.phrase(seconds: Double(seconds), channels: 1)
            _ = try MP3Fixture.encode(samples, channels: 1, in: directory, name: "\(name).mp3")
        }
        func bytes(_ name: String) throws -> [UInt8] {
            try BoundedFile.read(directory.file("\(name).mp3"), limit: 1 << 20)
        }
        try directory.write(try bytes("original"), to: "adhan.mp3")
        try first.put("adhan.mp3", try bytes("first"))
        try second.put("adhan.mp3", try bytes("second"))
        let noon = try DayAtNoon(dhuhrIn: 100)
        try noon.write(in: directory)
        func config(_ bucket: S3TestBucket) -> String {
            noon.config(
                """
                [audio]
                adhan = "adhan.mp3"
                devices = ["null"]
                [mirror]
                bucket = "\(bucket.name)"
                endpoint = "\(server.endpoint)"
                region = "\(S3Server.region)"

                """
            )
        }
        let daemon = try RunningDaemon(
            config(first),
            in: directory,
            environment: [
                "AWS_ACCESS_KEY_ID": server.right.accessKeyID, "AWS_SECRET_ACCESS_KEY": server.right.secretAccessKey,
            ]
        )
        func sha256(_ name: String) throws -> String { try Digest.hex(.sha256, of: bytes(name)) }
        #expect(daemon.says("sound \(directory.file("adhan.mp3")): 1s"), "\(daemon.running.text)")
        let mirror = try daemon.follow("mirror", "--config", daemon.config)
        defer { mirror.process.signal(SIGTERM) }
        #expect(daemon.says(try String(sha256("first").prefix(12))), "\(mirror.text) \(daemon.running.text)")
        // The mirror takes up a changed config by itself.
        try daemon.write(config(second))
        #expect(daemon.says(try String(sha256("second").prefix(12))), "\(mirror.text) \(daemon.running.text)")
        #expect(daemon.says("adhan-dhuhr completed", within: .seconds(150)), "\(daemon.running.text)")
        struct Row: Decodable {
            var occasion, state, file, sha256: String?
        }
        let history = try daemon.command("history", "--config", daemon.config, "--format", "json")
        let rows = try JSONDecoder().decode([Row].self, from: Data(history.output.utf8))
        let call = rows.first { $0.occasion == "adhan-dhuhr" }
        #expect(try call?.sha256 == sha256("second"), "\(history.text)")
        #expect(call?.file?.hasSuffix("/mirrors/main/adhan.mp3") == true)
        daemon.stop()
    }

    @Test func `an order that is no news of a mirror is refused`() throws {
        let daemon = try RunningDaemon(QuietMorning.config + "[audio]\ndevices = [\"silent\"]\n", in: directory)
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        for (key, value) in [("main", "x"), ("main.exploded", "x"), ("main.added", nil), (nil, "x")] {
            let fault = #expect(throws: ControlFault.self) {
                try client.ask(ControlRequest(.mirrorNews, key: key, value: value), for: Done.self)
            }
            #expect("\(fault as Any)".contains("this is no news of a mirror"))
        }
        daemon.stop()
    }
}
