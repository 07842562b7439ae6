import AdhanCore
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// Home Assistant's own code finds the entities. `make homeassistant-test` installs it, from PyPI.
@Suite(.enabled(if: HomeAssistant.isInstalled, "Home Assistant is not installed: make homeassistant-test"))
struct MQTTHomeAssistantTests {
    private let directory: TestDirectory
    private let broker: MQTTBroker
    private let daemon: StandInDaemon

    init() throws {
        directory = try TestDirectory()
        broker = try MQTTBroker(in: directory)
        daemon = try StandInDaemon(in: directory)
    }

    /// Every entity has a value.
    private static let full = StatusReport.fine.with {
        $0.upcoming = [.init(occasion: "jumuah-1", date: "2026-11-27", at: "2026-11-27T13:00:00+00:00")]
        $0.settings = ["volume 60 by amina"]
        ($0.mutedUntil, $0.mutedBy) = ("2026-11-21T15:00:00+00:00", "amina")
        $0.health = .degraded
        $0.problems = [.init(.state, what: "the disk is full", advice: "df")]
    }

    private static func day() throws -> TimesReport.Day {
        var day = try TimesReport.Day.today()
        // One value for all prayers is enough here.
        day.iqama = ByPrayer { _ in day.dhuhr }
        return day
    }

    @Test func `Home Assistant has each entity, with its state, and hands on what is pressed`() throws {
        let settings = broker.settings { $0.name = "Central Mosque" }
        let link = try MQTTLink(settings, socket: daemon.path, waits: .short, log: RecordedLog().logger)
        defer { link.stop(within: .seconds(10)) }
        link.update(Self.full, today: try Self.day())
        let home = try HomeAssistant(broker)
        func says(_ id: String, _ value: String) throws -> Bool {
            try eventually { try home.states()[id]?.value == value }
        }
        var states: [String: HomeAssistant.State] = [:]
        let isComplete = try eventually(within: .seconds(60)) {
            states = try home.states()
            return states["sensor.central_mosque_fajr_prayer"]?.value.hasPrefix("2026-") == true
                && states["number.central_mosque_volume"]?.value == "60"
        }
        let words = try home.messages()
        #expect(isComplete, "\(states.keys.sorted()) \(words)")
        let wanted = MQTTEntity.all.map { "\($0.component.rawValue).central_mosque_\($0.key)" }
        #expect(Set(states.keys.filter { $0.contains("central_mosque") }) == Set(wanted))
        #expect(states["sensor.central_mosque_fajr_prayer"]?.name == "Central Mosque Fajr prayer")
        #expect(states["sensor.central_mosque_fajr_prayer"]?.value == "2026-11-21T05:00:00+00:00")
        #expect(states["sensor.central_mosque_next_salat_name"]?.value == "dhuhr")
        #expect(states["binary_sensor.central_mosque_sounding"]?.value == "off")
        #expect(states["binary_sensor.central_mosque_health"]?.value == "on")
        #expect(states["sensor.central_mosque_last_fault"]?.value == "the disk is full")
        let silent = states.filter { $0.value.value == "unavailable" }.keys.sorted()
        #expect(silent.isEmpty)
        try home.order("press button.central_mosque_mute_next_adhan")
        try home.order("set number.central_mosque_volume 35")
        let orders = [ControlRequest(.mute, value: "next"), ControlRequest(.set, key: "volume", value: "35")]
        #expect(eventually { daemon.asked.withLock(\.self) == orders })
        // The daemon goes: the link itself still speaks.
        link.lostDaemon("no adhand answers")
        #expect(try says("sensor.central_mosque_fajr_prayer", "unavailable"))
        #expect(try says("binary_sensor.central_mosque_health", "on"))
        link.update(Self.full, today: try Self.day())
        #expect(try says("sensor.central_mosque_fajr_prayer", "2026-11-21T05:00:00+00:00"))
        link.stop(within: .seconds(10))
        #expect(try says("binary_sensor.central_mosque_health", "unavailable"))
        let messages = try home.messages()
        #expect(messages == [])
    }
}

/// Tests/HomeAssistant/entities.py, in its own Python.
private final class HomeAssistant {
    struct State {
        let value: String
        let name: String
    }

    private static let folder = Binary.root + "/Tests/HomeAssistant"
    private static let python = Binary.root + "/.venv-homeassistant/bin/python"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python) }

    private let process = Process()
    private let (orders, answers) = (Pipe(), Pipe())

    init(_ broker: MQTTBroker) throws {
        process.executableURL = URL(filePath: Self.python)
        process.arguments = [Self.folder + "/entities.py", "\(broker.port)"]
        (process.standardInput, process.standardOutput) = (orders, answers)
        try process.run()
    }

    deinit {
        try? orders.fileHandleForWriting.close()  // reason: it ends at the end of its input
        process.waitUntilExit()
    }

    @discardableResult
    func order(_ line: String) throws -> Data {
        try orders.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        var answer = Data()
        while let byte = try answers.fileHandleForReading.read(upToCount: 1), let first = byte.first {
            if first == 0x0A { return answer }
            answer.append(first)
        }
        throw NoBroker(description: "Home Assistant has ended")
    }

    func states() throws -> [String: State] {
        let object = try JSONSerialization.jsonObject(with: order("states")) as? [String: [Any]] ?? [:]
        return object.mapValues { state in
            let attributes = state.last as? [String: Any] ?? [:]
            return State(value: state.first as? String ?? "", name: attributes["friendly_name"] as? String ?? "")
        }
    }

    func messages() throws -> [String] { try JSONDecoder().decode([String].self, from: order("messages")) }
}
