import AdhanCore
import AdhanTestSupport
import Testing

@testable import adhand_sync

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
        ] {
            #expect(Asking().fault(address, keys: keys)?.kind == .here)
        }
        #expect(try AnswerServer.plain.asked(at: address).isEmpty)
    }
}
