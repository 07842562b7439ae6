/// A device name that names its card by number: `hw:0`, `plughw:1,0`, `hdmi:CARD=1`, `plug:hw:0`. After the next boot
/// another card may have the number.
package struct NumberedDevice: Sendable, Hashable {
    package let card: Int
    /// The text before the number, without a `CARD=`, and behind it.
    private let (head, tail): (String, String)

    /// Nil for a name without a card number.
    package init?(_ name: String) {
        guard let colon = name.firstIndex(of: ":") else { return nil }
        let kind = name[..<colon]
        let rest = name[name.index(after: colon)...]
        if kind == "plug" {
            let start = rest.firstIndex { !Self.quotes.contains($0) } ?? rest.endIndex
            let slave =
                rest[start...].hasPrefix("SLAVE=")
                ? rest[start...].dropFirst(6).drop(while: Self.quotes.contains) : rest[start...]
            guard let inner = NumberedDevice(String(slave)) else { return nil }
            self.init(card: inner.card, head: name[..<slave.startIndex] + inner.head, tail: inner.tail)
            return
        }
        guard Self.isOfACard(String(kind)) else { return nil }
        let named = rest.firstRange(of: "CARD=")
        // Without argument names, the card is the first argument.
        let start = named?.upperBound ?? rest.startIndex
        let digits = rest[start...].prefix { $0.isASCII && $0.isNumber }
        guard let card = Int(digits), digits.endIndex == rest.endIndex || ",'\"".contains(rest[digits.endIndex]) else {
            return nil
        }
        self.init(
            card: card,
            head: String(name[..<(named?.lowerBound ?? start)]),
            tail: String(rest[digits.endIndex...])
        )
    }

    private init(card: Int, head: some StringProtocol, tail: String) {
        (self.card, self.head, self.tail) = (card, String(head), tail)
    }

    /// The same device by the card's short name, which does not change.
    package func name(by id: String) -> String {
        // After a named argument ALSA takes no positional ones, so `0` in `plughw:1,0` becomes `DEV=0`.
        let parts = tail.split(separator: ",", omittingEmptySubsequences: false).dropFirst()
        let keys = ["DEV", "SUBDEV"]
        let named = parts.enumerated().map { index, part in
            part.first?.isNumber == true && index < keys.count ? "\(keys[index])=\(part)" : String(part)
        }
        let isList = tail.hasPrefix(",")
        return head + "CARD=" + id + (isList ? named.map { "," + $0 }.joined() : tail)
    }

    /// Whether the first argument of names of this kind is a card.
    static func isOfACard(_ kind: String) -> Bool { kinds.contains(kind) || kind.hasPrefix("surround") }

    private static let quotes: Set<Character> = ["'", "\""]
    private static let kinds: Set = [
        "hw", "plughw", "default", "sysdefault", "front", "rear", "center_lfe", "side", "hdmi", "iec958", "spdif",
        "dmix",
        "dsnoop", "dshare",
    ]
}
