import AdhanCore

// Days of prayer times per second, for Rochdale in 2026 with the Muslim World League's angles, repeated for a second through the
// function that `adhand times` calls. Prints the number.

let calculator = PrayerCalculator(
    coordinates: try Coordinates(latitude: 53.6097, longitude: -2.1561),
    zone: .utc,
    method: .mwl
)
let year = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
let start = ContinuousClock.now
var (days, sum) = (0, 0)
while ContinuousClock.now - start < .seconds(1) {
    let found = calculator.days(year)
    days += found.count
    // Keeps the compiler from removing the work.
    sum += Int(truncatingIfNeeded: found.reduce(0) { $0 ^ $1[.isha].seconds })
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
precondition(sum != 0)
print(Int(Double(days) / seconds))
