/// Something due on a mosque date.
package enum Occasion: Hashable, Sendable {
    case adhan(Prayer)
    /// The congregation stands up.
    case iqama(Prayer)
    /// A recording before an adhan, as the tarhim in Indonesia.
    case tarhim(Prayer)
    /// The khutbah of a Friday prayer begins; they are counted from 1.
    case jumuah(Int)
    /// The first of the two adhans of a Friday prayer, before its khutbah.
    case firstAdhan(Int)
    /// Some stop eating in Ramadan.
    case imsak
    /// A call to the meal before the fast, so many seconds before Fajr.
    case suhoor(Int)
    /// The fast ends.
    case iftar
    /// An Eid prayer, counted from 1.
    case eid(Int)
    /// The takbir before an Eid prayer.
    case takbir(Int)
    /// A reminder of another occasion, so many seconds before it.
    indirect case reminder(Occasion, Int)
    /// All adhans of an absence that is too long to list one by one. Always `missed`.
    case absence

    /// What kind of occasion it is. The raw value is the name of its event.
    package enum Kind: String, CaseIterable, Sendable {
        case adhan, iqama, tarhim, jumuah
        case firstAdhan = "jumuah-adhan"
        case imsak, suhoor, iftar, eid, takbir, reminder

        package var rank: Rank {
            switch self {
            case .adhan, .jumuah, .firstAdhan: .call
            case .iqama, .imsak, .iftar, .eid: .moment
            case .tarhim, .reminder, .suhoor, .takbir: .ahead
            }
        }
    }

    package var kind: Kind {
        switch self {
        case .adhan, .absence: .adhan
        case .iqama: .iqama
        case .tarhim: .tarhim
        case .jumuah: .jumuah
        case .firstAdhan: .firstAdhan
        case .imsak: .imsak
        case .suhoor: .suhoor
        case .iftar: .iftar
        case .eid: .eid
        case .takbir: .takbir
        case .reminder: .reminder
        }
    }

    /// How many prayers a Friday or an Eid may have, how many calls to suhoor a night, and how many reminders an
    /// occasion.
    package static let most = 4
    /// How many khutbahs are told apart on a Friday: those that have begun keep their numbers when a person writes
    /// others for the rest.
    package static let mostOnAFriday = 2 * most
    /// How many seconds a call to suhoor or a reminder may be before its occasion.
    private static let leads = 1...86_400

    /// The name in the config, the ledger, the journal and all output, for example `adhan-fajr`, `iqama-fajr` and
    /// `jumuah-1`.
    ///
    /// A reminder has the name of its occasion, an adhan's without the word, and how long before it comes:
    /// `reminder-fajr-10m`, `reminder-iqama-fajr-1m30s`; a call to suhoor, too: `suhoor-1h`. Numbers would name others
    /// when one is added to the config.
    package var name: String {
        switch self {
        case .adhan(let prayer): "adhan-" + prayer.rawValue
        case .iqama(let prayer): "iqama-" + prayer.rawValue
        case .tarhim(let prayer): "tarhim-" + prayer.rawValue
        case .jumuah(let number): "jumuah-\(number)"
        case .firstAdhan(let number): "jumuah-\(number)-adhan"
        case .imsak: "imsak"
        case .suhoor(let lead): "suhoor-" + Self.text(lead)
        case .iftar: "iftar"
        case .eid(let number): "eid-\(number)"
        case .takbir(let number): "takbir-\(number)"
        case .reminder(.adhan(let prayer), let lead): "reminder-\(prayer.rawValue)-" + Self.text(lead)
        case .reminder(let occasion, let lead): "reminder-\(occasion.name)-" + Self.text(lead)
        case .absence: "adhan-all"
        }
    }

    private static func text(_ lead: Int) -> String { DurationText.format(.seconds(lead)) }

    /// Those that a reminder may be of.
    package static let reminded: [Occasion] =
        Prayer.called.map(Occasion.adhan) + Prayer.called.map(Occasion.iqama) + (1...most).map(Occasion.jumuah)
        + (1...most).map(Occasion.eid) + [.imsak, .iftar]

    /// All occasions without a lead, by name.
    private static let byName: [String: Occasion] = {
        let later = (most + 1...mostOnAFriday).map(Occasion.jumuah)
        let numbered = later + (1...mostOnAFriday).map(Occasion.firstAdhan) + (1...most).map(Occasion.takbir)
        let all = reminded + Prayer.called.map(Occasion.tarhim) + numbered + [.absence]
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }()

    package init(named name: String) throws(InvalidValue) {
        guard let occasion = Self.byName[name] ?? Self.ahead(name), occasion.name == name else {
            let examples = "such as adhan-fajr, iqama-fajr, jumuah-1 or reminder-fajr-10m"
            throw InvalidValue("'\(name)' is not an occasion, \(examples)")
        }
        self = occasion
    }

    /// A reminder or a call to suhoor of that name, which may be written in another way; nil if it is neither.
    private static func ahead(_ name: String) -> Occasion? {
        let words = name.split(separator: "-").map(String.init)
        // reason: what ends with no length is neither
        guard words.count > 1, let last = words.last, let length = try? DurationText.parse(last),
            leads.contains(Int(length.components.seconds))
        else { return nil }
        let lead = Int(length.components.seconds)
        if words == ["suhoor", last] { return .suhoor(lead) }
        let other = words.dropFirst().dropLast().joined(separator: "-")
        guard words.first == "reminder", let occasion = byName[other] ?? byName["adhan-" + other],
            reminded.contains(occasion)
        else { return nil }
        return .reminder(occasion, lead)
    }

    /// The prayer that it belongs to; nil for an Eid, and for all adhans of an absence.
    package var prayer: Prayer? {
        switch self {
        case .adhan(let prayer), .iqama(let prayer), .tarhim(let prayer): prayer
        case .jumuah, .firstAdhan: .dhuhr
        case .imsak, .suhoor: .fajr
        case .iftar: .maghrib
        case .reminder(let occasion, _): occasion.prayer
        case .eid, .takbir, .absence: nil
        }
    }

    /// What ends what: a sound is faded out for one of a higher rank.
    package enum Rank: Int, Comparable, Sendable {
        /// Before another occasion: a tarhim, a reminder, a call to suhoor, takbir.
        case ahead
        /// A moment of its own: iqama, imsak, iftar, the Eid prayer.
        case moment
        case call

        package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    package var rank: Rank { kind.rank }

    package var isCall: Bool { rank == .call }

    package var isAdhan: Bool { if case .adhan = self { true } else { false } }
}

/// The key of an occasion in the ledger: the mosque date and the occasion. The time is not part of it, so a corrected
/// timetable cannot call a prayer again.
package struct OccasionKey: Hashable, Sendable, CustomStringConvertible {
    package let date: CivilDate
    package let occasion: Occasion

    package init(_ date: CivilDate, _ occasion: Occasion) {
        (self.date, self.occasion) = (date, occasion)
    }

    package var description: String { "\(date) \(occasion.name)" }

    /// The adhan with which it is muted. Nil for suhoor and imsak, which belong to the fast, and for an Eid.
    package var mutedWith: OccasionKey? {
        switch occasion {
        case .suhoor, .imsak, .reminder(.imsak, _): nil
        default: occasion.prayer.map { OccasionKey(date, .adhan($0)) }
        }
    }
}

/// An occasion and the second at which it is due in the current timetable.
package struct ScheduledOccasion: Hashable, Sendable {
    package let key: OccasionKey
    package let at: Instant
    package let source: SourceName
    /// The last moment at which it may begin, where that is before the end of the grace; nil where the grace decides.
    package var latest: Instant?
    /// The occasion that it comes before, and when that is: by then its sound is over. Nil if it comes before none.
    package var before: Before?
    /// Why the mosque's rules keep it silent; nil where they let it sound.
    package var silence: SkipCause?
    /// What sounds in its place, and keeps it silent as long as that can be played; nil where nothing does.
    package var replacement: OccasionKey?
    /// What calls the prayer later in its place; nil where nothing does.
    package var leftTo: OccasionKey?
    /// Whether it has a recording. Without one it is only published to subscribers.
    package var hasSound = true
    /// When the adhan ended, or `now` while it sounds, where an iqama waits for that.
    var adhanEnd: Instant?

    package init(
        _ key: OccasionKey,
        at: Instant,
        source: SourceName,
        latest: Instant? = nil,
        before: Before? = nil,
        silence: SkipCause? = nil
    ) {
        (self.key, self.at, self.source, self.silence) = (key, at, source, silence)
        (self.latest, self.before) = (latest.map { max($0, at) }, before)
    }

    package struct Before: Hashable, Sendable {
        package let occasion: Occasion
        package let at: Instant
    }

    /// The adhan that an iqama follows; nil for every other occasion.
    var adhan: OccasionKey? {
        if case .iqama(let prayer) = key.occasion { OccasionKey(key.date, .adhan(prayer)) } else { nil }
    }

    package func end(_ grace: Duration) -> Instant {
        adhanEnd.map { $0 + Schedule.announcementMargin } ?? min(at + grace, latest ?? at + grace)
    }
}
