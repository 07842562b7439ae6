import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import adhand_sync

struct S3TimetableTests {
    private let present: CivilDate
    private let absent: CivilDate

    init() throws { (present, absent) = (try CivilDate("2026-11-21"), try CivilDate("2027-01-01")) }

    private func timetable(
        _ keys: S3Credentials?,
        key: String? = nil,
        region: String = S3Server.region
    ) throws -> S3Timetable {
        var settings = S3Settings(.bucket(S3Server.bucket, endpoint: try S3Server.shared.endpoint))
        settings.region = region
        if let key { settings.key = key }
        return S3Timetable(settings: settings, client: Asking().client()) { () throws(FetchFault) in keys }
    }

    private func fault(_ timetable: S3Timetable, _ date: CivilDate) throws -> FetchFault {
        let fault = #expect(throws: FetchFault.self) {
            try timetable.fetch(.year(of: date), known: nil, patience: .usual)
        }
        return try #require(fault)
    }

    @Test func `S3 and its stand-in pass the same contract tests`() throws {
        try RemoteTimetableContract(timetable(S3Server.shared.right), present: present, absent: absent).check()
        let scripted = ScriptedTimetable(.s3, serving: ["2026": Array(S3Server.body.utf8)])
        try RemoteTimetableContract(scripted, present: present, absent: absent).check()
    }

    @Test func `a key with any character that S3 allows is signed correctly`() throws {
        for keys in [try S3Server.shared.right, try S3Server.shared.lent] {
            let unusual = try timetable(keys, key: S3Server.unusualKey)
            let answer = try unusual.fetch(.year(of: present), known: nil, patience: .usual)
            guard case .fetched(let fetched) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(String(decoding: fetched.bytes, as: UTF8.self) == S3Server.body)
        }
    }

    @Test func `a query is signed, too, and so is an address as people type it`() throws {
        let server = try S3Server.shared
        for address in [
            "\(server.endpoint)/mosque/PrayerTimes{year}.json?b=2&a&x=%c3%bc/+:",
            "\(server.endpoint)/mosque/\(S3Server.unusualKey.replacing("%", with: "%25").replacing("?", with: "%3F").replacing("#", with: "%23"))",
        ] {
            var settings = S3Settings(.url(address))
            settings.region = S3Server.region
            let timetable = S3Timetable(settings: settings, client: Asking().client()) { () throws(FetchFault) in
                server.right
            }
            #expect(throws: Never.self) { try timetable.fetch(.year(of: present), known: nil, patience: .usual) }
        }
    }

    @Test func `keys are read again at each fetch`() throws {
        let server = try S3Server.shared
        let wrong = S3Credentials(accessKeyID: server.right.accessKeyID, secretAccessKey: "no longer")
        let turn = Turn([wrong, server.right])
        var settings = S3Settings(.bucket(S3Server.bucket, endpoint: server.endpoint))
        settings.region = S3Server.region
        let timetable = S3Timetable(settings: settings, client: Asking().client()) { () throws(FetchFault) in
            turn.next()
        }
        #expect(throws: FetchFault.self) { try timetable.fetch(.year(of: present), known: nil, patience: .usual) }
        #expect(throws: Never.self) { try timetable.fetch(.year(of: present), known: nil, patience: .usual) }
    }

    @Test func `errors about keys contain S3's message`() throws {
        let right = try S3Server.shared.right
        let (id, secret) = (right.accessKeyID, right.secretAccessKey)
        let cases: [(S3Credentials?, String)] = [
            (S3Credentials(accessKeyID: id, secretAccessKey: secret + "x"), "(SignatureDoesNotMatch: "),
            (S3Credentials(accessKeyID: "AKIANOBODY", secretAccessKey: secret), "(InvalidAccessKeyId: "),
            (
                S3Credentials(
                    accessKeyID: try S3Server.shared.lent.accessKeyID,
                    secretAccessKey: try S3Server.shared.lent.secretAccessKey
                ), "(InvalidToken: "
            ),
            (try S3Server.shared.barred, "(AccessDenied: Access Denied); the keys may not read it"),
            (nil, "(AccessDenied: Access Denied); it is not public"),
        ]
        for (keys, words) in cases {
            let fault = try fault(timetable(keys), present)
            #expect(fault.kind == .denied)
            #expect(fault.words.contains("/mosque/PrayerTimes2026.json answered 403 \(words)"))
            for secret in keys?.secrets ?? [] { #expect(!fault.words.contains(secret)) }
        }
        #expect(try fault(timetable(right), absent).words.contains("answered 404 (NoSuchKey: "))
        #expect(try fault(timetable(right, region: "eu-west-1"), present).words.contains("expecting 'eu-west-2'"))
    }

    @Test func `a signed request follows no redirect, and the fault names the bucket's region`() throws {
        let keys = S3Credentials(accessKeyID: "AKIA", secretAccessKey: "secret")
        let elsewhere = try AnswerServer.encrypted.answering(.init())
        for headers in [
            ["x-amz-bucket-region": "eu-west-2", "Location": elsewhere], ["x-amz-bucket-region": "eu-west-2"],
        ] {
            let address = try AnswerServer.plain.answering(.init(status: 301, headers: headers))
            let fault = try #require(Asking().fault(address, keys: keys))
            #expect(fault.kind == .server)
            #expect(
                fault.words.hasSuffix("; the bucket is in eu-west-2, not in us-east-1: set region in [timetable.s3]")
            )
        }
        let address = try AnswerServer.plain.answering(.init(status: 307, headers: ["Location": elsewhere]))
        let fault = try #require(Asking().fault(address, keys: keys))
        #expect(fault.words.hasSuffix("redirects to \(elsewhere), where its signature is not valid: not followed"))
        #expect(try AnswerServer.encrypted.asked(at: elsewhere).isEmpty)
    }

    @Test func `a timetable is known by all of its address, of which not all is shown`() throws {
        let answered = try AnswerServer.plain.answering(.init(headers: ["ETag": "\"1\""], body: "{}"))
        func timetable(_ query: String) -> S3Timetable {
            S3Timetable(settings: S3Settings(.url(answered + query)), client: Asking().client()) {
                () throws(FetchFault) in nil
            }
        }
        let one = timetable("?mosque=1").origin.address(of: Asking.year)
        let other = timetable("?mosque=2").origin.address(of: Asking.year)
        #expect("\(one)" == answered + "?mosque=***" && "\(other)" == "\(one)")
        #expect(one != other)
        for (known, condition) in [(one, "\"1\""), (other, nil)] {
            let provenance = Provenance(
                source: .s3,
                period: Asking.year.name,
                address: known,
                fetchedAt: Instant(seconds: 0),
                etag: "\"1\"",
                lastModified: nil
            )
            _ = try timetable("?mosque=1").fetch(Asking.year, known: provenance, patience: .usual)
            #expect(try AnswerServer.plain.asked(at: answered).last?.headers["if-none-match"] == condition)
        }
    }

    @Test func `settings without a valid address are a fault of the config`() throws {
        for origin in [S3Settings.Origin.url("ftp://host/x"), .bucket("my bucket", endpoint: nil), .url("bucket/key")] {
            let timetable = S3Timetable(settings: S3Settings(origin), client: Asking().client()) {
                () throws(FetchFault) in nil
            }
            let fault = try fault(timetable, present)
            #expect(fault.kind == .here)
            #expect(fault.words.contains("[timetable.s3]"))
        }
    }
}

/// Messages end up in the journal, in tables and on a screen in the hall.
struct SecretTests {
    private static let keys = S3Credentials(
        accessKeyID: "AKIATELLNOONE",
        secretAccessKey: "secret/tell+no+one",
        sessionToken: "token-tell-no-one=="
    )

    @Test func `no message contains a key, even if the server repeats them`() throws {
        let said = "\(Self.keys.accessKeyID) \(Self.keys.secretAccessKey) \(Self.keys.sessionToken ?? "")"
        let back = "<Error><Code>SignatureDoesNotMatch</Code><Message>\(said)</Message></Error>"
        let location = ["Location": "http://127.0.0.1/?x=\(Self.keys.accessKeyID)&y=\(Self.keys.secretAccessKey)"]
        let answers: [AnswerServer.Answer] =
            [400, 401, 403, 404, 429, 500, 503].map { .init(status: $0, body: back) } + [
                .init(body: back), .init(status: 302, headers: location), .init(body: back, manner: .cut),
                .init(status: 403, body: #"{"message": "\#(said.replacing("/", with: "\\/"))"}"#),
            ]
        for answer in answers {
            let address = try AnswerServer.plain.answering(answer)
            let fault = try #require(Asking().fault(address, keys: Self.keys))
            for secret in Self.keys.secrets { #expect(!fault.words.contains(secret)) }
            #expect(
                try AnswerServer.plain.asked(at: address).first?.headers["x-amz-security-token"]
                    == Self.keys.sessionToken
            )
        }
    }

    @Test func `user and password in an address are sent but never shown`() throws {
        let address = try AnswerServer.plain.answering(.init(status: 401, body: "no pa ss word for mosque"))
        let asked = address.replacing("127", with: "mosque:pa%20ss%20word@127")
        let fault = try #require(Asking().fault(asked))
        #expect(
            fault.words
                == "s3: \(address) answered 401 (no *** for ***); it is not public; put credentials = \"FILE\" into [timetable.s3]"
        )
        // mosque:pa ss word
        #expect(
            try AnswerServer.plain.asked(at: address).map { $0.headers["authorization"] } == [
                "Basic bW9zcXVlOnBhIHNzIHdvcmQ="
            ]
        )
        let timetable = S3Timetable(settings: S3Settings(.url(asked)), client: Asking().client()) {
            () throws(FetchFault) in nil
        }
        #expect(timetable.origin.address(of: Asking.year).rawValue == address)
    }

    @Test func `no message contains what a redirect's address holds, even if the target repeats it`() throws {
        let server = try AnswerServer.encrypted
        let target = try server.answering(.init(status: 403, body: "no access with tell-no-one"))
        let location = ["Location": target + "?hall=tell-no-one"]
        let address = try AnswerServer.plain.answering(.init(status: 302, headers: location))
        let asking = Asking()
        let client = asking.client(authority: try Authority.shared.get().certificate)
        let fault = try #require(asking.fault(address, client: client))
        #expect(fault.words.hasPrefix("s3: \(target)?hall=*** answered 403 (no access with ***)"), "\(fault)")
    }

    @Test func `keys that do not fit into a header are refused`() throws {
        let address = try AnswerServer.plain.answering(.init())
        for keys in [
            S3Credentials(accessKeyID: "AKIA\r\nX: y", secretAccessKey: "secret"),
            S3Credentials(accessKeyID: "AKIA", secretAccessKey: ""),
            S3Credentials(accessKeyID: "AKIA", secretAccessKey: "secret", sessionToken: "to\nken"),
        ] { #expect(Asking().fault(address, keys: keys)?.kind == .here) }
        #expect(try AnswerServer.plain.asked(at: address).isEmpty)
    }
}
