import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// A daemon whose timetable is on a network with faults: real libcurl, a real server, and what status and log say.
@Suite struct NetworkDaemonTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func config(_ more: String) -> String {
        """
        \(QuietMorning.config)
        [refresh]
        spread = "0s"
        [timetable]
        check = "off"
        \(more)
        """
    }

    private func status(_ daemon: RunningDaemon) throws -> StatusReport {
        try ControlClient(path: directory.file("run/adhand.sock")).ask(.init(.status), for: StatusReport.self)
    }

    /// The status once the condition holds, or after the limit.
    private func status(
        _ daemon: RunningDaemon,
        within limit: Duration = .seconds(60),
        _ isSo: (StatusReport) -> Bool
    ) throws -> StatusReport {
        // A daemon that is too busy to answer is asked again.
        _ = eventually(within: limit) { (try? status(daemon)).map(isSo) ?? false }  // reason: see above
        return try status(daemon)
    }

    private func years() throws -> [Int] {
        let now = ZoneRules.utc.wall(at: Instant(seconds: Int64(Date().timeIntervalSince1970))).date
        return [now.adding(days: -1).year, now.adding(days: 40).year]
    }

    private func answer(_ server: AnswerServer, _ answer: AnswerServer.Answer, at path: String) throws {
        try server.script(path, [answer])
    }

    private func faults() throws -> [(answer: AnswerServer.Answer, words: String)] {
        [
            (.init(status: 403, body: "<Error><Code>AccessDenied</Code></Error>"), "answered 403 (AccessDenied)"),
            (.init(status: 404), "answered 404"),
            (.init(status: 500), "answered 500"),
            (.init(body: "{\"year\": 2026}", manner: .cut), "gave no complete answer"),
            (.init(manner: .flood), "more than 2 MB"),
            (.init(headers: ["Content-Type": "text/html"], body: "<html>Log in</html>"), "a web page (Log in)"),
            (.init(status: 302, headers: ["Location": "http://192.0.2.1/"]), "which is not https: not followed"),
            (.init(status: 429, headers: ["Retry-After": "2"]), "answered 429"),
            (
                .init(body: "{\"year\": 2026, \"prayerTimes\": []}"),
                "it is not used: line 1: prayerTimes has no days"
            ),
            (.init(body: try S3Server.days(2019)), "has none of its days: its first is 2019-01-01"),
        ]
    }

    @Test func `each misbehaviour is named in status and log, and the times are there from the cache`() throws {
        let server = try AnswerServer.plain
        let path = "/daemon-\(getpid())"
        let days = try years().map { (year: $0, text: try S3Server.days($0)) }
        for day in days {
            try server.script(
                "\(path)/\(day.year).json",
                [.init(headers: ["ETag": "\"1\""], body: day.text, manner: .gzipped)]
            )
        }
        let daemon = try RunningDaemon(
            config("[timetable.s3]\nurl = \"\(server.base)\(path)/{year}.json\"\n"),
            in: directory
        )
        defer { daemon.stop() }
        #expect(try status(daemon) { $0.next?.source == "s3" }.next?.source == "s3")
        for (answer, words) in try faults() {
            for day in days { try self.answer(server, answer, at: "\(path)/\(day.year).json") }
            // Its Retry-After is two seconds only.
            _ = eventually { (try? daemon.command("refresh", "--now")) != nil }
            let report = try status(daemon) { $0.problems.contains { $0.what.contains(words) } }
            #expect(report.problems.contains { $0.what.contains(words) }, "\(words): \(report.problems.map(\.what))")
            #expect(report.health == .degraded)
            #expect(report.next?.source == "cache", "\(words)")
            #expect(daemon.says(words))
            #expect(report.sources.first?.state == "failing")
            if words.contains("429") { _ = try status(daemon, within: .seconds(3)) { _ in false } }
        }
        for day in days { try self.answer(server, .init(body: day.text), at: "\(path)/\(day.year).json") }
        _ = try daemon.command("refresh", "--now")
        #expect(try status(daemon) { $0.next?.source == "s3" }.next?.source == "s3")
    }

    @Test func `a server that hangs delays nothing, and a box that never had an answer calculates`() throws {
        let server = try AnswerServer.plain
        let path = "/hang-\(getpid())"
        try server.script(path, [.init(manner: .hang)])
        let daemon = try RunningDaemon(
            config("[timetable.s3]\nurl = \"\(server.base)\(path)/{year}.json\"\n"),
            in: directory
        )
        #expect(eventually { (try? server.asked(at: server.base + path).isEmpty) == false })
        let before = try status(daemon).now
        let report = try status(daemon) { $0.now != before }
        #expect(report.now != before)
        #expect(report.next?.source == "calculation")
        #expect(report.sources.first?.state == "unasked")
        // Nor does it delay the stop.
        let outcome = daemon.stop()
        #expect(outcome.code == 0, "\(outcome)")
    }

    @Test func `a corrected address is asked at once, while the wrong server still does not answer`() throws {
        let server = try AnswerServer.plain
        let path = "/corrected-\(getpid())"
        try server.script("\(path)/wrong", [.init(manner: .hang)])
        for year in try years() { try server.script("\(path)/\(year).json", [.init(body: try S3Server.days(year))]) }
        func text(_ file: String) -> String { config("[timetable.s3]\nurl = \"\(server.base)\(path)/\(file)\"\n") }
        let daemon = try RunningDaemon(text("wrong?{year}"), in: directory)
        defer { daemon.stop() }
        #expect(eventually { (try? server.asked(at: server.base + path + "/wrong").isEmpty) == false })
        try daemon.write(text("{year}.json"))
        #expect(try daemon.command("reload").code == 0)
        #expect(try daemon.command("refresh", "--now").code == 0)
        let report = try status(daemon, within: .seconds(10)) { $0.next?.source == "s3" }
        #expect(report.next?.source == "s3", "\(daemon.running.text)")
    }

    @Test func `an untrusted certificate is refused by name`() throws {
        let server = try AnswerServer.encrypted
        let path = "/untrusted-\(getpid())"
        for year in try years() { try server.script("\(path)/\(year).json", [.init(body: try S3Server.days(year))]) }
        let daemon = try RunningDaemon(
            config("[timetable.s3]\nurl = \"\(server.base)\(path)/{year}.json\"\n"),
            in: directory
        )
        defer { daemon.stop() }
        let report = try status(daemon) { $0.sources.first?.state == "failing" }
        #expect(report.problems.contains { $0.what.contains("certificate") }, "\(report.problems)")
        #expect(report.next?.source == "calculation")
    }

    @Test func `one from an authority in the service's bundle is accepted`() throws {
        let server = try AnswerServer.encrypted
        let path = "/trusted-\(getpid())"
        for year in try years() { try server.script("\(path)/\(year).json", [.init(body: try S3Server.days(year))]) }
        let daemon = try RunningDaemon(
            config("[timetable.s3]\nurl = \"\(server.base)\(path)/{year}.json\"\n"),
            in: directory,
            environment: ["CURL_CA_BUNDLE": try Authority.shared.get().certificate]
        )
        defer { daemon.stop() }
        #expect(try status(daemon) { $0.next?.source == "s3" }.next?.source == "s3")
    }

    @Test func `a bucket answers the right keys, and wrong keys appear in no log`() throws {
        let server = try S3Server.shared
        let keys = directory.file("keys")
        func write(_ credentials: S3Credentials) throws {
            let lines =
                "access_key_id = \"\(credentials.accessKeyID)\"\nsecret_access_key = \"\(credentials.secretAccessKey)\"\n"
            try directory.write(Array(lines.utf8), to: "keys")
            chmod(keys, 0o600)
        }
        try write(server.barred)
        let daemon = try RunningDaemon(
            config(
                """
                [timetable.s3]
                bucket = "\(S3Server.bucket)"
                region = "\(S3Server.region)"
                endpoint = "\(server.endpoint)"
                key = "\(S3Server.daysKey)"
                credentials = "\(keys)"

                """
            ),
            in: directory
        )
        defer { daemon.stop() }
        let denied = try status(daemon) { $0.sources.first?.state == "failing" }
        #expect(denied.problems.contains { $0.what.contains("answered 403") }, "\(denied.problems)")
        try write(server.right)
        _ = try daemon.command("refresh", "--now")
        #expect(try status(daemon) { $0.next?.source == "s3" }.next?.source == "s3")
        _ = try daemon.command("refresh", "--now")
        let again = try status(daemon) { $0.sources.first?.words.contains("unchanged") == true }
        #expect(again.sources.first?.words.contains("unchanged") == true)
        let everything = try daemon.running.text + String(decoding: JSONEncoder().encode(status(daemon)), as: UTF8.self)
        for secret in [server.barred, server.right].map(\.secretAccessKey) { #expect(!everything.contains(secret)) }
    }

    @Test func `times --refresh asks the sources, and names each that fails`() throws {
        let server = try AnswerServer.plain
        let path = "/times-\(getpid())"
        for year in try years() { try server.script("\(path)/\(year).json", [.init(body: try S3Server.days(year))]) }
        try server.script("\(path)/api", [.init(status: 400, body: #"{"code":400,"data":"Bad method"}"#)])
        let text = config(
            """
            sources = ["aladhan", "s3"]
            [timetable.s3]
            url = "\(server.base)\(path)/{year}.json"
            [timetable.aladhan]
            base_url = "\(server.base)\(path)/api"

            """
        )
        let file = try Binary.config(text, in: directory)
        let plain = try Binary.run(["times", "--config", file], in: directory)
        #expect(plain.output.contains("calculation"))
        let outcome = try Binary.run(["times", "--refresh", "--config", file], in: directory)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("s3"), "\(outcome)")
        #expect(
            outcome.errors.contains("aladhan: ") && outcome.errors.contains("answered 400 (Bad method)"),
            "\(outcome.errors)"
        )
        // What was fetched is cached.
        #expect(try Binary.run(["times", "--config", file], in: directory).output.contains("cache"))
    }
}
