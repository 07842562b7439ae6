import AdhanCore
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// A broker that is away, refuses, hangs, or is not the one it should be.
@Suite struct MQTTTroubleTests {
    private let directory: TestDirectory
    private let log = RecordedLog()

    init() throws { directory = try TestDirectory() }

    private func link(
        _ settings: MQTTSettings,
        answer: Duration = .seconds(5),
        steady: Duration = .zero
    ) throws -> MQTTLink {
        var waits = MQTTLink.Waits.short
        (waits.answer, waits.steady) = (answer, steady)
        return try MQTTLink(settings, socket: directory.file("adhand.sock"), waits: waits, log: log.logger)
    }

    private var warnings: [String] { log.lines.filter { $0.hasPrefix("warning") } }

    /// How long the call takes.
    private func time(_ body: () throws -> Void) rethrows -> Duration { try ContinuousClock().measure(body) }

    @Test func `a wrong password is logged once, and the right one is taken when it comes`() throws {
        let passwords = directory.file("passwords")
        try ChildProcess.run(["mosquitto_passwd", "-b", "-c", passwords, "box", "right"])
        let broker = try MQTTBroker(in: directory, "allow_anonymous false\npassword_file \(passwords)\n")
        let secret = Mutex("wr0ng")
        let reads = Mutex(0)
        let read: @Sendable () throws -> String? = {
            reads.withLock { $0 += 1 }
            return secret.withLock(\.self)
        }
        let link = try link(broker.settings { ($0.user, $0.secret) = ("box", read) })
        defer { link.stop(within: .seconds(10)) }
        #expect(eventually { reads.withLock(\.self) >= 4 })
        #expect(warnings.count == 1 && warnings.first?.contains("refuses the user:") == true, "\(warnings)")
        let said = log.lines.joined() + (link.problem ?? "")
        #expect(!said.contains("wr0ng") && !said.contains("'box'"), "\(said)")
        secret.withLock { $0 = "right" }
        #expect(eventually { link.problem == nil })
        #expect(warnings.count == 1)
    }

    @Test func `an unreadable secret, a name without an address and a broker without TLS are reasons`() throws {
        let broker = try MQTTBroker(in: directory)
        struct Unreadable: Error, CustomStringConvertible { let description = "/etc/adhand/mqtt is for others" }
        let changes: [(reason: String, change: (inout MQTTSettings) -> Void)] = [
            ("/etc/adhand/mqtt is for others", { $0.secret = { throw Unreadable() } }),
            ("cannot be reached", { $0.host = String(repeating: "x", count: 300) }),
        ]
        for (reason, change) in changes {
            let link = try link(broker.settings(change))
            #expect(eventually(within: .seconds(60)) { link.problem?.contains(reason) == true }, "\(log.lines)")
            link.stop(within: .seconds(10))
        }
        let known = warnings.count
        let link = try link(broker.settings { $0.isTLS = true })
        #expect(eventually { warnings.count > known && link.problem != nil })
        let end = time { link.stop(within: .seconds(20)) }
        #expect(end < .seconds(10), "it holds up nobody")
    }

    @Test func `a broker that is away for long is asked again and again, and named once`() throws {
        let broker = try MQTTBroker(in: directory)
        broker.kill()
        let reads = Mutex(0)
        let count: @Sendable () throws -> String? = {
            reads.withLock { $0 += 1 }
            return nil
        }
        let link = try link(broker.settings { $0.secret = count })
        defer { link.stop(within: .seconds(10)) }
        #expect(eventually { reads.withLock(\.self) >= 6 })
        #expect(warnings.count == 1 && warnings.first?.contains("Connection refused") == true, "\(warnings)")
        try broker.start()
        #expect(eventually { link.problem == nil })
        // The next time it is news again.
        broker.kill()
        #expect(eventually { link.problem?.contains("Connection refused") == true })
        #expect(warnings.filter { $0.contains("Connection refused") }.count == 2, "\(warnings)")
    }

    @Test func `a broker that accepts and never answers delays nobody`() throws {
        let (socket, port) = try FreePort.listener()
        defer { close(socket) }
        let link = try link(.central(port: port), answer: .milliseconds(500))
        let updates = try time { for _ in 0..<1000 { link.update(.fine, today: try .today()) } }
        #expect(updates < .seconds(5))
        #expect(eventually { warnings.contains { $0.contains("has not answered within") } }, "\(log.lines)")
        let end = time { link.stop(within: .seconds(20)) }
        #expect(end < .seconds(10))
        #expect(warnings.count == 1)
    }

    @Test func `a broker that hangs later is lost after its silence`() throws {
        let broker = try MQTTBroker(in: directory)
        let link = try link(broker.settings())
        defer { link.stop(within: .seconds(10)) }
        #expect(eventually { link.problem == nil })
        broker.hang()
        #expect(eventually(within: .seconds(30)) { link.problem?.contains("does not answer any more") == true })
        broker.goOn()
        #expect(eventually { link.problem == nil })
    }

    /// A client may have left it on the broker, and it would come again after each restart.
    @Test(.enabled(if: Sanitizer.allowsLimits))
    func `an order of a hundred megabytes is not received, and all is told all the same`() throws {
        let broker = try MQTTBroker(in: directory)
        let file = directory.file("order")
        try ChildProcess.run(["truncate", "-s", "100M", file])
        let topic = "adhand/central_mosque/command/volume"
        let words = ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-r", "-t", topic]
        try ChildProcess.run(words + ["-f", file])
        let memory = try OwnMemory()
        let link = try link(broker.settings())
        defer { link.stop(within: .seconds(10)) }
        #expect(eventually { warnings.contains { $0.contains("above 1 MB; the next connection takes no orders") } })
        #expect(eventually { link.problem == nil })
        link.update(.fine, today: try .today())
        #expect(try memory.growth() < 20_000)
        // Once it is gone, the next connection takes orders. There is no daemon that could obey one.
        try ChildProcess.run(words + ["-n"])
        broker.kill()
        try broker.start()
        #expect(
            try eventually(within: .seconds(30)) {
                try broker.publish("PRESS", to: "adhand/central_mosque/command/stop")
                return warnings.contains { $0.contains("stop, ordered over MQTT, is not done") }
            },
            "\(log.lines)"
        )
    }

    /// The first answer of MQTT 5 has ended the process once: libmosquitto 2.0.11 does not know the property.
    @Test(
        .enabled(if: Sanitizer.allowsLimits),
        arguments: [
            [0x20, 0x05, 0x00, 0x00, 0x02, 0x7F, 0x00], [0x20, 0xFF, 0xFF, 0xFF, 0x7F], [0x30, 0xFF, 0xFF, 0xFF, 0x7F],
            [0x20, 2, 0, 0, 0x30, 0xFF, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Array("220 mail\r\n".utf8),
        ] as [[UInt8]]
    ) func `a hostile broker ends its own connection alone`(answer: [UInt8]) throws {
        let (listener, port) = try FreePort.listener()
        let memory = try OwnMemory()
        try SystemThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let rest = [UInt8](repeating: 0, count: 1 << 20)
                send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
                for _ in 0..<50 where send(client, rest, rest.count, Int32(MSG_NOSIGNAL)) < 0 { break }
                close(client)
            }
        }.detach()
        defer {
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }
        let link = try link(.central(port: port))
        defer { link.stop(within: .seconds(10)) }
        #expect(eventually { !warnings.isEmpty }, "\(log.lines)")
        #expect(try memory.growth() < 20_000)
    }

    @Test func `two boxes with one name fill no log`() throws {
        let broker = try MQTTBroker(in: directory)
        let tries = Mutex(0)
        let count: @Sendable () throws -> String? = {
            tries.withLock { $0 += 1 }
            return nil
        }
        let links = try (0..<2).map { _ in try link(broker.settings { $0.secret = count }, steady: .seconds(60)) }
        defer { links.forEach { $0.stop(within: .seconds(10)) } }
        #expect(eventually { tries.withLock(\.self) >= 20 })
        // Each: connected, the connection has ended, connected.
        #expect(log.lines.count <= 8, "\(log.lines)")
        #expect(warnings.contains { $0.contains("another client may use the same name") }, "\(log.lines)")
    }

    // MARK: TLS

    private func encrypted(_ change: (inout MQTTSettings) -> Void) throws -> (link: MQTTLink, end: () -> Void) {
        let authority = try Authority.shared.get()
        let broker = try MQTTBroker(
            in: directory,
            "allow_anonymous true\ncertfile \(authority.certificate)\nkeyfile \(authority.key)\n"
        )
        let link = try link(
            broker.settings {
                ($0.isTLS, $0.authorities) = (true, CertificateAuthorities { _ in authority.certificate })
                change(&$0)
            }
        )
        let end = {
            link.stop(within: .seconds(10))
            broker.kill()
        }
        return (link, end)
    }

    @Test func `TLS works with the authority that the config names`() throws {
        let (link, end) = try encrypted { _ in }
        defer { end() }
        #expect(eventually { link.problem == nil }, "\(log.lines)")
        link.update(.fine, today: try .today())
        #expect(log.lines.count == 1 && log.lines.first?.hasPrefix("notice: mqtts://127.0.0.1:") == true)
    }

    @Test func `an unknown authority, another host's certificate and a missing file are named`() throws {
        let (unknown, endUnknown) = try encrypted { $0.authorities = CertificateAuthorities { _ in nil } }
        defer { endUnknown() }
        #expect(eventually { unknown.problem?.contains("certificate verify failed") == true }, "\(log.lines)")
        let (missing, endMissing) = try encrypted { $0.authorities = CertificateAuthorities { _ in "/nowhere/ca.pem" } }
        defer { endMissing() }
        #expect(eventually { missing.problem?.contains("'/nowhere/ca.pem' cannot be read") == true })
        let (other, endOther) = try encrypted { $0.host = "localhost" }
        defer { endOther() }
        #expect(eventually { other.problem?.contains("no TLS connection") == true }, "\(log.lines)")
    }
}
