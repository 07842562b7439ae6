/// The six times of a day, in order. Sunrise is a time but not a prayer: nothing is called at sunrise.
package enum Prayer: String, CaseIterable, Sendable, Hashable, Codable {
    case fajr, sunrise, dhuhr, asr, maghrib, isha

    /// The five prayers that are called.
    package static let called: [Prayer] = [.fajr, .dhuhr, .asr, .maghrib, .isha]
}

/// A value for each of the six times.
package struct PerPrayer<Value> {
    private var fajr, sunrise, dhuhr, asr, maghrib, isha: Value

    init(_ fajr: Value, _ sunrise: Value, _ dhuhr: Value, _ asr: Value, _ maghrib: Value, _ isha: Value) {
        (self.fajr, self.sunrise, self.dhuhr) = (fajr, sunrise, dhuhr)
        (self.asr, self.maghrib, self.isha) = (asr, maghrib, isha)
    }

    package subscript(_ prayer: Prayer) -> Value {
        get {
            switch prayer {
            case .fajr: fajr
            case .sunrise: sunrise
            case .dhuhr: dhuhr
            case .asr: asr
            case .maghrib: maghrib
            case .isha: isha
            }
        }
        set {
            switch prayer {
            case .fajr: fajr = newValue
            case .sunrise: sunrise = newValue
            case .dhuhr: dhuhr = newValue
            case .asr: asr = newValue
            case .maghrib: maghrib = newValue
            case .isha: isha = newValue
            }
        }
    }

    func map<Other>(_ convert: (Value) -> Other) -> PerPrayer<Other> {
        PerPrayer<Other>(
            convert(fajr),
            convert(sunrise),
            convert(dhuhr),
            convert(asr),
            convert(maghrib),
            convert(isha)
        )
    }
}

extension PerPrayer: Sendable where Value: Sendable {}
extension PerPrayer: Equatable where Value: Equatable {}
extension PerPrayer: Hashable where Value: Hashable {}
