import AdhanCore

/// `[calculation]`: what the mosque's scholars have decided.
struct CalculationConfiguration: Sendable {
    var method = CalculationMethod.isna
    var madhab = Madhab.shafi
    var highLatitude = HighLatitudeRule.middleOfNight
    /// `[calculation.offsets]`: the mosque's own minutes, after the authority's.
    var offsets = PrayerOffsets.none

    /// What stands where nobody has decided.
    init() {}

    init(_ table: ConfigTable) {
        method = table.choice("method", CalculationMethod.all.map { ($0.name, $0) })?.value ?? method
        madhab = table.choice("madhab", Madhab.allCases.map { ($0.rawValue, $0) })?.value ?? madhab
        highLatitude =
            table.choice("high_latitude", HighLatitudeRule.allCases.map { ($0.rawValue, $0) })?.value ?? highLatitude
        offsets = readOffsets(table.table("offsets"), faults: table)
    }

    private func readOffsets(_ table: ConfigTable, faults: ConfigTable) -> PrayerOffsets {
        var minutes: [Prayer: Int] = [:]
        for prayer in Prayer.allCases {
            minutes[prayer] = table.integer(prayer.rawValue, in: PrayerOffsets.range)?.value
        }
        faults.take(table)
        do {
            return try PrayerOffsets(minutes)
        } catch {
            if let spot = table.spot { faults.fault(spot, "\(error)") }
            return .none
        }
    }

    func calculator(_ place: Place, _ zone: ZoneRules) -> PrayerCalculator {
        PrayerCalculator(
            coordinates: place.coordinates,
            zone: zone,
            method: method,
            madhab: madhab,
            highLatitude: highLatitude,
            offsets: offsets
        )
    }
}
