import AdhanCore
import Testing

struct ErrorBodyTests {
    @Test(arguments: [
        ("", nil), (" \r\n", nil), ("<html></html>", nil), ("{}", "{}"),
        (#"{"data": [1], "message": "too many"}"#, "too many"),
        (#"{"data": "Bad month"}"#, "Bad month"), ("<Error><Code>NoSuchKey</Code></Error>", "NoSuchKey"),
        ("<Error><Code>A</Code><Message>b\n c</Message></Error>", "A: b c"), ("<Code>cut", "cut"),
        ("a\u{202E}b\u{0}c\u{1B}[2Jd\u{2028}e", "a b c [2Jd e"),
    ])
    func `the message in a body is put on one line`(_ body: String, _ words: String?) {
        #expect(ErrorBody.words(of: Array(body.utf8)) == words)
    }

    @Test func `invalid and very long text gives a message, too`() {
        let words = ErrorBody.words(of: Array(repeating: 0xFF, count: 1 << 20))
        #expect(words?.unicodeScalars.count == 301)
        #expect(words?.hasSuffix("…") == true)
    }

    @Test func `a secret is hidden completely, even where the message is cut`() {
        let body = String(repeating: "x", count: 295) + " secret-of-the-mosque"
        let words = ErrorBody.words(of: Array(body.utf8), hiding: ["secret", "secret-of-the-mosque"])
        #expect(words == String(repeating: "x", count: 295) + " ***")
        // An accent after the secret changes its last Character.
        #expect(ErrorBody.words(of: Array("secret\u{301}".utf8), hiding: ["secret"]) == "***\u{301}")
    }

    @Test func `only a code other than 200 contradicts the status`() {
        for body in ["", "<html>", "[]", "{}", #"{"code":"400"}"#, #"{"code":200,"data":"fine"}"#] {
            #expect(ErrorBody.contradiction(in: Array(body.utf8)) == nil)
        }
        let found = ErrorBody.contradiction(in: Array(#"{"code":404,"data":{"x":1}}"#.utf8))
        #expect(found?.code == 404 && found?.words == nil)
    }
}
