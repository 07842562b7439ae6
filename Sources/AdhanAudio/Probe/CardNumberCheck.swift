/// Checks whether the config names a card by its number, which another card may have after the next boot.
package enum CardNumberCheck {
    package struct Remark: Equatable, Sendable {
        package let words: String
        package let advice: String

        package init(words: String, advice: String) { (self.words, self.advice) = (words, advice) }
    }

    /// - Parameters:
    ///   - devices: those of `[audio]`.
    ///   - config: the config's path, for the advice.
    package static func remarks(_ devices: [String], config: String) -> [Remark] {
        let numbered = devices.contains { NumberedDevice($0) != nil }
        return numbered ? remarks(devices, SoundCards.all(), config: config) : []
    }

    package static func remarks(_ devices: [String], _ cards: [SoundCard], config: String) -> [Remark] {
        devices.compactMap { name in
            guard let device = NumberedDevice(name) else { return nil }
            let words = "\(name) is the card that has number \(device.card), which may be another after the next boot"
            guard let card = cards.first(where: { $0.number == device.card }) else {
                return Remark(words: words, advice: "write the card's name; the names there are: adhand audio devices")
            }
            return Remark(
                words: words,
                advice: "write into [audio] devices of \(config): \"\(device.name(by: card.id))\""
            )
        }
    }
}
