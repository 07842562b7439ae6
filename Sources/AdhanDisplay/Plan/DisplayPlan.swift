import AdhanSupport

/// What the page draws by the box's clock, for several days: `docs/display.md` has the fields. The server decides, the
/// page draws; so a page that is cut off goes on truthfully.
///
/// A moment is a number: seconds since 1970-01-01T00:00:00Z.
package struct DisplayPlan: Encodable, Equatable, Sendable {
    /// A value that is `null` where there is none, since the page tells that from a missing one.
    @propertyWrapper
    package struct OrNull<Value: Encodable & Equatable & Sendable>: Encodable, Equatable, Sendable {
        package var wrappedValue: Value?

        package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(wrappedValue)
        }
    }

    package struct Offset: Encodable, Equatable, Sendable {
        package var from: Int64
        /// Seconds east of UTC.
        package var offset: Int
    }

    package struct Mosque: Encodable, Equatable, Sendable {
        @OrNull package var name: String?
        /// A path on this server.
        @OrNull package var logo: String?
    }

    package struct Look: Encodable, Equatable, Sendable {
        package struct Colours: Encodable, Equatable, Sendable { package var ground, ink, gold: String }

        package var languages: [String]
        package var alternate: Int
        package var hours: Int
        package var digits, emphasis, sunrise: String
        package var colours: Colours
        package var clockInPrayer: Bool

        private enum CodingKeys: String, CodingKey {
            case languages, alternate, hours, digits, emphasis, sunrise, colours
            case clockInPrayer = "clock_in_prayer"
        }
    }

    package struct Hijri: Encodable, Equatable, Sendable { package var year, month, day: Int }

    package struct Time: Encodable, Equatable, Sendable {
        package var name: String
        package var begins: Int64
        /// When it is called; nil where it is not.
        @OrNull package var adhan: Int64?
        @OrNull package var iqama: Int64?
    }

    package struct Friday: Encodable, Equatable, Sendable {
        package var khutbah: Int64
        @OrNull package var prayer: Int64?
    }

    package struct Day: Encodable, Equatable, Sendable {
        package var date: String
        /// When the table turns to this day; nil at midnight.
        @OrNull package var from: Int64?
        /// 1 (Monday) to 7.
        package var weekday: Int
        @OrNull package var hijri: Hijri?
        /// From Maghrib to midnight, where the mosque's Hijri day turns at Maghrib.
        @OrNull package var hijriEvening: Hijri?
        package var ramadan: Bool
        package var times: [Time]
        package var jumuah: [Friday]
        package var eid: [Int64]
        @OrNull package var taraweeh: Int64?
        package var source: String
        package var estimated: [String]

        private enum CodingKeys: String, CodingKey {
            case date, from, weekday, hijri, ramadan, times, jumuah, eid, taraweeh, source, estimated
            case hijriEvening = "hijri_evening"
        }
    }

    package struct Scene: Encodable, Equatable, Sendable {
        package enum Kind: String, Encodable, Sendable {
            case adhan
            case untilIqama = "until-iqama"
            case prayer, khutbah, night, slides
            case afterPrayer = "after-prayer"
        }

        package var from, until: Int64
        package var scene: Kind
        @OrNull package var prayer: String?
        @OrNull package var endsAt: Int64?
        /// Whether the adhan is not heard, so that the page is the call.
        package var unheard = false
        /// Of every so many seconds from `from` on, only the first so many; nil for all.
        package var every, length: Int64?

        private enum CodingKeys: String, CodingKey {
            case from, until, scene, prayer, unheard, every, length
            case endsAt = "ends_at"
        }
    }

    /// A line at the foot of the page that says how far the times can be trusted.
    package struct Note: Encodable, Equatable, Sendable {
        package enum Kind: String, Encodable, Sendable {
            case source, calculated, offline, old, muted
            case clockUntrusted = "clock-untrusted"
            case noSound = "no-sound"
        }

        package var kind: Kind
        /// The last date of the timetable.
        @OrNull package var until: String?
        @OrNull package var text: String?
    }

    package struct Message: Encodable, Equatable, Sendable {
        package var text: String
        @OrNull package var language: String?
        /// When it is shown, the end exclusive; nil for always.
        @OrNull package var spans: [[Int64]]?
    }

    /// A text or a picture; one of the two paths is nil.
    package struct Slide: Encodable, Equatable, Sendable {
        @OrNull package var html: String?
        @OrNull package var image: String?
        package var seconds: Int64
        /// As in `Message`.
        @OrNull package var spans: [[Int64]]?
    }

    package struct Countdown: Encodable, Equatable, Sendable {
        package var to = "ramadan"
        package var date: String
    }

    /// Of the page's files: a page with others loads itself again.
    package var version: String
    /// When it is sent.
    package var now: Double
    /// Larger with each changed plan of this process: of two the page keeps the newer, in whichever order they come.
    package var order: Int64 = 0
    package var zone: [Offset]
    package var mosque: Mosque
    package var look: Look
    package var days: [Day]
    /// Where two overlap, the later in the list counts.
    package var scenes: [Scene]
    package var notes: [Note]
    package var bar: [Message]
    /// Beside the times, and after the prayer.
    package var slides, adhkar: [Slide]
    @OrNull package var countdown: Countdown?
}
