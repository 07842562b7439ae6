import AdhanTestSupport
import Foundation
import Glibc

@testable import AdhanSupport
@testable import adhand_notify

/// Debian's mosquitto on a port of its own, which a test starts, kills and starts again.
final class MQTTBroker {
    let port: UInt16
    private let directory: TestDirectory
    private let config: String
    private var process: ChildProcess?

    /// - Parameter lines: of its config; without them everybody may do everything.
    init(in directory: TestDirectory, _ lines: String = "allow_anonymous true\n") throws {
        self.directory = directory
        port = try FreePort.find()
        // As root it would change to a user who may not read the folder.
        let text = "user root\nlistener \(port) 127.0.0.1\npersistence false\n" + lines
        config = try directory.write(Array(text.utf8), to: "mosquitto.conf")
        try start()
    }

    /// It remembers nothing of an earlier run.
    func start() throws {
        let log = directory.file("mosquitto.log")
        process = try ChildProcess(["/usr/sbin/mosquitto", "-c", config], output: log, errors: log)
        guard eventually({ FreePort.answers(port) }) else {
            let words = String(decoding: TestDirectory.bytes(of: log), as: UTF8.self)
            throw NoBroker(description: "mosquitto does not answer: \(words)")
        }
    }

    func kill() {
        process?.signal(SIGKILL)
        process?.wait()
        process = nil
    }

    /// Stops it in the middle of whatever it does.
    func hang() { process?.signal(SIGSTOP) }
    func goOn() { process?.signal(SIGCONT) }

    func settings(_ change: (inout MQTTSettings) -> Void = { _ in }) -> MQTTSettings {
        var settings = MQTTSettings.central(port: port)
        change(&settings)
        return settings
    }

    /// Publishes one message by mosquitto_pub.
    func publish(_ payload: String, to topic: String, options: [String] = []) throws {
        let words = ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-m", payload]
        try ChildProcess.run(words + options)
    }
}

struct NoBroker: Error, CustomStringConvertible { let description: String }

/// mosquitto_sub, which hears all that a broker keeps and gets.
final class MQTTSubscriber {
    private let process: ChildProcess
    private let output: String

    init(_ broker: MQTTBroker, in directory: TestDirectory, options: [String] = []) throws {
        output = directory.file("heard-\(UUID().uuidString)")
        let topics = ["adhand/#", "homeassistant/#"].flatMap { ["-t", $0] }
        process = try ChildProcess(
            ["stdbuf", "-oL", "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-F", "%r %t %p"] + topics
                + options,
            output: output
        )
    }

    struct Message: Equatable {
        /// Whether the broker had it when this subscriber came.
        let isRetained: Bool
        let topic: String
        let payload: String
    }

    /// In the order in which they came.
    var messages: [Message] {
        let text = String(decoding: TestDirectory.bytes(of: output), as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            return words.count == 3 ? Message(isRetained: words[0] == "1", topic: words[1], payload: words[2]) : nil
        }
    }

    /// The last payload of a topic below the box's.
    subscript(topic: String) -> String? { messages.last { $0.topic == "adhand/central_mosque/\(topic)" }?.payload }

    /// The payloads of a topic below the box's.
    func all(_ topic: String) -> [String] {
        messages.filter { $0.topic == "adhand/central_mosque/\(topic)" }.map(\.payload)
    }

    /// Waits until a topic below the box's has the payload.
    func hears(_ topic: String, _ payload: String) -> Bool { eventually { self[topic] == payload } }
}

/// Ports of this machine.
enum FreePort {
    /// A port that nobody has just now.
    static func find() throws -> UInt16 {
        let descriptor = try listener()
        defer { close(descriptor.socket) }
        return descriptor.port
    }

    /// A socket that listens and never answers.
    static func listener() throws -> (socket: Int32, port: UInt16) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(socket, name, size) == 0 && listen(socket, 16) == 0 && getsockname(socket, name, &size) == 0
            }
        }
        guard code else { throw NoBroker(description: "no port: error \(errno)") }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    static func answers(_ port: UInt16) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = Self.address(port)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        (address.sin_port, address.sin_addr.s_addr) = (port.bigEndian, inet_addr("127.0.0.1"))
        return address
    }
}

extension MQTTSettings {
    /// For a test: the settings of a mosque whose broker is on this machine.
    static func central(port: UInt16) -> MQTTSettings {
        MQTTSettings(
            host: "127.0.0.1",
            port: port,
            isTLS: false,
            user: nil,
            secret: { nil },
            language: .english,
            receiver: "broker",
            name: "Central Mosque",
            id: "central_mosque"
        )
    }
}
