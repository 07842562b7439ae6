import AdhanCore
import AdhanTestSupport
import Testing

/// Network input other than timetables. For more and different inputs:
///
///     ADHAND_FUZZED_ANSWERS=1000000 ADHAND_CAMPAIGN_SEED=1 swift test -c release -Xswiftc -enable-testing --filter Fuzzed
@Suite struct FuzzedAnswerTests {
    private let rounds = Fuzzing.rounds("ADHAND_FUZZED_ANSWERS", usual: 20_000)

    @Test(arguments: [
        #"{"code":400,"status":"Bad Request","data":"Invalid date or unable to parse it."}"#,
        "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code><Message>Access\n Denied</Message></Error>",
        "<!DOCTYPE html><html><head><title>Welcome</title></head><body>Log in\u{1B}[2J</body></html>",
    ])
    func `a server's message becomes one line without control characters, or nil`(body: String) {
        var random = SeededGenerator(seed: Fuzzing.seed)
        for round in 0..<rounds {
            let bytes = Fuzzing.fuzzed(Array(body.utf8), using: &random)
            let said = [ErrorBody.words(of: bytes), ErrorBody.contradiction(in: bytes)?.words].compactMap(\.self)
            let isPlain = said.allSatisfy { words in
                words.count <= 301 && words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            }
            if !isPlain { Issue.record("round \(round): \(said)") }
        }
    }

    @Test(arguments: [
        "https://user:word@bucket.s3.eu-west-2.amazonaws.com:8443/a%20b/PrayerTimes2026.json?token=abc&x=%2F#end",
        "http://[::1]:9000/mosque/Gebetszeiten ü.json",
    ])
    func `a parsed address parses again, and shows no password`(text: String) {
        var random = SeededGenerator(seed: Fuzzing.seed)
        var understood = 0
        for round in 0..<rounds {
            let fuzzed = String(decoding: Fuzzing.fuzzed(Array(text.utf8), using: &random), as: UTF8.self)
            // Why an address is refused does not matter here.
            guard let address = try? WebAddress(fuzzed) else { continue }  // reason: see above
            understood += 1
            let again = try? WebAddress(address.whole)  // reason: nil is the fault that is looked for
            let isSound =
                again == address && address.whole.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                && !hasUser(address.shown) && !hasUser(address.signable.whole)
            if !isSound { Issue.record("round \(round): \(fuzzed.debugDescription)") }
        }
        #expect(understood > rounds / 100 && understood < rounds)
    }

    /// An `@` separates the user only before the path; within the path it is an ordinary character.
    private func hasUser(_ address: String) -> Bool {
        address.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" }.contains("@")
    }

    @Test func `a parsed Hijri date parses again to the same date`() {
        var random = SeededGenerator(seed: Fuzzing.seed)
        for round in 0..<rounds {
            let text = String(decoding: Fuzzing.fuzzed(Array("1447-09-01".utf8), using: &random), as: UTF8.self)
            // Why a date is refused does not matter here.
            guard let date = try? HijriDate(text) else { continue }  // reason: see above
            if date.description != text { Issue.record("round \(round): \(text)") }
        }
    }
}
