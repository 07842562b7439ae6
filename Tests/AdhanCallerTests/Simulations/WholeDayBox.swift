import AdhanCore
import AdhanTestSupport

@testable import AdhanCaller

extension VirtualBox {
    /// A box with rules, in which the occasions of these kinds have recordings.
    convenience init(
        at now: Instant,
        _ rules: MosqueRules,
        sounding kinds: [Occasion.Kind] = [],
        source: any TimetableSource = PlainSource(),
        soundLength: Duration = .seconds(30),
        zone: ZoneRules = .utc
    ) {
        self.init(at: now, source: source, soundLength: soundLength, zone: zone)
        settings.rules = rules
        for kind in kinds { settings.sounds.ofOccasions[kind] = Recordings("\(kind.rawValue).mp3") }
    }

    /// What was heard or announced, in order: date, time and name.
    var story: [String] {
        notices.compactMap { _, notice in
            switch notice {
            case .began(let due, let at, _): (due.key, at)
            case .reached(let due): (due.key, due.at)
            default: nil
            }
        }.map { key, at in
            let wall = settings.zone.wall(at: at)
            return "\(wall.date.description.dropFirst(5)) \(ClockText.format(wall.secondOfDay)) \(key.occasion.name)"
        }
    }

    /// What the device was opened for, in order, also where it was given up before it was open.
    var tried: [String] {
        notices.compactMap { _, notice in
            switch notice {
            case .armed(let due, _, _), .gaveUp(let due, _): due.key.occasion.name
            default: nil
            }
        }
    }

    /// The part of the story with that word.
    func story(of word: String) -> [String] { story.filter { $0.contains(word) } }

    /// The ledger's rows of a date, with their reasons.
    func rows(_ date: String) throws -> [String] {
        let date = try CivilDate(date)
        return try ledger.entries(date..<date.adding(days: 1)).sorted { $0.due < $1.due }.map { entry in
            let words = [entry.reason, entry.who.map { "by \($0)" }].compactMap(\.self).joined(separator: ", ")
            return "\(entry.key.occasion.name) \(entry.state.rawValue)" + (words.isEmpty ? "" : ": \(words)")
        }
    }
}
