import AdhanCore

extension CalculationConfiguration {
    /// The lines that make the config calculate so, and leave no trace of another method.
    package static func changes(
        to method: CalculationMethod,
        _ madhab: Madhab,
        _ rule: HighLatitudeRule,
        ishaLaterInRamadan: Bool = true,
        offsets: PrayerOffsets = .none
    ) -> [ConfigChange] {
        var own: [(key: String, value: ConfigValue?)] = [
            ("fajr", nil), ("isha", nil), ("isha_minutes", nil), ("maghrib", nil),
        ]
        if method.name == CalculationMethod.custom.name {
            own[0].value = .number(method.fajrAngle.written)
            switch method.isha {
            case .angle(let angle): own[1].value = .number(angle.written)
            case .minutesAfterMaghrib(let minutes): own[2].value = .integer(minutes)
            }
            own[3].value = method.maghribAngle.map { .number($0.written) }
        }
        let isEarly = method.ishaLaterInRamadan != 0 && !ishaLaterInRamadan
        return [
            ConfigChange(key: "calculation.method", to: .text(method.name)),
            ConfigChange(key: "calculation.madhab", to: .text(madhab.rawValue)),
            ConfigChange(key: "calculation.high_latitude", to: .text(rule.rawValue)),
            ConfigChange(key: "calculation.ramadan_isha", to: isEarly ? .boolean(false) : nil),
        ]
            + own.map { ConfigChange(key: "calculation.custom.\($0.key)", to: $0.value) }
            + Prayer.allCases.map { prayer in
                let minutes = offsets[prayer]
                return ConfigChange(
                    key: "calculation.offsets.\(prayer.rawValue)",
                    to: minutes == 0 ? nil : .integer(minutes)
                )
            }
    }

    /// The lines for these settings.
    package var changes: [ConfigChange] {
        Self.changes(
            to: method,
            madhab,
            highLatitude,
            ishaLaterInRamadan: ishaLaterInRamadan,
            offsets: offsets
        )
    }

    /// The settings that a calculator has.
    package init(_ calculator: PrayerCalculator) {
        (method, madhab, highLatitude) = (calculator.method, calculator.madhab, calculator.highLatitude)
        (ishaLaterInRamadan, offsets) = (calculator.ishaLaterInRamadan, calculator.offsets)
    }
}

extension Angle {
    /// In degrees, as a person writes it: radians do not convert back exactly.
    package var written: Double { (degrees * 100).rounded() / 100 }
}
