import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

@Suite struct ControlClientTests {
    private typealias Note = ControlRig.Note
    private let directory: TestDirectory
    private let path: String

    init() throws {
        directory = try TestDirectory()
        path = directory.file("adhand.sock")
    }

    private func fault(_ client: ControlClient) -> ControlFault? {
        #expect(throws: ControlFault.self) { try client.ask(ControlRequest(.status), for: Note.self) }
    }

    @Test func `every argument arrives, and the answer comes back`() throws {
        let rig = try ControlRig(path: path)
        let asked = ControlRequest(.play, prayer: .fajr, file: "/a \"b\".mp3", value: "à 18:00\n")
        let asking = try rig.asking(asked)
        let (request, _, replier) = try rig.request()
        #expect(request == asked)
        let text = String(repeating: "long ", count: 400_000)
        replier.answer(Note(number: 3, text: text))
        #expect(try asking.value() == Note(number: 3, text: text))
    }

    @Test func `the daemon's refusal is the client's error`() throws {
        let rig = try ControlRig(path: path)
        let asking = try rig.asking(ControlRequest(.stop))
        try rig.request().2.refuse(ControlFailure("nothing sounds", code: 66))
        let refusal = ControlFault.refused(ControlFailure("nothing sounds", code: 66))
        #expect(throws: refusal) { try asking.value() }
        #expect(refusal.exitCode == 66)
    }

    @Test func `a client that is refused while it still sends gets the reason`() throws {
        let rig = try ControlRig(path: path)
        let request = ControlRequest(.play, file: String(repeating: "x", count: 8 << 20))
        let fault = #expect(throws: ControlFault.self) { try rig.client.ask(request, for: Note.self) }
        #expect(fault == .refused(ControlFailure(.requestTooLong(limit: 65_536))))
    }

    @Test func `an answer that cannot be encoded is an error, and does not go missing`() throws {
        let rig = try ControlRig(path: path)
        let asking = try rig.asking(ControlRequest(.stop))
        try rig.request().2.answer(Double.infinity)
        let fault = #expect(throws: ControlFault.self) { try asking.value() }
        #expect(fault?.exitCode == EX_SOFTWARE)
    }

    @Test func `without a daemon the client says so`() throws {
        #expect(fault(ControlClient(path: path)) == .notRunning(path: path))
        close(try RawClient.stranger(path))
        #expect(fault(ControlClient(path: path)) == .notRunning(path: path))
        #expect(ControlFault.notRunning(path: path).exitCode == EX_UNAVAILABLE)
    }

    @Test func `a daemon that hangs is given up in time, before and after it accepts`() throws {
        let frozen = try RawClient.stranger(path)
        defer { close(frozen) }
        var client = ControlClient(path: path)
        client.patience = .milliseconds(200)
        let expected = ControlFault.noAnswer(path: path, after: .milliseconds(200))
        let start = BootClock.now()
        // A backlog of one has room for the first client only.
        #expect(fault(client) == expected && fault(client) == expected)
        let time = BootClock.now() - start
        #expect(time >= .milliseconds(400) && time < .seconds(5), "\(time)")
    }

    @Test func `a daemon that hangs up or answers nonsense is reported`() throws {
        let stranger = try RawClient.stranger(path)
        defer { close(stranger) }
        for (words, expected) in [("", "has hung up"), ("{\"ok\":", "has hung up"), ("hello\n", "'hello'")] {
            let client = ControlClient(path: path)
            let asking = try ControlThreadResult { try client.ask(ControlRequest(.status), for: Note.self) }
            let connection = accept(stranger, nil, nil)
            send(connection, words, words.utf8.count, Int32(MSG_NOSIGNAL))
            close(connection)
            let fault = #expect(throws: ControlFault.self) { try asking.value() }
            #expect(fault?.description.contains(expected) == true, "\(words)")
        }
    }

    @Test func `an answer without an end is given up`() throws {
        let descriptor = try RawClient.stranger(path)
        let path = path
        let asking = try ControlThreadResult {
            try ControlClient(path: path, patience: .seconds(60)).ask(ControlRequest(.status), for: Note.self)
        }
        let connection = accept(descriptor, nil, nil)
        var sent = 0
        let block = [UInt8](repeating: 0x61, count: 1 << 16)
        while sent < 64 << 20, case let count = send(connection, block, block.count, Int32(MSG_NOSIGNAL)), count > 0 {
            sent += count
        }
        let fault = #expect(throws: ControlFault.self) { try asking.value() }
        #expect(fault.map { "\($0)" }?.contains("it has more than 16 MB") == true)
        close(connection)
        close(descriptor)
    }

    @Test func `a user without permission is told how to get it`() throws {
        let fault = ControlFault.notAllowed(path: path, user: "yusuf")
        #expect(fault.description.contains("systemctl is-active adhand"))
        #expect(fault.description.contains("sudo adduser yusuf adhand") && fault.exitCode == EX_NOPERM)
    }

    @Test(.enabled(if: geteuid() != 0, "root has every permission"))
    func `a socket that this user may not open is reported as such`() throws {
        let rig = try ControlRig(path: path)
        chmod(path, 0)
        #expect(self.fault(rig.client) == .notAllowed(path: path, user: ControlCaller(uid: geteuid()).name))
    }
}
