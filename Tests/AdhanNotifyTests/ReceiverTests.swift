import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand_notify

/// Webhooks and ntfy at a real server, which answers and misbehaves as a test says; and programs.
@Suite(.serialized) struct ReceiverTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private static let limits = ReceiverLimits(whole: .seconds(2), connect: .seconds(2), quiet: .seconds(1))

    private func network(_ authority: String? = nil) -> NetworkSettings {
        NetworkSettings(
            authorities: CertificateAuthorities { $0 == "CURL_CA_BUNDLE" ? authority : nil },
            limits: Self.limits
        )
    }

    private func secret(_ text: String = "hunter2") throws -> SecretFile {
        let file = try directory.write(Array("\(text)\n".utf8), to: "secret")
        chmod(file, 0o600)
        return SecretFile(file)
    }

    private func webhook(_ address: String, _ authority: String? = nil, signed: Bool = false) throws -> Webhook {
        Webhook(try WebAddress(address), .sample(), secret: signed ? try secret() : nil, network(authority))
    }

    @Test func `a webhook gets the message as JSON, with its key and signature`() throws {
        let server = try AnswerServer.plain
        let address = try server.answering(.init(status: 204))
        let message = Message.sample("adhan-fajr/2026-11-21")
        #expect(try webhook(address, signed: true).deliver(message) == .done)
        let asked = try #require(try server.asked(at: address).first)
        #expect(asked.headers["content-type"] == "application/json")
        #expect(asked.headers["idempotency-key"] == "adhan-fajr/2026-11-21")
        let body = try #require(try JSONSerialization.jsonObject(with: Data(asked.body.utf8)) as? [String: Any])
        #expect(body["version"] as? Int == 1 && body["title"] as? String == "It is time for Fajr")
        let inner = try #require(body["message"] as? [String: Any])
        #expect(inner["kind"] as? String == "adhan" && inner["due"] as? Int == 1_795_240_080)
        #expect(Set(body.keys) == ["version", "title", "text", "language", "message"])
        // By another program.
        let file = try directory.write(Array(asked.body.utf8), to: "body")
        try ChildProcess.run(
            ["sh", "-c", "openssl dgst -sha256 -hmac hunter2 -r <\(file) >\(directory.file("digest"))"]
        )
        let digest = String(decoding: TestDirectory.bytes(of: directory.file("digest")).prefix(64), as: UTF8.self)
        #expect(asked.headers["x-adhand-signature"] == "sha256=\(digest)")
        #expect(!asked.body.contains("hunter2"))
    }

    struct Case: Sendable {
        let answer: AnswerServer.Answer
        let delivery: Delivery

        /// A status and its headers, which have the message sent again.
        init(_ status: Int, _ headers: [String: String] = [:], again reason: String, after: Duration = .zero) {
            self.init(.init(status: status, headers: headers), .again(after: after, reason: reason))
        }

        init(_ answer: AnswerServer.Answer, _ delivery: Delivery) { (self.answer, self.delivery) = (answer, delivery) }
    }

    private static let redirect =
        "it answered 302, a redirect, which is not followed: write the final address as `to`"
    private static let failure = Delivery.again(after: .zero, reason: "it answered 500")

    @Test(arguments: [
        Case(.init(status: 500, body: "out\nof order"), failure),
        Case(429, ["Retry-After": "120"], again: "it answered 429", after: .seconds(120)),
        Case(503, ["Retry-After": "99999999"], again: "it answered 503", after: .hours(6)),
        Case(302, ["Location": "https://example.org/?token=hunter2"], again: redirect),
        Case(401, again: "it answered 401: check the secret"),
        Case(404, again: "it answered 404: check the address in `to`"),
        Case(.init(status: 422, body: "no"), .refused(reason: "it answered 422")),
        // A gigabyte, one that is announced, one of failure, and drops of failure.
        Case(.init(status: 200, manner: .flood), .done), Case(.init(status: 200, manner: .sized), .done),
        Case(.init(status: 500, manner: .flood), failure), Case(.init(status: 500, manner: .dribble), failure),
        Case(.init(status: 200, body: "abcdef", manner: .cut), .done),
    ]) func `an answer decides what becomes of the message`(_ row: Case) throws {
        let address = try AnswerServer.plain.answering(row.answer)
        let begun = ContinuousClock.now
        let memory = try OwnMemory()
        let delivery = try webhook(address).deliver(.sample("1"))
        let growth = try memory.growth()
        // The spaces of a flood are no text.
        #expect(delivery == row.delivery, "\(row)")
        #expect(growth < 20_000)
        #expect(ContinuousClock.now - begun < .seconds(8))
    }

    @Test func `a server that never answers is given up in time`() throws {
        var reasons: [String] = []
        for manner in [AnswerServer.Answer.Manner.hang, .drip] {
            let address = try AnswerServer.plain.answering(.init(manner: manner))
            let begun = ContinuousClock.now
            let reason = try #require(try webhook(address).deliver(.sample("1")).reasonToWait)
            #expect(reason.contains("too slow") || reason.contains("timed out"), "\(reason)")
            #expect(ContinuousClock.now - begun < .seconds(8))
            reasons.append(reason)
        }
        let refused = try #require(try webhook("http://127.0.0.1:9/").deliver(.sample("1")).reasonToWait)
        #expect(refused.contains("onnect"), "\(refused)")
        // Equal reasons are logged once.
        for words in reasons + [refused] { #expect(!words.contains(/after \d/), "\(words)") }
    }

    @Test func `a certificate of an unknown authority or another host is not trusted`() throws {
        let address = try AnswerServer.encrypted.answering(.init())
        let reason = try #require(try webhook(address).deliver(.sample("1")).reasonToWait)
        #expect(reason.contains("certificate"), "\(reason)")
        let authority = try Authority.shared.get().certificate
        let other = address.replacing("127.0.0.1", with: "localhost")
        let mismatch = try #require(try webhook(other, authority).deliver(.sample("1")).reasonToWait)
        #expect(mismatch.contains("certificate"), "\(mismatch)")
        #expect(try AnswerServer.encrypted.asked(at: address).isEmpty)
        #expect(try webhook(address, authority).deliver(.sample("1")) == .done)
    }

    @Test func `without its secret a message waits, and the reason says why`() throws {
        let missing = SecretFile(directory.file("none"))
        let webhook = Webhook(try WebAddress("https://example.org/"), .sample(), secret: missing, network())
        let reason = try #require(webhook.deliver(.sample("1")).reasonToWait)
        #expect(reason.contains("the secret cannot be read: \(directory.file("none"))"))
    }

    @Test func `ntfy gets title, priority and tag, and the token as a header`() throws {
        let server = try AnswerServer.plain
        // ntfy has its JSON at the server's root.
        try server.script("/", [.init()])
        let address = try WebAddress(server.base + "/our-mosque")
        let sender = Ntfy(
            address,
            .sample(.arabic),
            secret: try secret("tk_a"),
            click: try WebAddress("https://box.example.org/"),
            network()
        )
        #expect(sender.deliver(.fault("1", .critical)) == .done)
        let asked = try #require(try server.asked(at: server.base + "/").first)
        #expect(asked.headers["authorization"] == "Bearer tk_a")
        let body = try #require(try JSONSerialization.jsonObject(with: Data(asked.body.utf8)) as? [String: Any])
        #expect(body["title"] as? String == "يوجد عطل في نظام الأذان")
        #expect(body["priority"] as? Int == 5 && body["tags"] as? [String] == ["rotating_light"])
        #expect(body["topic"] as? String == "our-mosque" && body["click"] as? String == "https://box.example.org/")
        let text = try #require(body["message"] as? String)
        #expect(text.hasPrefix("The disk is full.\n") && text.utf8.count < 4096)
    }

    /// What a server may send back: the path of the address and the token, in every part of an answer.
    @Test(arguments: [201, 302, 307, 400, 401, 403, 404, 405, 407, 410, 422, 429, 500, 502, 503])
    func `a server that answers with its own address and token is not quoted`(_ status: Int) throws {
        let server = try AnswerServer.plain
        let hidden = ["B0BBB", "our-mosque", "hunter2"]
        let quoted = hidden.joined(separator: "/")
        let answer = AnswerServer.Answer(
            status: status,
            headers: ["Location": "/\(quoted)/", "WWW-Authenticate": "Basic realm=\"\(quoted)\"", "X-Echo": quoted],
            body: "Cannot POST /\(quoted)"
        )
        for (isNtfy, path) in [(false, "/services/T0AAA/B0BBB/hunter2"), (true, "/our-mosque")] {
            try server.script(isNtfy ? "/" : path, [answer])
            let address = try WebAddress(server.base + path)
            let delivery =
                isNtfy
                ? Ntfy(address, .sample(), secret: try secret("tk_hunter2"), network()).deliver(.sample("1"))
                : Webhook(address, .sample(), secret: try secret("tk_hunter2"), network()).deliver(.sample("1"))
            #expect(delivery.isAccepted == (status == 201))
            #expect(!hidden.contains { "\(delivery)".contains($0) }, "\(delivery)")
        }
    }

    @Test func `a long text is cut between letters`() {
        #expect("abc".cut(to: 3) == "abc" && "abcd".cut(to: 3) == "…" && "abcdef".cut(to: 5) == "ab…")
        #expect(String(repeating: "ع", count: 100).cut(to: 20).utf8.count <= 20)
    }

    // MARK: Programs

    private func program(_ script: String, limit: Duration = .seconds(20)) throws -> ProgramReceiver {
        let file = try directory.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "tell")
        chmod(file, 0o755)
        return ProgramReceiver(file, .sample(.german), supervisor: try Self.supervisor, limit: limit)
    }

    private static var supervisor: String { get throws { PathName.folder(of: try Binary.path) + "/adhand-notify" } }

    @Test func `a program has the message in its environment`() throws {
        let output = directory.file("said")
        let words = "$ADHAN_KEY|$ADHAN_KIND|$ADHAN_SEVERITY|$ADHAN_TITLE|$ADHAN_TEXT|$ADHAN_FAULT|$ADHAN_FAULT_PHASE"
        let program = try program("echo \"\(words)|$ADHAN_DUE|$ADHAN_OCCASION|${HOME-none}\" >>\(output)")
        #expect(program.deliver(.sample("1")) == .done)
        var message = Message.fault("2", .critical)
        message.words = "The \u{0}disk; $(touch \(directory.file("not-me")))"
        #expect(program.deliver(message) == .done)
        let said = String(decoding: TestDirectory.bytes(of: output), as: UTF8.self)
        let lines = said.split(separator: "\n").map(String.init)
        #expect(
            lines.first == "1|adhan|info|Es ist Zeit für das Fadschr-Gebet|05:48|||1795240080|adhan-fajr|none",
            "\(said)"
        )
        #expect(said.contains("2|fault|critical|Das Adhan-System hat eine Störung|The \\u{0}disk; $(touch "), "\(said)")
        #expect(access(directory.file("not-me"), F_OK) != 0)
    }

    @Test func `a program that fails, hangs or is missing is run again`() throws {
        #expect(
            try program("echo token hunter2; exit 3").deliver(.sample("1"))
                == .again(after: .zero, reason: "it exited with code 3")
        )
        let hanging = try program("sleep 1000", limit: .milliseconds(300)).deliver(.sample("1"))
        let reason = try #require(hanging.reasonToWait)
        #expect(reason.hasPrefix("it had not ended after"), "\(reason)")
        let absent = ProgramReceiver(directory.file("none"), .sample(), supervisor: try Self.supervisor)
        let why = try #require(absent.deliver(.sample("1")).reasonToWait)
        #expect(why.contains("No such file"), "\(why)")
    }
}

extension Sentences {
    /// For a test, in London.
    static func sample(_ language: DisplayConfiguration.Language = .english, mosque: String? = nil) -> Sentences {
        let faults = FaultTexts(language, Locations(resources: Binary.root + "/Resources", daemon: false))
        return Sentences(language: language, zone: .fixed(name: "UTC", offset: 0), mosque: mosque, faults: faults)
    }
}

extension Message {
    /// A fault of a test.
    static func fault(_ key: String, _ severity: Severity, _ phase: Fault.Phase = .began, until: Int64? = nil)
        -> Message
    {
        var message = sample(key, severity, kind: .fault, prayer: nil)
        message.fault = Fault(id: "disk-full", phase: phase, since: 1_795_240_080, until: until)
        (message.words, message.advice, message.due) = ("The disk is full.", "Delete files: df -h", nil)
        return message
    }
}
