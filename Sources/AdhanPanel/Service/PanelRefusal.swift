import AdhanSupport
import AdhanCore
import AdhanWeb

/// Why the panel does not do something. The page has a sentence for each code.
struct PanelRefusal: Error {
    let status: UInt32
    let code: String
    /// For programs, and where the page has no sentence.
    let words: String
    /// For the places in the page's sentence, by name.
    let values: [String: String]
    /// More that the person needs to know, a line each.
    let lines: [String]

    init(
        _ status: UInt32,
        _ code: String,
        _ words: String,
        values: [String: String] = [:],
        lines: [String] = []
    ) {
        (self.status, self.code, self.words) = (status, code, words)
        (self.values, self.lines) = (values, lines)
    }

    static let busy = PanelRefusal(503, "busy", "the box has too much to do just now; try again in a few seconds")
    static let foreign = PanelRefusal(403, "foreign", "this request does not come from the panel's own page")
    static let loggedOut = PanelRefusal(401, "logged-out", "log in first")
    static let forbidden = PanelRefusal(403, "forbidden", "this account may not do that")
    static let badBody = PanelRefusal(400, "bad-request", "the body of this request is not the JSON that is needed")
    /// One answer for an unknown name, a wrong password and a PIN from elsewhere.
    static let wrongLogin = PanelRefusal(401, "wrong-login", "the name or the password is wrong")
    static let wrongCode = PanelRefusal(401, "wrong-code", "this is not the setup code, or its 15 minutes are over")
    static let oldCode = PanelRefusal(
        401,
        "old-code",
        "this setup code was made before the box was started, and is void; for a new one: sudo adhand panel reset"
    )
    static let badName = PanelRefusal(
        422,
        "bad-name",
        "a name has 1 to 40 letters, digits, spaces and . - _ ', each word in one alphabet, and is not one of the box's"
    )
    static let badPassword = PanelRefusal(422, "bad-password", "a password has 10 to 128 characters")
    static let badPIN = PanelRefusal(422, "bad-pin", "a PIN has 6 digits, not all equal and not in a row")

    static let noRoute = PanelRefusal(404, "no-route", "there is nothing by that name")
    static let noState = PanelRefusal(404, "no-state", "this state is not kept any more")

    /// - Parameter lines: the faults, which a person with the files has to mend.
    static func brokenConfig(_ lines: [String]) -> PanelRefusal {
        PanelRefusal(409, "broken-config", "the config of the box is wrong, so nothing can be changed", lines: lines)
    }

    static func wrongConfig(_ lines: [String]) -> PanelRefusal {
        PanelRefusal(422, "wrong-config", "the config would be wrong with this", lines: lines)
    }

    /// - Parameters:
    ///   - who: the other person; empty for a change by hand.
    static func changed(who: String, what: String, _ lines: [String]) -> PanelRefusal {
        let words = "the settings have changed meanwhile; look at them and change them again"
        let code = who.isEmpty ? "changed-by-hand" : "changed"
        return PanelRefusal(409, code, words, values: ["who": who, "what": what], lines: lines)
    }

    /// - Parameter tables: those that differ, and that the box's config fixes.
    static func fixedTables(_ tables: [String]) -> PanelRefusal {
        let lines = tables.map { "[\($0)] is fixed by the config of the box" }
        return PanelRefusal(403, "fixed-part", "a part of it cannot be changed here, so nothing is saved", lines: lines)
    }

    static func tooFast(_ words: String) -> PanelRefusal { PanelRefusal(429, "too-fast", words) }

    static func wait(_ seconds: Int64) -> PanelRefusal {
        PanelRefusal(
            429,
            "wait",
            "too many attempts failed; try again in \(seconds) s",
            values: ["seconds": "\(seconds)"]
        )
    }

    var answer: WebAnswer {
        struct Body: Encodable {
            let error, words: String
            let values: [String: String]
            let lines: [String]
        }
        let body = Body(error: code, words: words, values: values, lines: lines)
        // reason: it has texts alone
        let text = (try? JSONText.encode(body, isPretty: false)) ?? "{}"
        return .json(status, text)
    }
}
