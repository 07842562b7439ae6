/// Checks whether the config names a card by its number, which another card may have after the next boot.
package enum CardNumberCheck {
    package struct Remark: Equatable, Sendable {
        package let words: String
        package let advice: String
    }

    /// - Parameters:
    ///   - config: the config's path, for the advice.
    package static func remarks(
        _ devices: [String],
        _ cards: @autoclosure () -> [SoundCard] = SoundCards.all(),
        config: String
    ) -> [Remark] {
        let numbered = devices.compactMap { name in
            CardReference(name).flatMap { card in card.number.map { (name: name, card: card, number: $0) } }
        }
        guard !numbered.isEmpty else { return [] }
        let cards = cards()
        return numbered.map { name, card, number in
            let id = cards.first { $0.number == number }?.id
            return Remark(
                words: "\(name) is the card that has number \(number), which may be another after the next boot",
                advice: id.map { "write into [audio] devices of \(config): \"\(card.name(by: $0))\"" }
                    ?? "write the card's name; the names there are: adhand audio devices"
            )
        }
    }
}
