/// The card in a device's name: `USB` in `plughw:CARD=USB,DEV=0`, `1` in `plughw:1,0` and `plug:'hw:1'`.
package struct CardReference: Sendable, Hashable {
    /// The card's short name, or its number, which another card may have after the next boot.
    let card: String
    /// The text before the card, without a `CARD=`, and behind it.
    private let (head, tail): (String, String)

    private static let quotes: Set<Character> = ["'", "\""]
    private static let kinds: Set = [
        "hw", "plughw", "default", "sysdefault", "front", "rear", "center_lfe", "side", "hdmi", "iec958", "spdif",
        "dmix", "dsnoop", "dshare",
    ]

    /// Whether the first argument of names of this kind is a card.
    static func isOfACard(_ kind: String) -> Bool { kinds.contains(kind) || kind.hasPrefix("surround") }

    /// Nil for a name without a card.
    package init?(_ name: String) {
        guard let colon = name.firstIndex(of: ":") else { return nil }
        let kind = name[..<colon]
        let rest = name[name.index(after: colon)...]
        if kind == "plug" {
            var slave = rest.drop(while: Self.quotes.contains)
            if slave.hasPrefix("SLAVE=") { slave = slave.dropFirst(6).drop(while: Self.quotes.contains) }
            guard let inner = CardReference(String(slave)) else { return nil }
            (card, head, tail) = (inner.card, String(name[..<slave.startIndex]) + inner.head, inner.tail)
            return
        }
        guard Self.isOfACard(String(kind)) else { return nil }
        let named = rest.firstRange(of: "CARD=")
        // Without argument names, the card is the first argument.
        let start = named?.upperBound ?? rest.startIndex
        let found = rest[start...].prefix { !",'\"".contains($0) }
        guard !found.isEmpty else { return nil }
        (card, head) = (String(found), String(name[..<(named?.lowerBound ?? start)]))
        tail = String(rest[found.endIndex...])
    }

    /// The card's number; nil if the name has its short name.
    package var number: Int? { card.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(card) : nil }

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
}
