import AdhanCore

/// `[hijri]`: the mosque's Hijri calendar.
package struct HijriConfiguration: Sendable {
    package var calendar = HijriCalendar.ummAlQura

    package init(_ table: ConfigTable) {
        let starts = table.table("starts")
        let turn: Located<HijriCalendar.Turn>? = table.choice("turns")
        table.noteDefault("turns", .text(calendar.turn.rawValue))
        defer { calendar.turn = turn?.value ?? calendar.turn }
        var declared: [HijriMonth: CivilDate] = [:]
        for (key, text) in starts.texts() {
            do {
                declared[try HijriMonth(key)] = try CivilDate(text.value)
            } catch {
                starts.fault(text.spot, "\(error)")
            }
        }
        guard let spot = starts.spot, starts.faults.isEmpty else { return }
        do {
            calendar = try HijriCalendar(declared: declared)
        } catch {
            starts.fault(spot, "\(error)")
        }
    }
}
