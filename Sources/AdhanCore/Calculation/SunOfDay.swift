/// The sun's own events of one mosque date at a place, at sea level. No method, margin or rule for high latitudes is in
/// them. Times are UTC seconds since 1970.
struct SunOfDay: Sendable {
    /// The lengths of the day, in seconds, within which the events bound the prayers. Beyond them the sun grazes the
    /// horizon, and authorities use estimates instead.
    private static let usualDaylight = 5.0 * 3600...19 * 3600
    /// A quarter of a degree, in radians.
    private static let quarter = Angle(degrees: 0.25).radians
    /// The deepest sun at which any authority begins Fajr.
    private static let fajrDepth = Angle(degrees: 20).sine
    /// Deeper than any authority's Maghrib.
    private static let maghribDepth = Angle(degrees: 6).sine

    let noon, sunrise, sunset: Double
    var daylight: Double { sunset - sunrise }
    /// When a shadow has grown by once, and by twice, the length of its object.
    let shafiAsr, hanafiAsr: Double
    /// The seconds that the sun takes at the horizon for a quarter of a degree: by so much tables differ because of the
    /// point in the town, its hills and the air. A minute at the equator, several in the far north.
    let grazing: Double
    /// Whether the sun rises and sets clearly enough to bound the prayers.
    let isUsual: Bool
    /// The earliest dawn of any authority; the middle of the night if the sun does not go that deep.
    let earliestDawn: Double
    /// Whether the sun goes as deep as any authority asks for.
    let isDark: Bool
    /// The end of a twilight that is longer than any authority's Maghrib; nil if the sun does not go that deep.
    let latestDusk: Double?

    private let day: SolarDay

    private init(_ day: SolarDay) {
        self.day = day
        (noon, sunrise, sunset) = (day.transit, day.sunrise, day.sunset)
        (shafiAsr, hanafiAsr) = (day.asr(shadow: Madhab.shafi.shadow), day.asr(shadow: Madhab.hanafi.shadow))
        let speed = (day.sun.depth(at: day.sunset + 60) - day.sun.depth(at: day.sunset - 60)) / 120
        grazing = min(max(Self.quarter / max(speed, 1e-9), 0), 1200)
        isUsual = !day.isEstimated && Self.usualDaylight.contains(sunset - sunrise)
        let dawn = day.dawn(sine: Self.fajrDepth)
        (earliestDawn, isDark) = (dawn ?? noon - 43_200, dawn != nil)
        latestDusk = day.dusk(sine: Self.maghribDepth)
    }

    /// The sun's event from which a prayer's time is counted, so that the difference hardly changes over the year.
    subscript(_ prayer: Prayer) -> Double {
        switch prayer {
        case .fajr, .sunrise: sunrise
        case .dhuhr: noon
        case .asr: shafiAsr
        case .maghrib, .isha: sunset
        }
    }

    /// The sine of the sun's depression below the horizon.
    func depth(at time: Double) -> Double { day.sun.depth(at: time) }

    /// When the sun is that deep: before sunrise for Fajr, after sunset for Isha. If it never is, the middle of the
    /// night, when it comes nearest. Nil for the other prayers, which do not follow the sun's depth.
    ///
    /// - Parameter depth: the sine of the depression.
    func time(of prayer: Prayer, depth: Double) -> Double? {
        switch prayer {
        case .fajr: day.dawn(sine: depth) ?? noon - 43_200
        case .isha: day.dusk(sine: depth) ?? noon + 43_200
        default: nil
        }
    }

    /// The sun's own events at a place, for any mosque date.
    struct Place: Sendable {
        private let calculator: PrayerCalculator
        private let plan: CalculationPlan

        /// Only its coordinates, without the elevation, and its zone count.
        init(of calculator: PrayerCalculator) {
            self.calculator = PrayerCalculator(
                coordinates: calculator.coordinates.atSeaLevel,
                zone: calculator.zone,
                method: .mwl
            )
            plan = CalculationPlan(self.calculator)
        }

        subscript(_ date: CivilDate) -> SunOfDay {
            let index = date.dayNumber + calculator.shift(of: date, plan)
            let course = SolarCourse(around: SolarWindow.midnight(of: index, plan))
            return SunOfDay(plan.solarDay(index, course, dateAhead: 0))
        }
    }
}
