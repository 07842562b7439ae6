import AdhanCore
import AdhanTestSupport

@testable import AdhanCaller

/// The occasions beside the five adhans, in the boxes that have them.
extension Campaign {
    /// Every kind of occasion, each with a recording.
    static let rules: MosqueRules = {
        var rules = MosqueRules()
        rules.adhan[.fajr] = ByDay(.at(.beside(.iqama, seconds: -900)))
        let minutes: [Prayer: Int] = [.dhuhr: 21, .asr: 18, .maghrib: 9, .isha: 15]
        rules.iqama = minutes.mapValues { ByDay(IqamaRule(.beside(.adhan, seconds: $0 * 60), round: 5)) }
        rules.iqama[.fajr] = ByDay(IqamaRule(.beside(.time(.sunrise), seconds: -2700), round: 5, changesOn: 5))
        rules.jumuah.times = ByDay([13 * 3600 + 900])
        (rules.jumuah.call, rules.jumuah.firstAdhan) = (.both, 1200)
        rules.tarhim = [.fajr: ByDay(360), .maghrib: ByDay(240)]
        rules.reminders = [.adhan(.maghrib): [600], .iqama(.isha): [300, 120], .jumuah(1): [1800]]
        (rules.ramadan.suhoor, rules.ramadan.iftar) = ([3600, 1800], .before(120))
        (rules.eid.fitr, rules.eid.adha, rules.eid.takbir) = ([8 * 3600], [7 * 3600 + 1800], 1200)
        return rules
    }()

    static func day(_ day: Scenario.Day, _ plan: SoundPlan) -> (MosqueRules, SoundPlan) {
        guard day != .plain else { return (MosqueRules(), plan) }
        var (rules, plan) = (rules, plan)
        var kinds = Occasion.Kind.allCases
        if day == .sparse {
            (rules.ramadan.iftar, rules.jumuah.call) = (.instead, .khutbah)
            kinds = [.tarhim, .jumuah, .firstAdhan, .suhoor, .iftar]
        }
        for kind in kinds where kind != .adhan { plan.ofOccasions[kind] = Recordings("\(kind.rawValue).mp3") }
        return (rules, plan)
    }

    /// What happens on these dates by the present timetable, sorted by its second.
    func occasions(_ dates: ClosedRange<CivilDate>) -> [ScheduledOccasion] {
        let (zone, rules) = (box.settings.zone, box.settings.rules)
        return Timetable(
            zone: zone,
            days: MosqueTimetable(source, rules).days(dates, in: zone),
            window: dates,
            loadedAt: box.now,
            rules: rules,
            sounds: box.settings.sounds
        ).occasions
    }
}
