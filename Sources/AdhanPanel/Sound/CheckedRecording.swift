/// The facts of a recording, by the names of `adhand audio check --format json`.
struct CheckedRecording: Codable, Sendable, Equatable {
    /// Something that a person should know of a recording that can be played.
    enum Remark: String, Codable, CaseIterable, Sendable {
        case damaged, distorts, quiet, loud, short, long
    }

    /// A sentence; nil where it is whole.
    var problem: String?
    /// Nil where nothing of it can be played.
    var milliseconds: Int64?
    var rate, channels, bitRate: Int?
    /// The highest sample, in dBFS; nil for silence.
    var peak: Double?
    /// In dBTP.
    var truePeak: Double?
    /// In LUFS; nil for silence.
    var loudness: Double?
    var damages: Int?
    /// How much cannot be heard, in milliseconds.
    var missing: Int64?

    enum CodingKeys: String, CodingKey {
        case problem, rate, channels, damages
        case milliseconds = "duration_ms"
        case bitRate = "bit_rate_kbps"
        case peak = "peak_dbfs"
        case truePeak = "true_peak_dbtp"
        case loudness = "loudness_lufs"
        case missing = "missing_ms"
    }

    /// Why the mosque should not use it, a sentence; nil where it may.
    var refusal: String? {
        guard let milliseconds, milliseconds > 0 else { return problem ?? "the recording cannot be played" }
        if missing ?? 0 > 0 { return problem ?? "the recording is cut short" }
        return peak == nil ? "the recording is silent" : nil
    }

    var remarks: [Remark] {
        let seconds = (milliseconds ?? 0) / 1000
        // Adhans are between one and six minutes long, a tarhim a quarter of an hour.
        let all: [(Remark, Bool)] = [
            (.damaged, damages ?? 0 > 0), (.distorts, truePeak.map { $0 > 0 } ?? false),
            (.quiet, loudness.map { $0 < -30 } ?? false), (.loud, loudness.map { $0 > -9 } ?? false),
            (.short, seconds < 20), (.long, seconds > 1200),
        ]
        return all.filter(\.1).map(\.0)
    }
}
