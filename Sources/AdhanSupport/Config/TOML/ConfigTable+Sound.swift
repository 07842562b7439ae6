import AdhanCore

extension ConfigTable {
    /// A volume: a number on the scale 0…100, or decibels in quotes.
    package func volume(_ key: String) -> Located<Volume>? {
        guard isText(key) else {
            return number(key, in: 0...100).map { Located(value: Volume(percent: $0.value), spot: $0.spot) }
        }
        guard let text = string(key) else { return nil }
        guard let decibels = DecibelText.parse(text.value, unit: "dB") else {
            let number = ValueHint.number(text.value).map { "it without quotes: \(key) = \($0)" } ?? "0 to 100"
            fault(
                text.spot,
                "\(key) = \"\(text.value)\" is not a volume; write \(number), or decibels as in \"-12dB\""
            )
            return nil
        }
        guard Volume.audible.contains(decibels) else {
            fault(
                text.spot,
                "\(key) = \"\(text.value)\" is not between -96dB and 0dB; "
                    + "above 0 a recording would be cut off at its peaks"
            )
            return nil
        }
        return Located(value: Volume(decibels: decibels), spot: text.spot)
    }

    /// LUFS, in quotes; nil also for `off`.
    package func loudness(_ key: String) -> Double? {
        guard let text = string(key), text.value != "off" else { return nil }
        guard let loudness = DecibelText.parse(text.value, unit: "LUFS") else {
            fault(text.spot, "\(key) = \"\(text.value)\" is not a loudness; write it as in \"-23 LUFS\", or \"off\"")
            return nil
        }
        guard (-40.0...(-5)).contains(loudness) else {
            fault(text.spot, "\(key) = \"\(text.value)\" is not between -40 LUFS and -5 LUFS")
            return nil
        }
        return loudness
    }

    /// One file, or several that are played in turn; paths are resolved as in `Located.path`.
    package func recordings(_ key: String) -> Located<Recordings>? {
        if isText(key) { return string(key).map { Located(value: Recordings($0.path), spot: $0.spot) } }
        guard let list = strings(key, wanted: "a text in quotes, or a list of texts") else { return nil }
        let paths = list.value.map { Located(value: $0, spot: list.spot).path }
        return paths.first.map { Located(value: Recordings($0, Array(paths.dropFirst())), spot: list.spot) }
    }
}
