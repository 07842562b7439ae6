import AdhanCore

/// A name of `[audio] devices` that ALSA does not know: a slip of the pen, or a card that is not there. Found out without opening
/// anything.
package struct UnknownDevice: Sendable, Equatable {
    package let name: String
    /// The nearest of those that there are; nil where none is near.
    package let meant: String?

    /// Why no device of the list can sound, where ALSA knows none of them; nil where one may.
    package static func objection(to devices: [String]) -> String? {
        let unknown = devices.compactMap(UnknownDevice.init)
        return unknown.count == devices.count ? unknown.map(\.words).joined(separator: "; ") : nil
    }

    /// Nil where ALSA knows the name, or it cannot be told.
    package init?(_ name: String) {
        guard DeviceKind(name) == .alsa else { return nil }
        if let card = SoundCards.card(in: name) {
            // Cards that this user may not open are as if they were not there.
            guard !SoundCards.hasDenied else { return nil }
            let cards = SoundCards.all()
            guard !cards.contains(where: { $0.id == card || String($0.number) == card }) else { return nil }
            self.init(
                name: name,
                meant: Spelling.nearest(to: card, among: cards.map(\.id)).map { name.replacing(card, with: $0) }
            )
        } else {
            guard !SoundCards.isDefined(name) else { return nil }
            self.init(name: name, meant: Spelling.nearest(to: name, among: SoundCards.playbackNames().map(\.name)))
        }
    }

    private init(name: String, meant: String?) { (self.name, self.meant) = (name, meant) }

    package var problem: String { "no such device '\(name)'" }

    package var remedy: String {
        meant.map { "did you mean '\($0)'?" } ?? "adhand audio devices lists the names there are"
    }

    package var words: String { "\(problem); \(remedy)" }
}
