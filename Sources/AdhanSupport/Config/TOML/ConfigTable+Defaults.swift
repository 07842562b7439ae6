import AdhanCore

/// Values with a default, which is used where no file has the key. The table notes the default.
extension ConfigTable {
    package func bool(_ key: String, default usual: Bool) -> Bool {
        noteDefault(key, .boolean(usual))
        return bool(key)?.value ?? usual
    }

    package func number(_ key: String, in range: ClosedRange<Double>, default usual: Double) -> Double {
        noteDefault(key, .number(usual).whole)
        return number(key, in: range)?.value ?? usual
    }

    package func integer(_ key: String, in range: ClosedRange<Int>, unit: String = "", default usual: Int) -> Int {
        noteDefault(key, .integer(usual))
        return integer(key, in: range, unit: unit)?.value ?? usual
    }

    package func duration(_ key: String, in range: ClosedRange<Duration>, default usual: Duration) -> Duration {
        noteDefault(key, .text(DurationText.format(usual)))
        return duration(key, in: range)?.value ?? usual
    }

    /// - Returns: seconds after midnight.
    package func clock(_ key: String, in range: ClosedRange<Int>, default usual: Int) -> Int {
        noteDefault(key, .text(ClockText.format(usual)))
        return clock(key, in: range)?.value ?? usual
    }

    package func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ key: String,
        advice: [String: String] = [:],
        default usual: Value
    ) -> Value {
        noteDefault(key, .text(usual.rawValue))
        return choice(key, advice: advice)?.value ?? usual
    }
}
