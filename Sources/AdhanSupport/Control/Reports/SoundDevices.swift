/// The sound devices of the box: the daemon's answer to `devices`, and a part of `adhand audio devices --format json`.
package struct SoundDevices: Codable, Equatable, Sendable {
    package struct Card: Codable, Equatable, Sendable {
        package let number: Int
        package let id, title: String

        package init(number: Int, id: String, title: String) {
            (self.number, self.id, self.title) = (number, id, title)
        }
    }

    /// A name for `[audio] devices`.
    package struct Name: Codable, Equatable, Sendable {
        package let name, title: String

        package init(name: String, title: String) { (self.name, self.title) = (name, title) }
    }

    package let cards: [Card]
    package let names: [Name]

    package init(cards: [Card], names: [Name]) { (self.cards, self.names) = (cards, names) }
}
