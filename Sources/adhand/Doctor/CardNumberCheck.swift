import AdhanAudio

/// Whether the config names a card by its number, which another card may have after the next boot.
enum CardNumberCheck {
    static func findings(_ audio: AudioConfiguration, config: String) -> [Finding] {
        let numbered = audio.devices.contains { NumberedDevice($0) != nil }
        return numbered ? findings(audio.devices, SoundCards.all(), config: config) : []
    }

    static func findings(_ devices: [String], _ cards: [SoundCard], config: String) -> [Finding] {
        devices.compactMap { name in
            guard let device = NumberedDevice(name) else { return nil }
            let words = "\(name) is the card that has number \(device.card), which may be another after the next boot"
            guard let card = cards.first(where: { $0.number == device.card }) else {
                return .bad(words, do: "write the card's name; the names there are: adhand audio devices")
            }
            return .bad(words, do: "write into [audio] devices of \(config): \"\(device.name(by: card.id))\"")
        }
    }
}
