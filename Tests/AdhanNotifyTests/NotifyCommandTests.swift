import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// `adhand notify test` and `adhand notify queue` with the real binary.
@Suite(.serialized) struct NotifyCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private static let place = """
        [place]
        name = "Central Mosque"
        latitude = 53.6097
        longitude = -2.1561
        timezone = "Europe/London"

        """

    private func run(_ words: [String], _ config: String, prefix: [String] = []) throws -> Binary.Outcome {
        let file = try Binary.config(Self.place + config, in: directory)
        return try Binary.run(["notify"] + words + ["--config", file], in: directory, prefix: prefix)
    }

    private func receiver(_ name: String, _ to: String, _ keys: String = "") -> String {
        "[[notify]]\nname = \"\(name)\"\nto = \"\(to)\"\n\(keys)\n"
    }

    @Test func `each receiver gets what it wants, marked as a test, and what it answers is shown`() throws {
        let server = try AnswerServer.plain
        let hall = try server.answering(.init(status: 200))
        let closed = try server.answering(.init(status: 403))
        let broker = try MQTTBroker(in: directory)
        defer { broker.kill() }
        let program = directory.file("tell")
        let titles = directory.file("titles")
        try directory.write(Array("#!/bin/sh\necho \"$ADHAN_TITLE, $ADHAN_TEST\" >>\(titles)\n".utf8), to: "tell")
        chmod(program, 0o755)
        // It is always a quiet hour.
        let quiet = "quiet = [\"00:00\", \"23:59\"]\nevents = [\"adhan\", \"fault\"]\nprayers = [\"isha\"]"
        let config =
            receiver("hall", "webhook:" + hall, quiet) + receiver("closed", "webhook:" + closed)
            + receiver("switch", "command:" + program, "language = \"de\"\nseverity = \"critical\"")
            + receiver("house", "mqtt://127.0.0.1:\(broker.port)") + receiver("away", "mqtt://127.0.0.1:9")
        let outcome = try run(["test"], config)
        #expect(
            outcome.output.split(separator: "\n") == [
                "hall accepted adhan, fault",
                "closed did not accept adhan-before: it answered 403: check the secret",
                "switch accepted fault", "house accepts the connection",
                "away: the broker cannot be reached: Connection refused",
            ],
            "\(outcome.text)"
        )
        #expect(outcome.code == 69 && outcome.errors.isEmpty, "\(outcome.text)")
        let got = try server.asked(at: hall).map(\.body)
        #expect(
            got.count == 2 && got.allSatisfy { $0.contains("\"isTest\":true") && $0.contains("\"title\":\"Test: ") }
        )
        #expect(got.first?.contains("adhan-isha") == true)
        let title = String(decoding: TestDirectory.bytes(of: titles), as: UTF8.self)
        #expect(title == "Test: Das Adhan-System hat eine Störung, 1\n")
        // Nothing is queued for later.
        let queue = try run(["queue"], config)
        #expect(queue.code == 0 && queue.output == "no message waits\n", "\(queue.text)")
    }

    @Test func `one receiver is tested by its name`() throws {
        let address = try AnswerServer.plain.answering(.init(status: 200))
        let config =
            receiver("hall", "webhook:" + address, "events = [\"eid\"]") + receiver("away", "mqtt://127.0.0.1:9")
        let outcome = try run(["test", "hall"], config)
        #expect(outcome.code == 0 && outcome.output == "hall accepted eid\n", "\(outcome.text)")
        let unknown = try run(["test", "hal"], config)
        let words = "adhand: there is no receiver 'hal', only hall, away; did you mean 'hall'?\n"
        #expect(unknown.code == 64 && unknown.errors == words, "\(unknown.text)")
        let none = try run(["test"], "")
        #expect(none.code == 78 && none.errors.contains("has no [[notify]]"), "\(none.text)")
    }

    @Test func `what waits is listed with its reason`() throws {
        let log = RecordedLog()
        let queue = MessageQueue(
            directory.file("state/notify/queue.sqlite"),
            limits: QueueLimits(messages: 4),
            clock: LinuxClock(),
            log: log.logger
        )
        queue.add(.sample("dropped"), for: ["phone"])
        queue.add(.sample("1"), for: ["phone"])
        queue.add(.fault("2", .warning), for: ["night"])
        queue.add(.fault("3", .critical), for: ["night"])
        queue.add(.sample("4"), for: ["gone"])
        queue.postpone(try #require(queue.first(for: "phone", atLeast: .info)), reason: "it answered 500")
        let night = ["quiet = [\"00:00\", \"12:00\"]", "quiet = [\"12:00\", \"00:00\"]"]
        let hour = (LinuxClock().wall() - Instant(seconds: 0)).components.seconds / 3600 % 24
        // In Rochdale it may be an hour later.
        let quiet = (0...10).contains(hour) ? night[0] : (12...22).contains(hour) ? night[1] : ""
        let config =
            receiver("phone", "ntfy:https://ntfy.example.org/us")
            + receiver("night", "mail:imam@example.org", quiet + "\nserver = \"smtp://127.0.0.1\"\nfrom = \"a@b.org\"")
        let outcome = try run(["queue"], config)
        #expect(outcome.code == 0, "\(outcome.text)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 10, "\(outcome.output)")
        #expect(lines[0].split(separator: " ") == ["since", "receiver", "kind", "attempts"])
        #expect(lines[1].contains("phone") && lines[1].contains("adhan (adhan-fajr)") && lines[1].hasSuffix(" 1"))
        #expect(lines[2] == "    it answered 500")
        #expect(lines[3].contains("fault (disk-full)"))
        if !quiet.isEmpty { #expect(lines[4].hasPrefix("    it waits for the end of the quiet hours, ")) }
        #expect(lines[6] == "    it was not tried yet")
        #expect(lines[8].hasPrefix("    the config has no such receiver"))
        #expect(lines[9] == "1 message was dropped so far: too many waited, or for too long")

        let json = try run(["queue", "--format", "json"], config)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let waiting = try #require(object["waiting"] as? [[String: Any]])
        #expect(object["dropped"] as? Int == 1 && waiting.count == 4)
        #expect(waiting.first?["reason"] as? String == "it answered 500" && waiting.first?["attempts"] as? Int == 1)
    }

    @Test func `a queue that is not for this user, and one that is none, are named`() throws {
        let folder = directory.file("state/notify")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try directory.write(Array("no database".utf8), to: "state/notify/queue.sqlite")
        let damaged = try run(["queue"], "")
        #expect(damaged.code == 69 && damaged.errors.contains("\(folder)/queue.sqlite: "), "\(damaged.text)")
        chmod(folder, 0)
        defer { chmod(folder, 0o755) }
        let denied = try run(["queue"], "", prefix: Binary.withoutOverride)
        #expect(denied.code == 77 && denied.errors.contains("as root: sudo adhand notify queue"), "\(denied.text)")
    }
}
