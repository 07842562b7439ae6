/// The mosque's decisions about its day, besides the six times: when the adhan is called and when the congregation
/// stands up, what happens on Fridays, in Ramadan and on the days of Eid, and what sounds before.
package struct MosqueRules: Sendable, Hashable {
    /// When a prayer is called; without a rule when it begins.
    package var adhan: [Prayer: ByDay<AdhanRule>] = [:]
    /// When the congregation stands up. A prayer without a rule has the timetable's iqama, if there is one.
    package var iqama: [Prayer: ByDay<IqamaRule>] = [:]
    package var jumuah = JumuahRules()
    package var ramadan = RamadanRules()
    package var eid = EidRules()
    /// How many seconds before its adhan a prayer's tarhim begins.
    package var tarhim: [Prayer: ByDay<Int>] = [:]
    /// How many seconds before an occasion its reminders come, the earliest first; at most `Occasion.most`.
    package var reminders: [Occasion: [Int]] = [:]
    package var calendar = HijriCalendar.ummAlQura
    /// The adhans that somebody has switched on or off, which counts before `adhan`.
    package var switches: [Prayer: Switch] = [:]

    package enum Switch: Hashable, Sendable {
        case on
        case off(by: String)
    }

    package init() {}

    /// Whether a day may have an adhan that is not called when its prayer begins, an iqama or a khutbah because of
    /// them.
    package var changesDays: Bool {
        if case .before = ramadan.iftar { return true }
        return !(adhan.isEmpty && switches.isEmpty && iqama.isEmpty && jumuah.times.isEmpty)
    }

    /// Whether an iqama stays the same for a week, so that the days of the week are needed to tell one.
    var isWeekly: Bool { iqama.values.contains { $0.values.contains { $0.changesOn != nil } } }
}

/// When a prayer's adhan is called.
package enum AdhanRule: Hashable, Sendable {
    /// Never before the prayer begins, and never after its iqama.
    case at(TimeRule)
    /// It is not called.
    case off
}

/// When the congregation stands up.
package struct IqamaRule: Hashable, Sendable {
    /// The default: the timetable's iqama, if it has one.
    package static let timetable = IqamaRule(nil, isFallback: true)

    /// Nil for no iqama.
    package var time: TimeRule?
    /// Whether it counts only on days without an iqama of the timetable. Otherwise it replaces that.
    package var isFallback: Bool
    /// The minutes of the wall clock are a multiple of this many; 0 for any.
    package var round: Int
    /// The least number of seconds after the adhan. With 0, a day on which `time` does not fit has no iqama.
    package var least: Int
    /// The weekday on which it changes, as in `CivilDate.weekday`; through the week it stays the same. Nil if it may
    /// change each day.
    package var changesOn: Int?

    package init(_ time: TimeRule?, isFallback: Bool = false, round: Int = 0, least: Int = 0, changesOn: Int? = nil) {
        (self.time, self.isFallback) = (time, isFallback)
        (self.round, self.least, self.changesOn) = (round, least, changesOn)
    }
}

/// When the khutbahs of a Friday begin.
package struct KhutbahRule: Hashable, Sendable {
    /// The default: those of the timetable, if it has any.
    package static let timetable = KhutbahRule([], isFallback: true)

    /// On the clock, or beside the beginning of Dhuhr or Asr; empty for none.
    package var times: [TimeRule]
    /// Whether it counts only on Fridays without khutbahs of the timetable. Otherwise it replaces those.
    package var isFallback: Bool

    package init(_ times: [TimeRule], isFallback: Bool = false) {
        (self.times, self.isFallback) = (times, isFallback)
    }
}

package struct JumuahRules: Hashable, Sendable {
    /// At which moment of a Friday the adhan is called by the box.
    package enum Call: String, CaseIterable, Sendable {
        /// Only when Dhuhr's is due.
        case dhuhr
        /// Only before each khutbah, instead of Dhuhr's.
        case khutbah
        case both
    }

    /// When each khutbah begins. A Friday without a rule has the timetable's khutbahs.
    package var times = ByDay<KhutbahRule>()
    /// How many seconds after a khutbah begins its prayer does; nil if unknown. It is shown, and does not
    /// sound.
    package var iqama: Int?
    package var call = Call.dhuhr
    /// How many seconds before each khutbah its first adhan is called; nil for none.
    package var firstAdhan: Int?
    /// How many seconds from the beginning of the khutbah nothing else sounds.
    package var khutbah = 20 * 60

    package init() {}

    /// When the prayer begins whose khutbah begins at that moment; nil if that is not known.
    package func prayer(after khutbah: Instant) -> Instant? { iqama.map { khutbah + .seconds($0) } }
}

package struct RamadanRules: Hashable, Sendable {
    /// What the iftar's recording does to the adhan of Maghrib.
    package enum Iftar: Hashable, Sendable {
        /// It begins with Maghrib, and the adhan follows so many seconds later.
        case before(Int)
        /// It sounds in place of the adhan.
        case instead
    }

    package var hasImsak = true
    /// How many minutes before Fajr imsak is, where the timetable does not say.
    package var imsakMinutes = 10
    /// How many seconds before Fajr the calls to suhoor come, the earliest first; at most `Occasion.most`.
    package var suhoor: [Int] = []
    /// Nil if iftar has no recording.
    package var iftar: Iftar?

    package init() {}
}

/// The two days of Eid, 1 Shawwal and 10 Dhu al-Hijja.
package struct EidRules: Hashable, Sendable {
    /// The Eid prayers, in seconds since midnight on the wall clock, ascending; at most `Occasion.most`.
    package var fitr: [Int] = []
    package var adha: [Int] = []
    /// How many seconds before each prayer the takbir begins; nil for none.
    package var takbir: Int?

    package init() {}

    package var hasPrayers: Bool { !(fitr.isEmpty && adha.isEmpty) }
}
