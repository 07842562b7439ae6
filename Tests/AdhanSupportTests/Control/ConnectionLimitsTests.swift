import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// No user keeps others from connecting.
@Suite struct ConnectionLimitsTests {
    private typealias Note = ControlRig.Note

    private func message(_ client: RawClient) throws -> String { try client.failure()?.message ?? "" }

    /// Clients that all send this.
    private func clients(_ count: Int, _ rig: ControlRig, say text: String = "") throws -> [RawClient] {
        try (0..<count).map { _ in try rig.saying(text) }
    }

    /// Expects that root, or the daemon's own user, gets answers and may subscribe.
    private func expectAnOpenDoor(_ rig: ControlRig, stops: Int = 0) throws {
        #expect(try rig.answers())
        let stopping = try rig.saying("stop")
        let (request, _, replier) = try rig.request(stops)
        #expect(request.command == .stop)
        replier.answer(Note())
        #expect(try message(stopping) == "")
    }

    @Test func `forty subscribers keep no request out`() throws {
        let rig = try ControlRig()
        let followers = try clients(40, rig, say: "events")
        defer { withExtendedLifetime(followers) {} }
        let answers = try followers.map { try message($0) }
        #expect(answers.prefix(12).allSatisfy { $0.isEmpty })
        #expect(answers.dropFirst(12).allSatisfy { $0.contains("end one, for example an 'adhand status --watch'") })
        try expectAnOpenDoor(rig)
        try rig.server.publish(Note(number: 7))
        #expect(try followers[11].line()?.contains("7") == true)
    }

    @Test func `of the clients without a request the longest idle are refused, each with a reason`() throws {
        let rig = try ControlRig()
        let silent = try clients(40, rig)
        defer { withExtendedLifetime(silent) {} }
        for client in silent.prefix(32) {
            #expect(try message(client).contains("idle for longest") && client.line() == nil)
        }
        try expectAnOpenDoor(rig)
        // Of the last eight, two were refused to make room.
        for client in silent.suffix(6) {
            client.say("{\"command\":\"status\"}\n")
            #expect(try message(client) == "")
        }
    }

    @Test func `waiting requests keep no stop out, and stops keep no status out`() throws {
        let rig = try ControlRig()
        let waiting = try clients(17, rig, say: "refresh")
        #expect(try message(waiting[16]).hasPrefix("too many requests wait"))
        let stops = try clients(9, rig, say: "stop")
        // An optimised build would release and close the others after the last read.
        try withExtendedLifetime((waiting, stops)) {
            #expect(try message(stops[8]).hasPrefix("too many requests wait") && rig.request(16).0.command == .stop)
            try rig.request(0).2.answer(Note())
            #expect(try message(waiting[0]) == "" && rig.answers())
        }
    }

    @Test func `of the clients that do not read their answer the oldest is disconnected`() throws {
        let rig = try ControlRig(.init(closing: .init(perUser: 1, total: 1)))
        let slow = try clients(2, rig, say: "play")
        let text = String(repeating: "x", count: 4 << 20)
        for index in 0...1 { try rig.request(index).2.answer(Note(text: text)) }
        #expect(try eventually { (try? slow[0].read(1 << 20)) == false } && slow[1].line()?.contains(text) == true)
    }

    @Test(.enabled(if: geteuid() == 0, "only root becomes somebody else"))
    func `another user's connections, however many, keep neither root nor the daemon's own user out`() throws {
        let directory = try TestDirectory()
        let rig = try ControlRig(path: directory.file("adhand.sock"))
        #expect(chmod(directory.path, 0o711) == 0 && chmod(rig.path, 0o666) == 0)
        // As many users as fill the total.
        let script = """
            import os, socket, sys, time
            os.setuid(int(sys.argv[2]))
            calls = [b'{"command":"events"}\\n'] * 20 + [b'{"command":"refresh"}\\n'] * 20 + [b''] * 20
            held = []
            for call in calls:
                s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(call); held.append(s)
            print('held', flush=True); time.sleep(60)
            """
        let others = try (1...4).map { number in
            let said = directory.file("said\(number)")
            let other = try ChildProcess(["python3", "-c", script, rig.path, "\(12_344 + number)"], output: said)
            #expect(eventually { !TestDirectory.bytes(of: said).isEmpty })
            return other
        }
        // Two users fill the 32 waiting requests.
        try expectAnOpenDoor(rig, stops: 32)
        let follower = try rig.client.events(of: Note.self)
        #expect(try follower.next() == Note())
        for other in others { #expect(!other.hasEnded) }
    }

    @Test func `the user with the most connections loses one`() {
        let (limits, own) = (ConnectionLimits(perUser: 3, total: 6), geteuid())
        let rows: [(for: uid_t, among: [uid_t], evicted: uid_t?)] = [
            (1, [], nil), (1, [1, 1, 2], nil), (1, [1, 1, 1], 1), (4, [1, 2, 2, 2, 3, 3], 2),
            (0, [1, 2, 2, 2, 3, 3], nil),
            (own, [1, 2, 2, 2, 3, 3], nil), (0, [0, 0, 0], 0), (4, [1, 2, 2, 3, 3, 0, 0, 0], nil),
        ]
        for row in rows { #expect(limits.userToEvict(for: row.for, among: row.among) == row.evicted, "\(row)") }
    }
}
