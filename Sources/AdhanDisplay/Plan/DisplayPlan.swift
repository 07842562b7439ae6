import AdhanCore
import AdhanSupport

/// What the page draws by the box's clock, for several days: `docs/display.md` has the fields. The server decides, the
/// page draws; so a page that is cut off goes on truthfully.
///
/// A moment is a number: seconds since 1970-01-01T00:00:00Z.
struct DisplayPlan: Encodable, Equatable, Sendable {
    /// A value that is `null` where there is none, since the page tells that from a missing one.
    @propertyWrapper
    struct OrNull<Value: Encodable & Equatable & Sendable>: Encodable, Equatable, Sendable {
        var wrappedValue: Value?

        init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }

    struct Offset: Encodable, Equatable, Sendable {
        var from: Int64
        /// Seconds east of UTC.
        var offset: Int
    }

    struct Mosque: Encodable, Equatable, Sendable {
        @OrNull var name: String?
        /// Paths on this server.
        @OrNull var logo: String?
        @OrNull var background: String?
    }

    struct Look: Encodable, Equatable, Sendable {
        struct Colours: Encodable, Equatable, Sendable { var ground, ink, gold: String }

        var languages: [String]
        var alternate: Int
        var hours: Int
        var digits, emphasis, sunrise: String
        var colours: Colours
        var clockInPrayer, untilSunrise: Bool

        private enum CodingKeys: String, CodingKey {
            case languages, alternate, hours, digits, emphasis, sunrise, colours
            case clockInPrayer = "clock_in_prayer"
            case untilSunrise = "until_sunrise"
        }
    }

    struct Hijri: Encodable, Equatable, Sendable { var year, month, day: Int }

    struct Time: Encodable, Equatable, Sendable {
        var name: String
        var begins: Int64
        /// When it is called; nil where it is not.
        @OrNull var adhan: Int64?
        @OrNull var iqama: Int64?
        /// When the row turns to the next day's time; nil where it turns with the whole table.
        var turns: Int64?
    }

    struct Friday: Encodable, Equatable, Sendable {
        var khutbah: Int64
        @OrNull var prayer: Int64?
    }

    struct Day: Encodable, Equatable, Sendable {
        var date: String
        /// When the table turns to this day; nil at midnight.
        @OrNull var from: Int64?
        /// 1 (Monday) to 7.
        var weekday: Int
        @OrNull var hijri: Hijri?
        /// From Maghrib to midnight, where the mosque's Hijri day turns at Maghrib.
        @OrNull var hijriEvening: Hijri?
        var ramadan: Bool
        var times: [Time]
        var jumuah: [Friday]
        var eid: [Int64]
        @OrNull var taraweeh: Int64?
        var source: String
        var estimated: [String]

        private enum CodingKeys: String, CodingKey {
            case date, from, weekday, hijri, ramadan, times, jumuah, eid, taraweeh, source, estimated
            case hijriEvening = "hijri_evening"
        }
    }

    struct Scene: Encodable, Equatable, Sendable {
        enum Kind: String, Encodable, Sendable {
            case adhan
            case untilIqama = "until-iqama"
            case prayer, khutbah, night, slides
            case afterPrayer = "after-prayer"
            case phonesOff = "phones-off"
        }

        var from, until: Int64
        var scene: Kind
        @OrNull var prayer: String?
        @OrNull var endsAt: Int64?
        /// Whether the adhan is not heard, so that the page is the call.
        var unheard = false
        /// Of every so many seconds from `from` on, only the first so many; nil for all.
        var every, length: Int64?

        private enum CodingKeys: String, CodingKey {
            case from, until, scene, prayer, unheard, every, length
            case endsAt = "ends_at"
        }
    }

    /// A line at the foot of the page that says how far the times can be trusted.
    struct Note: Encodable, Equatable, Sendable {
        enum Kind: String, Encodable, Sendable {
            case source, calculated, offline, old, muted, fault
            case clockUntrusted = "clock-untrusted"
            case noSound = "no-sound"
        }

        var kind: Kind
        /// The last date of the timetable.
        @OrNull var until: String?
        /// The sentence of `adhand status` for a fault; nil for any other note, whose words the page has.
        @OrNull var text: String?
        /// Its meaning, for which the page has a sentence; nil for a fault without one, and for any other note.
        var fault: Fault?
    }

    struct Message: Encodable, Equatable, Sendable {
        var text: String
        @OrNull var language: String?
        /// When it is shown, the end exclusive; nil for always.
        @OrNull var spans: [[Int64]]?
    }

    /// A text or a picture; one of the two paths is nil.
    struct Slide: Encodable, Equatable, Sendable {
        @OrNull var html: String?
        @OrNull var image: String?
        var seconds: Int64
        /// As in `Message`.
        @OrNull var spans: [[Int64]]?
    }

    /// An iqama or a khutbah that will be at another time.
    struct Change: Encodable, Equatable, Sendable {
        /// The time in which it is told, in seconds since 1970 UTC; the end is exclusive.
        var from, until: Int64
        /// A prayer, or `jumuah` with its number.
        var prayer: String
        @OrNull var number: Int?
        var date: String
        /// The last date, where the old time returns within a week.
        @OrNull var last: String?
        /// 1 (Monday) to 7; empty for all.
        var weekdays: [Int]
        /// On the first date; null where there is none.
        @OrNull var old: Int64?
        @OrNull var new: Int64?
        /// How many minutes after the adhan the new time is each day; null where it is at a time on the clock.
        @OrNull var wait: Int?
    }

    struct Countdown: Encodable, Equatable, Sendable {
        var to = "ramadan"
        var date: String
    }

    /// Of the page's files: a page with others loads itself again.
    var version: String
    /// When it is sent.
    var now: Double
    /// Larger with each changed plan of this process: of two the page keeps the newer, in whichever order they come.
    var order: Int64 = 0
    var zone: [Offset]
    var mosque: Mosque
    var look: Look
    var days: [Day]
    /// Where two overlap, the later in the list counts.
    var scenes: [Scene]
    var notes: [Note]
    var bar: [Message]
    /// Beside the times, and after the prayer.
    var slides, adhkar: [Slide]
    @OrNull var countdown: Countdown?
    /// By their dates.
    var changes: [Change] = []
}
