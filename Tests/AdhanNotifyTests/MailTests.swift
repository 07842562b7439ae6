import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand_notify

/// Mails at a real mail server.
@Suite(.serialized) struct MailTests {
    private let directory: TestDirectory
    private let server: MailServerProcess

    init() throws {
        directory = try TestDirectory()
        server = try MailServerProcess()
    }

    private func sender(
        _ port: UInt16? = nil,
        scheme: String = "smtp",
        user: String? = nil,
        password: String = "hunter2",
        isPlainAllowed: Bool = false,
        trusts: Bool = true,
        to addresses: String = "imam@example.org,caretaker@example.org",
        _ language: DisplayConfiguration.Language = .english
    ) throws -> MailSender {
        var mail = try NotifyMail(addresses)
        mail.server = try MailServer("\(scheme)://127.0.0.1:\(port ?? server.starttls)")
        mail.from = try MailAddress("box@example.org")
        let authority = try Authority.shared.get().certificate
        let file = try directory.write(Array(password.utf8), to: "secret")
        chmod(file, 0o600)
        return try #require(
            MailSender(
                mail,
                .sample(language, mosque: "Central Mosque"),
                user: user,
                secret: user == nil ? nil : SecretFile(file),
                NetworkSettings(
                    authorities: CertificateAuthorities { trusts && $0 == "CURL_CA_BUNDLE" ? authority : nil },
                    limits: ReceiverLimits(whole: .seconds(5), connect: .seconds(3), quiet: .seconds(2))
                ),
                isPlainAllowed: isPlainAllowed
            )
        )
    }

    @Test func `a mail goes encrypted, with its text and an identity from the key`() throws {
        for _ in 1...2 { #expect(try sender(user: "box").deliver(.fault("k", .critical)) == .done) }
        let mails = try server.mails()
        let mail = try #require(mails.first)
        #expect(mail.from == "box@example.org" && mail.to == ["imam@example.org", "caretaker@example.org"])
        #expect(mail.tls && mail.user == "box")
        #expect(mail.headers["subject"] == "The adhan system has a fault")
        #expect(mail.headers["date"] == "Sat, 21 Nov 2026 05:48:00 +0000", "\(mail.headers)")
        #expect(mail.headers["auto-submitted"] == "auto-generated")
        let lines = [
            "The disk is full.", "What to do:", "Delete files: df -h", "Since 2026-11-21 05:48", "Central Mosque",
        ]
        #expect(mail.text.split(whereSeparator: \.isNewline).map(String.init) == lines)
        // A second mail of the same message is known by it.
        #expect(mails.count == 2 && mails.last?.headers["message-id"] == mail.headers["message-id"])
        #expect(mail.headers["message-id"]?.hasSuffix("@example.org>") == true)

        #expect(try sender(server.encrypted, scheme: "smtps").deliver(.sample("1")) == .done)
        #expect(try server.mails().last?.tls == true, "smtps is encrypted from the beginning")
        // Arabic stays whole in subject and text, and no line is too long.
        #expect(try sender(nil, .arabic).deliver(.fault("1", .warning, .continues)) == .done)
        let arabic = try #require(try server.mails().last)
        #expect(arabic.headers["subject"] == "ما زال العطل قائمًا في نظام الأذان")
        #expect(arabic.text.contains("ما العمل:"))
        // The type is libcurl's line.
        let long = arabic.source.split(whereSeparator: \.isNewline).map(String.init).filter { $0.count > 78 }
        #expect(long.allSatisfy { $0.hasPrefix("Content-Type") })
    }

    @Test func `without encryption, trust or the right password nothing is sent`() throws {
        let plain = try #require(try sender(server.plain, user: "box").deliver(.sample("1")).reasonToWait)
        #expect(plain.contains("TLS") || plain.contains("SSL"), "\(plain)")
        let unknown = try #require(try sender(trusts: false).deliver(.sample("1")).reasonToWait)
        #expect(unknown.contains("certificate"), "\(unknown)")
        let wrong = try sender(user: "box", password: "hunter3").deliver(.sample("1")).reasonToWait
        #expect(wrong == "the mail server refuses the user or its password; check the secret")
        #expect(try server.mails().isEmpty)
        #expect(try sender(server.plain, isPlainAllowed: true).deliver(.sample("1")) == .done)
        #expect(try server.mails().first?.tls == false, "where it is allowed")
    }

    @Test func `what the server refuses for now is sent again, what it refuses for good is not`() throws {
        // Not about the mail: the sender is on a list, a mailbox is full.
        for refusal in [
            ["DATA": "451 try later"], ["MAIL": "550 your address is on a list"], ["RCPT": "552 the mailbox is full"],
        ] {
            try server.refuse(refusal)
            #expect(try sender().deliver(.sample("1")).reasonToWait != nil, "\(refusal)")
        }
        // The server's own words are not quoted: they may have an address or a secret.
        for refusal in [["RCPT": "550 no such user hunter2"], ["DATA": "554 no such mails here hunter2"]] {
            try server.refuse(refusal)
            guard case .refused(let reason) = try sender().deliver(.sample("1")) else {
                return #expect(Bool(false), "\(refusal)")
            }
            #expect(reason.contains(refusal["RCPT"] == nil ? "answered 554" : "(550)"), "\(reason)")
            #expect(!reason.contains("hunter2") && !reason.contains("@"), "\(reason)")
        }
    }

    @Test func `a refused address among others is named, and the others get the mail`() throws {
        try server.refuse(["RCPT imam@example.org": "550 no such user"])
        let delivery = try sender(user: "box").deliver(.sample("1"))
        #expect(delivery == .partly(reason: "the mail server refuses address 1 of `to` (550)"))
        #expect(try server.mails().map(\.to) == [["caretaker@example.org"]])
    }

    @Test func `an address that is refused for now gets the mail later, and the others get it once`() throws {
        let sender = try sender(user: "box")
        try server.refuse(["RCPT imam@example.org": "450 greylisted"])
        #expect(sender.deliver(.sample("1")).reasonToWait == "the mail server refuses address 1 of `to` (450)")
        try server.refuse([:])
        #expect(sender.deliver(.sample("1")) == .done)
        #expect(sender.deliver(.sample("2")) == .done)
        let all = ["imam@example.org", "caretaker@example.org"]
        #expect(try server.mails().map(\.to) == [["caretaker@example.org"], ["imam@example.org"], all])
    }

    @Test func `an address that is refused for good ends nothing for one that is refused for now`() throws {
        for to in ["imam@example.org,caretaker@example.org", "caretaker@example.org,imam@example.org"] {
            let sender = try sender(user: "box", to: to)
            try server.refuse(["RCPT imam@example.org": "450 greylisted", "RCPT caretaker@example.org": "550 unknown"])
            let reason = try #require(sender.deliver(.sample("1")).reasonToWait)
            #expect(reason.contains("(450)") && reason.contains("(550)") && !reason.contains("@"), "\(reason)")
            try server.refuse([:])
            #expect(sender.deliver(.sample("1")) == .done)
            #expect(try server.mails().map(\.to) == [["imam@example.org"]])
        }
    }

    @Test func `each of three addresses gets a mail once, however often the others are greylisted`() throws {
        let sender = try sender(user: "box", to: "a@example.org,b@example.org,c@example.org")
        for refused in [["b", "c"], ["c"], []] {
            try server.refuse(Dictionary(uniqueKeysWithValues: refused.map { ("RCPT \($0)@example.org", "450 later") }))
            #expect((sender.deliver(.sample("1")) == .done) == refused.isEmpty)
        }
        #expect(try server.mails().map(\.to) == [["a@example.org"], ["b@example.org"], ["c@example.org"]])
    }

    @Test func `a server that says nothing or a gigabyte is given up in time`() throws {
        for port in [server.silent, server.flood] {
            let (begun, memory) = (ContinuousClock.now, try OwnMemory())
            #expect(try sender(port).deliver(.sample("1")).reasonToWait != nil)
            let growth = try memory.growth()
            #expect(ContinuousClock.now - begun < .seconds(15) && growth < 20_000, "\(growth) kB")
        }
    }
}

extension Delivery {
    /// Why the message is sent again; nil where it is not.
    var reasonToWait: String? { if case .again(_, let reason) = self { reason } else { nil } }
}
