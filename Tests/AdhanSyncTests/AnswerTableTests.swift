import AdhanCore
import AdhanTestSupport
import Testing

/// A response that is not a timetable, and the expected fault.
struct AnswerCase: Sendable {
    let answer: AnswerServer.Answer
    let kind: FetchFault.Kind
    /// Parts of the message.
    let words: [String]
    /// How many requests are expected.
    let tries: Int
    let retryAfter: Duration?

    init(
        _ status: Int,
        _ headers: [String: String] = [:],
        _ body: String = "{}",
        _ manner: AnswerServer.Answer.Manner = .whole,
        is kind: FetchFault.Kind,
        tries: Int = 1,
        retryAfter: Duration? = nil,
        _ words: String...
    ) {
        answer = AnswerServer.Answer(status: status, headers: headers, body: body, manner: manner)
        (self.kind, self.words, self.tries, self.retryAfter) = (kind, words, tries, retryAfter)
    }

    static let denied =
        "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code><Message>Access\n Denied</Message></Error>"
    static let page = "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Log in\u{1B}[2J</body></html>"
    static let html = ["Content-Type": "text/html; charset=utf-8"]

    static let all = [
        AnswerCase(403, [:], denied, is: .denied, "answered 403 (AccessDenied: Access Denied); it is not public"),
        AnswerCase(401, is: .denied, "answered 401"),
        AnswerCase(404, html, page, is: .absent, "answered 404 (Welcome Log in [2J); put the year's file there"),
        AnswerCase(410, is: .absent, "answered 410"),
        AnswerCase(400, [:], #"{"code":400,"data":"Bad month"}"#, is: .refused, "answered 400 (Bad month)"),
        AnswerCase(
            429,
            ["Retry-After": "600"],
            #"{"message":"API rate limit exceeded"}"#,
            is: .busy,
            retryAfter: .seconds(600),
            "answered 429 (API rate limit exceeded), and asks to wait for 600 s"
        ),
        AnswerCase(429, ["Retry-After": "99999999999"], is: .busy, retryAfter: .seconds(86_400), "for 86400 s"),
        AnswerCase(429, is: .busy, "answered 429"),
        AnswerCase(503, ["Retry-After": "3600"], is: .busy, retryAfter: .seconds(3600), "answered 503"),
        AnswerCase(503, is: .server, tries: 3, "answered 503", "(tried 3 times)"),
        AnswerCase(500, [:], "", .flood, is: .server, tries: 3, "answered 500"),
        AnswerCase(200, [:], "{\"year\": 2026}", .cut, is: .unreachable, tries: 3, "gave no complete answer"),
        AnswerCase(200, [:], "", .flood, is: .tooLarge, "more than 2 MB"),
        AnswerCase(200, [:], "", .sized, is: .tooLarge, "more than 2 MB"),
        AnswerCase(200, [:], "", .bomb, is: .tooLarge, "more than 2 MB"),
        AnswerCase(
            200,
            html,
            page,
            is: .server,
            "answered 200 with a web page (Welcome Log in [2J)",
            "requires a login"
        ),
        AnswerCase(200, ["Content-Type": "application/json"], " \n" + page, is: .server, "a web page"),
        AnswerCase(200, html, "Out of order", is: .server, "a web page (Out of order)"),
        AnswerCase(200, [:], "", is: .server, "with nothing"),
        AnswerCase(204, [:], "", is: .server, "answered 204"),
        AnswerCase(304, [:], "", is: .server, "answered 304"),
        AnswerCase(302, is: .server, "answered 302"),
        AnswerCase(
            301,
            ["Location": "http://192.0.2.1/year.json?token=tell-no-one"],
            is: .server,
            "answered 301 and redirects to http://192.0.2.1/year.json?token=***, which is not https: not followed"
        ),
        AnswerCase(
            302,
            ["Location": "file:///etc/shadow"],
            is: .server,
            "begins with \"file\", not with https: not followed"
        ),
    ]
}

struct AnswerTableTests {
    @Test(arguments: AnswerCase.all)
    func `a response that is not a timetable gives the right fault`(_ expected: AnswerCase) throws {
        let server = try AnswerServer.plain
        let address = try server.answering(expected.answer)
        let asking = Asking()
        let fault = try #require(asking.fault(address))
        #expect(fault.kind == expected.kind, "\(fault)")
        #expect(fault.words.hasPrefix("s3: \(address) "))
        for part in expected.words { #expect(fault.words.contains(part)) }
        #expect(fault.retryAfter == expected.retryAfter)
        #expect(fault.words.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "no terminal is to obey a server")
        #expect(try server.asked(at: address).count == expected.tries)
        #expect(asking.waits.count == expected.tries - 1)
    }

    @Test func `a page of any length is quoted only in part`() throws {
        let body = "<p>" + String(repeating: "more ", count: 10_000) + "</p>"
        let address = try AnswerServer.plain.answering(.init(status: 404, body: body))
        let fault = try #require(Asking().fault(address))
        #expect(fault.words.utf8.count < 500)
        #expect(fault.words.contains(" …)"))
    }
}
