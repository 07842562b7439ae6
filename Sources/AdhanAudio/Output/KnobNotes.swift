/// A knob that is turned for a sound: enough to turn it back where the process did not live to do so.
package struct KnobNote: Sendable, Hashable, Codable {
    /// As `amixer` writes it.
    package let name: String
    /// ALSA's name of its mixer, `hw:CARD=Headphones`.
    package let control: String
    /// Where it stood, a number a channel in the card's own range.
    package let found: [Int]
    /// Where it was turned to. One that stands anywhere else was turned by somebody since.
    package let turned: [Int]

    package init(name: String, control: String, found: [Int], turned: [Int]) {
        (self.name, self.control, self.found, self.turned) = (name, control, found, turned)
    }

    func isOf(_ name: String, _ control: String) -> Bool { self.name == name && self.control == control }
}

/// Keeps the notes of turned knobs beyond the end of the process. Called on the player's thread.
package protocol KnobNotes: Sendable {
    /// Of knobs that are turned, or were left so; one each.
    var all: [KnobNote] { get }

    /// Keeps these in the place of all before, and returns within a second: neither a disk that refuses nor one that hangs keeps
    /// a sound from being heard.
    func keep(_ notes: [KnobNote])

    /// Tells whoever looks after the box what came of a knob that was left turned.
    func tell(_ sentence: String)
}

extension KnobNotes {
    /// A note whose card is gone waits for it as long as it is among so many: nobody says that it will not come back.
    private static var limit: Int { 8 }

    func add(_ note: KnobNote) {
        keep((all.filter { !$0.isOf(note.name, note.control) } + [note]).suffix(Self.limit))
    }

    func remove(_ note: KnobNote) {
        keep(all.filter { !$0.isOf(note.name, note.control) })
    }
}
