import AdhanCore
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// The link with Debian's mosquitto, a subscriber beside it, and a stand-in for the daemon.
@Suite struct MQTTLinkTests {
    private let directory: TestDirectory
    private let broker: MQTTBroker
    private let daemon: StandInDaemon
    private let log = RecordedLog()

    init() throws {
        directory = try TestDirectory()
        broker = try MQTTBroker(in: directory)
        daemon = try StandInDaemon(in: directory)
    }

    private func link(_ change: (inout MQTTSettings) -> Void = { _ in }) throws -> MQTTLink {
        try MQTTLink(broker.settings(change), socket: daemon.path, waits: .short, log: log.logger)
    }

    private func subscriber() throws -> MQTTSubscriber { try MQTTSubscriber(broker, in: directory) }

    /// Ends the link, and all that the test has started.
    private func end(_ link: MQTTLink) {
        link.stop(within: .seconds(10))
        daemon.stop()
    }

    @Test func `a status is told, kept by the broker, and told again only where it has changed`() throws {
        let link = try link()
        defer { end(link) }
        let heard = try subscriber()
        link.update(.fine, today: try .today())
        #expect(heard.hears("availability", "online"))
        #expect(link.problem == nil && log.lines == ["notice: mqtt://127.0.0.1:\(broker.port): connected"])
        // A subscriber that comes late gets what the broker has kept in the broker's order.
        #expect(heard.hears("dhuhr_prayer", "2026-11-21T12:00:00+00:00") && heard.hears("daemon", "online"))
        #expect(heard.hears("health", "OFF") && heard.hears("sounding", "OFF"))
        // An entity without a value is not shown.
        #expect(eventually { heard["dhuhr_iqama"] != nil })
        #expect(heard["asr_iqama"] == nil && heard["jumua_prayer"] == nil)
        link.update(.fine.with { $0.sounding = "adhan of dhuhr" }, today: try .today())
        #expect(heard.hears("sounding", "ON"))
        #expect(heard.all("sounding") == ["OFF", "ON"] && heard.all("dhuhr_prayer").count == 1)
        let later = try subscriber()
        #expect(later.hears("sounding", "ON") && eventually { later["availability"] == "online" })
        #expect(!later.messages.contains { !$0.isRetained })
    }

    @Test func `a lost daemon and a restarted broker come back with all, and a link that ends says so`() throws {
        let heard = try subscriber()
        var link = try link()
        link.update(.fine, today: try .today())
        #expect(heard.hears("daemon", "online"))
        link.lostDaemon("no adhand answers")
        #expect(heard.hears("daemon", "offline"))
        #expect(heard["health"] == "ON" && heard["availability"] == "online")
        #expect(heard["health/attributes"]?.contains("no adhand answers") == true)
        link.update(.fine, today: try .today())
        #expect(heard.hears("daemon", "online") && heard["health"] == "OFF")
        link.stop(within: .seconds(10))
        #expect(heard.hears("availability", "offline"))
        link = try self.link()
        defer { end(link) }
        // Until the daemon has answered, nothing is known of it.
        #expect(heard.hears("daemon", "offline"))
        link.update(.fine, today: try .today())
        #expect(heard.hears("daemon", "online"))
        #expect(heard.all("availability") == ["online", "offline", "online"])
        broker.kill()
        #expect(eventually { link.problem != nil })
        // It changes while the broker is away.
        link.update(.fine.with { $0.sounding = "adhan of dhuhr" }, today: try .today())
        try broker.start()
        let later = try subscriber()
        #expect(later.hears("availability", "online"))
        #expect(later["sounding"] == "ON" && later["dhuhr_prayer"] != nil && later["daemon"] == "online")
        #expect(later.messages.contains { $0.topic.hasPrefix("homeassistant/") })
        #expect(link.problem == nil)
    }

    @Test func `each button and the number become orders, in the name of this process's user, and no others do`() throws
    {
        // An order that the broker had kept is ignored.
        try broker.publish("PRESS", to: "adhand/central_mosque/command/play", options: ["-r"])
        let heard = try subscriber()
        let link = try link()
        defer { end(link) }
        link.update(.fine.with { $0.settings = ["volume 60 by amina"] }, today: nil)
        #expect(heard.hears("availability", "online") && heard.hears("volume", "60"))
        for topic in ["other/command/play", "central_mosque/command/explode", "central_mosque/command/play/x"] {
            try broker.publish("PRESS", to: "adhand/\(topic)")
        }
        try broker.publish("press", to: "adhand/central_mosque/command/play")
        for command in MQTTCommand.allCases {
            let payload = command == .volume ? "40" : "PRESS"
            try broker.publish(payload, to: "adhand/central_mosque/command/\(command.rawValue)")
        }
        let wanted: [ControlRequest] = [
            ControlRequest(.play), ControlRequest(.stop), ControlRequest(.unmute),
            ControlRequest(.set, key: "volume", value: "40"), ControlRequest(.mute, value: "next"),
            ControlRequest(.selfTest),
        ]
        #expect(eventually { daemon.asked.withLock { $0.count } == wanted.count })
        #expect(daemon.asked.withLock(\.self) == wanted)
        #expect(log.lines.contains("warning: play, ordered over MQTT, is not done: 'press' is not PRESS"))
    }

    @Test func `a refused order is logged, and the value is told again`() throws {
        let heard = try subscriber()
        let link = try link()
        defer { end(link) }
        link.update(.fine.with { $0.settings = ["volume 60 by amina"] }, today: nil)
        #expect(heard.hears("availability", "online"))
        daemon.refusal.withLock { $0 = "not now" }
        try broker.publish("40", to: "adhand/central_mosque/command/volume")
        #expect(eventually { heard.all("volume") == ["60", "60"] })
        #expect(log.lines.contains("warning: volume, ordered over MQTT, is not done: not now"))
        // A daemon that is gone is no other case.
        daemon.stop()
        try broker.publish("30", to: "adhand/central_mosque/command/volume")
        #expect(eventually { heard.all("volume") == ["60", "60", "60"] })
    }

    @Test func `a flood of orders costs the daemon ten of them, and one line of the log`() throws {
        let heard = try subscriber()
        let link = try link()
        defer { end(link) }
        link.update(.fine, today: nil)
        #expect(heard.hears("availability", "online"))
        let begun = BootClock.now()
        try broker.publish("PRESS", to: "adhand/central_mosque/command/stop", options: ["--repeat", "300"])
        #expect(eventually { heard.all("command/stop").count == 300 })
        #expect(eventually { log.lines.contains { $0.contains("too many orders") } })
        // On a busy machine it takes so long that single orders are admitted again, each with a line of its own.
        let admitted = Int((BootClock.now() - begun) / MQTTOrderLimit.interval)
        #expect((1...1 + admitted).contains(log.lines.filter { $0.hasPrefix("warning") }.count))
        #expect((1...MQTTOrderLimit.burst + admitted).contains(daemon.asked.withLock { $0.count }))
    }

    @Test
    func `the broker says that a killed process is gone, and a new one takes over, also from one that seems alive`()
        throws
    {
        let heard = try subscriber()
        var held = try HeldLinkTests.process(port: broker.port)
        #expect(heard.hears("availability", "online"))
        held.signal(SIGKILL)
        #expect(heard.hears("availability", "offline"))
        #expect(try subscriber().hears("availability", "offline"))
        held = try HeldLinkTests.process(port: broker.port)
        #expect(heard.hears("availability", "online"))
        // As after a power cut: the broker still waits for it.
        held.signal(SIGSTOP)
        let link = try link()
        defer { end(link) }
        #expect(eventually { heard.all("availability").count >= 5 })
        #expect(heard.all("availability") == ["online", "offline", "online", "offline", "online"])
        held.signal(SIGKILL)
        link.update(.fine, today: nil)
        #expect(heard.hears("daemon", "online"))
        #expect(heard["availability"] == "online")
    }
}

/// Run by `MQTTLinkTests` in a process of its own, which it kills.
@Suite struct HeldLinkTests {
    private static let variable = "ADHAND_TEST_HELD_LINK"

    static func process(port: UInt16) throws -> ChildProcess {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try ChildProcess(
            [tests, "--testing-library", "swift-testing", "--filter", "HeldLinkTests"],
            environment: [variable: "\(port)"]
        )
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment[variable] != nil, "it never ends by itself"))
    func `a link is held until the process is killed`() throws {
        let port = try #require(ProcessInfo.processInfo.environment[Self.variable].flatMap { UInt16($0) })
        let settings = MQTTSettings.central(port: port)
        let link = try MQTTLink(settings, socket: "/nowhere", waits: .short, log: RecordedLog().logger)
        _ = eventually(within: .seconds(300)) { link.problem == "never" }
    }
}
