import AdhanSupport

extension SoundDevices {
    /// The devices that this user may open, as ALSA lists them now. It may block.
    package init(_ cards: [SoundCard] = SoundCards.all()) {
        self.init(
            cards: cards.map { Card(number: $0.number, id: $0.id, title: $0.title) },
            names: SoundCards.playbackNames().map { Name(name: $0.name, title: $0.title) }
        )
    }
}
