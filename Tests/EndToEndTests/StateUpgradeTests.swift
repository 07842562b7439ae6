import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// `States/of-one-process.tar.gz` was left by the adhand of one executable, before its network and its parsers were
/// processes of their own: a ledger with a stopped Dhuhr, settings, a mute, a recognised table, a cached year of S3 and
/// a mirror of three files. Its config was this one; `/BOX` in it stands for the config's folder.
struct StateUpgradeTests {
    private let directory: TestDirectory

    private static let s3 = """
        [timetable.s3]
        bucket = "mosque"
        key = "2026.json"
        endpoint = "http://127.0.0.1:5999"
        allow_http = true
        region = "eu-west-2"

        """

    private static func config(file: String) -> String {
        """
        [place]
        name = "Noon"
        latitude = 0.0
        longitude = 165.0
        timezone = "Pacific/Guadalcanal"
        [clock]
        trust = "always"
        [audio]
        devices = ["silent"]
        [iqama]
        dhuhr = "+20m"
        [timetable]
        \(file)
        check = "off"
        sources = ["s3"]
        \(s3)[mirror]
        bucket = "mosque"
        endpoint = "http://127.0.0.1:5999"
        region = "eu-west-2"

        """
    }

    init() throws {
        directory = try TestDirectory()
        try ChildProcess.run([
            "tar", "-xzf", Binary.root + "/Tests/EndToEndTests/States/of-one-process.tar.gz", "-C", directory.path,
        ])
        for name in ["state/config.json", "state/timetable.json"] {
            let text = String(decoding: TestDirectory.bytes(of: directory.file(name)), as: UTF8.self)
            try directory.write(Array(text.replacing("/BOX", with: directory.path).utf8), to: name)
        }
        // The mute must still hold, whenever the test runs.
        let text = String(decoding: TestDirectory.bytes(of: directory.file("state/mute.json")), as: UTF8.self)
        let tomorrow = Int64((Date.now.timeIntervalSince1970 + 86_400) * 1_000_000)
        try directory.write(Array(text.replacing("1796259806024198", with: "\(tomorrow)").utf8), to: "state/mute.json")
    }

    @Test func `a box of one process keeps its ledger, settings, mute, caches and mirror`() throws {
        // The mosque's file is lost, and no server answers.
        let daemon = try RunningDaemon(
            Self.config(file: "file = \"times.csv\""),
            in: directory,
            environment: ["AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"]
        )
        #expect(daemon.says("timetable refreshed"), "\(daemon.running.text)")
        let history = try daemon.command("history", "--format", "csv", "--from", "2026-11-27")
        #expect(history.output.contains("2026-11-27,adhan-dhuhr,stopped"), "\(history.text)")
        let settings = try daemon.command("settings")
        #expect(["volume.asr", "adhan.isha"].allSatisfy(settings.output.contains), "\(settings.text)")
        let report = try daemon.report()
        #expect(report.mutedUntil != nil)
        #expect(report.mirrors?.map(\.files) == [3])
        let file = try daemon.command("times", "--config", daemon.config, "--date", "2026-06-01", "--format", "csv")
        #expect(file.output.contains("04:45") && file.output.contains(",file"), "\(file.text)")
        let warnings = daemon.running.text.split(separator: "\n").filter { $0.contains("damaged") }
        #expect(warnings.isEmpty)
        daemon.stop()

        try daemon.write(Self.config(file: ""))
        let cached = try daemon.command("times", "--config", daemon.config, "--date", "2026-06-01", "--format", "csv")
        #expect(cached.output.contains("04:46") && cached.output.contains(",cache"), "\(cached.text)")
        #expect(
            TestDirectory.bytes(of: directory.file("cache/mirrors/main/note.txt"))
                == Array("the committee meets on Friday\n".utf8)
        )
    }
}
