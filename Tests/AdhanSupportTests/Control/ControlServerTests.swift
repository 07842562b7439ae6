import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

@Suite struct ControlServerTests {
    @Test func `a request is answered, and the connection closed`() throws {
        let rig = try ControlRig()
        let client = try RawClient(rig.path)
        client.say("{\"command\":")
        client.say("\"status\"}\n")
        let name = ControlCaller(uid: getuid()).name
        #expect(try client.line() == "{\"ok\":{\"number\":0,\"text\":\"\(name)\"}}" && client.line() == nil)
    }

    @Test func `a request without a newline is complete when the client sends no more`() throws {
        let rig = try ControlRig()
        let client = try rig.saying("{\"command\":\"status\"}")
        client.endOfRequest()
        #expect(try client.line()?.hasPrefix("{\"ok\":") == true)
    }

    @Test func `an invalid request is answered with what is wrong`() throws {
        let rig = try ControlRig()
        func answer(_ request: String) throws -> ControlFailure? {
            let client = try RawClient(rig.path)
            client.say(request + "\n")
            return try client.failure()
        }
        let commands =
            "there are status, times, history, events, refresh, reload, play, stop, mute, unmute, clock-confirm, "
            + "refresh-now, self-test, set, settings, display, mirror-news, fetches, fetched, hooks, hooked, "
            + "notify, newer-version, devices"
        let arguments =
            "there are command, prayer, file, key, value, from, to, problems, fetched, hooked, failing, person"
        for (request, message) in [
            (#"{"command":"stauts"}"#, "unknown command 'stauts' (did you mean 'status'?); \(commands)"),
            ("{}", "the request has no \"command\"; \(commands)"),
            (#"{"command":null}"#, "the request has no \"command\"; \(commands)"),
            (#"{"command":7}"#, "\"command\" is not a text; put it into quotes"),
            (#"{"command":"mute","valu":"2h"}"#, "unknown argument 'valu' (did you mean 'value'?); \(arguments)"),
            (
                #"{"command":"play","file":"/etc/passwd\u0000.mp3"}"#,
                "\"file\" has a NUL character, \\u0000; leave it out"
            ),
            (#"{"command":"display","problems":"one"}"#, "\"problems\" is not a list of texts"),
            (
                #"{"command":"play","prayer":"sunrise"}"#,
                "'sunrise' is not a prayer; there are fajr, dhuhr, asr, maghrib, isha"
            ),
        ] { #expect(try answer(request)?.message == message) }
        #expect(try answer("{}")?.code == EX_USAGE)
        for garbage in ["", "status", "[]", "\"status\"", "{\"command\":\"status\"", "{\"command\":\"status\"} {}"] {
            #expect(try answer(garbage)?.message.hasPrefix("'\(garbage)' is not a JSON object") == true, "\(garbage)")
        }
        let long = try #require(try answer(String(repeating: "x", count: 5000)))
        #expect(long.message.count < 200)
    }

    @Test func `a line may be as long as the limit, and no longer`() throws {
        let rig = try ControlRig()
        let short = "{\"command\":\"status\"}"
        let padded = String(repeating: " ", count: 65_536 - short.utf8.count) + short
        let client = try RawClient(rig.path)
        client.say(padded + "\n")
        #expect(try client.line()?.hasPrefix("{\"ok\":") == true)

        for tail in ["\n", ""] {
            let wordy = try RawClient(rig.path)
            wordy.say(" " + padded + tail)
            #expect(try wordy.failure()?.message.contains("more than 65536 bytes") == true)
        }
        // It gets its answer even while it still sends.
        let endless = try RawClient(rig.path)
        #expect(!endless.say([UInt8](repeating: 32, count: 8 << 20)))
        #expect(try endless.failure()?.message.contains("more than 65536 bytes") == true && rig.answers())
    }

    @Test func `a client that does not finish its request is told so and disconnected`() throws {
        let rig = try ControlRig(.init(clientPatience: .milliseconds(100)))
        // The server's patience begins with the connection.
        let start = BootClock.now()
        let slow = try rig.saying("{\"command\":")
        let failure = try slow.failure()
        #expect(failure?.message == "the request did not come within 100ms; end it with a newline")
        #expect(try slow.line() == nil && BootClock.now() - start >= .milliseconds(100))
    }

    @Test func `a client that does not read its answer is disconnected`() throws {
        let rig = try ControlRig(.init(clientPatience: .milliseconds(100)))
        let slow = try rig.saying("play")
        try rig.request().2.answer(ControlRig.Note(text: String(repeating: "x", count: 4 << 20)))
        #expect(try rig.answers() && eventually { (try? slow.read(1 << 20)) == false })
    }

    @Test func `a daemon that does not answer is given up`() throws {
        let rig = try ControlRig(.init(answerPatience: .milliseconds(100)))
        let client = try rig.saying("reload")
        let failure = try client.failure()
        #expect(failure?.message == "the daemon has not answered within 100ms; look at it: systemctl status adhand")
        #expect(failure?.code == EX_UNAVAILABLE)
        // Too late: the client has gone.
        try rig.request().2.answer(ControlRig.Note())
        #expect(try client.line() == nil && rig.answers())
    }

    @Test func `only the first answer counts`() throws {
        let rig = try ControlRig()
        let client = try rig.saying("{\"command\":\"stop\"}\n{\"command\":\"stop\"}\n")
        let (request, _, replier) = try rig.request()
        #expect(request == ControlRequest(.stop))
        replier.refuse(ControlFailure("nothing sounds"))
        replier.answer(ControlRig.Note())
        #expect(try client.line() == "{\"error\":{\"code\":69,\"message\":\"nothing sounds\"}}" && client.line() == nil)
    }

    @Test func `a client that leaves before or during its answer does no harm`() throws {
        let rig = try ControlRig()
        try RawClient(rig.path).say("{\"command\":\"mute\",\"value\":\"isha\"}\n")
        // Its request is still carried out.
        let (request, _, replier) = try rig.request(0)
        #expect(request == ControlRequest(.mute, value: "isha"))
        replier.answer(ControlRig.Note())

        do {
            let hasty = try rig.saying("refresh")
            try rig.request(1).2.answer(ControlRig.Note(text: String(repeating: "x", count: 4 << 20)))
            #expect(try hasty.read(1))
        }
        #expect(try rig.answers())
    }

    @Test func `the kernel says who asks`() throws {
        let rig = try ControlRig()
        let client = try rig.saying("stop")
        defer { withExtendedLifetime(client) {} }
        #expect(try rig.request().1 == ControlCaller(uid: getuid()) && ControlCaller(uid: 0).name == "root")
        #expect(ControlCaller(uid: 3_999_999_999).name == "uid 3999999999")
    }

    @Test func `ten thousand requests of garbage leave it as it was`() throws {
        // A valid request by chance is left unanswered.
        let rig = try ControlRig(.init(answerPatience: .milliseconds(5)))
        var random = SeededGenerator(seed: 33)
        let seeds = [
            "{\"command\":\"status\"}", "{\"command\":\"play\",\"prayer\":\"fajr\",\"file\":\"/a\",\"until\":\"b\"}",
            "{\"command\":{\"a\":[1e999,-0,\"\\ud800\"]}}", String(repeating: "[", count: 3000), "\u{FEFF}{}",
        ].map { Array($0.utf8) }
        for _ in 0..<10_000 {
            var bytes = seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + 3))
                default: bytes.insert(contentsOf: bytes[..<index], at: index)
                }
            }
            let client = try RawClient(rig.path)
            client.say(bytes.prefix(60_000) + [UInt8(ascii: "\n")])
            if Bool.random(using: &random) { client.endOfRequest() }
            if Bool.random(using: &random) { #expect(try client.line()?.isEmpty == false) }
        }
        #expect(eventually { (try? rig.answers()) == true })
    }
}
