import AdhanCore

/// A name in `[audio] devices` that ALSA does not know: a typing error, or a card that is missing. It is found without
/// opening anything.
package struct UnknownDevice: Sendable, Equatable {
    package let name: String
    /// The most similar name that exists; nil where none is similar.
    package let meant: String?

    /// Why no device of the list can play, where ALSA knows none of them; nil where one may.
    package static func objection(to devices: [String]) -> String? {
        let unknown = devices.compactMap(UnknownDevice.init)
        return unknown.count == devices.count ? unknown.map(\.words).joined(separator: "; ") : nil
    }

    /// Nil where ALSA knows the name, or that cannot be told.
    package init?(_ name: String) {
        guard OutputDevice(name).isCard else { return nil }
        if let card = CardReference(name)?.card {
            // ALSA hides cards that this user may not open.
            guard !SoundCards.hasDenied else { return nil }
            let cards = SoundCards.all()
            guard !cards.contains(where: { $0.id == card || String($0.number) == card }) else { return nil }
            self.init(
                name: name,
                meant: Spelling.nearest(to: card, among: cards.map(\.id)).map { name.replacing(card, with: $0) }
            )
        } else {
            guard !SoundCards.isDefined(name) else { return nil }
            // ALSA lists `default` only where there is a card.
            let names = ["default", OutputDevice.silent.name] + SoundCards.playbackNames().map(\.name)
            self.init(name: name, meant: Spelling.nearest(to: name, among: names))
        }
    }

    private init(name: String, meant: String?) { (self.name, self.meant) = (name, meant) }

    package var problem: String { "no such device '\(name)'" }

    package var remedy: String {
        meant.map { "did you mean '\($0)'?" } ?? "adhand audio devices lists the names there are"
    }

    package var words: String { "\(problem); \(remedy)" }
}
