import AdhanSupport
import AdhanCore

/// What days have beside the six times, as text for `times --all`.
struct ExtraTimesText {
    /// Each with its date.
    let days: [(date: CivilDate, beside: DayBeside)]
    let zone: ZoneRules

    /// The columns of a CSV: `imsak`, `not_offered_sunrise`, `taraweeh` and the like.
    static let names =
        ExtraTimes.names + NotOffered.Sun.allCases.map { "not_offered_" + $0.rawValue } + ["taraweeh"]

    /// The fields of one day in the order of `names`, for example `07:00-07:15`; empty where it has no such time.
    func fields(of day: DayBeside) -> [String] { moments(day) + spans(day) + [taraweeh(day)] }

    /// Two tables that fit on a terminal's 80 columns.
    var table: String {
        let hasTaraweeh = days.contains { $0.beside.hasTaraweeh }
        let first = days.map { date, day in
            [date.description] + moments(day) + (hasTaraweeh ? [taraweeh(day)] : [])
        }
        let second = days.map { date, day in [date.description] + spans(day) }
        let tables = [
            columns([["date"] + ExtraTimes.names + (hasTaraweeh ? ["taraweeh"] : [])] + first),
            ["prayer is not offered"] + columns([["date", "after sunrise", "at zenith", "before sunset"]] + second),
        ]
        return tables.map { "\n" + $0.map { $0 + "\n" }.joined() }.joined()
    }

    private func moments(_ day: DayBeside) -> [String] {
        day.extra?.moments.map { zone.clockText($0) } ?? ExtraTimes.names.map { _ in "" }
    }

    private func spans(_ day: DayBeside) -> [String] {
        NotOffered.Sun.allCases.map { sun in
            let time = day.notOffered.first { $0.why == sun }
            return time.map { zone.clockText($0.from) + "-" + zone.clockText($0.to) } ?? ""
        }
    }

    private func taraweeh(_ day: DayBeside) -> String { day.hasTaraweeh ? "yes" : "" }
}
