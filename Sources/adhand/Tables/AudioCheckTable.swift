import AdhanSupport
import AdhanAudio
import AdhanCore
import Glibc

/// The results of checking recordings, as text.
struct AudioCheckTable {
    let files: [CheckedFile]

    struct CheckedFile {
        let file: String
        let result: Result<SoundCheck, AudioError>

        init(of file: String) {
            self.file = file
            result = Result { () throws(AudioError) in try SoundCheck(of: file) }
        }

        /// What is wrong with it and what to do; nil if nothing is.
        var problem: String? {
            switch result {
            case .failure(let error): error.description
            case .success(let check):
                check.fault?.description
                    ?? (check.damages == 0
                        ? nil : "\(file) is damaged in \(SoundCheck.places(check.damages)); the rest of it is heard")
            }
        }

        /// An exit code from sysexits.
        var code: Int32 {
            switch result {
            case .success: problem == nil ? EX_OK : EX_DATAERR
            case .failure(.fileMissing), .failure(.fileUnreadable): EX_NOINPUT
            case .failure(.decoderFailed), .failure(.loudnessFailed): EX_SOFTWARE
            case .failure: EX_DATAERR
            }
        }
    }

    /// One line for each recording that can be played at all; faults are printed elsewhere, one sentence each.
    var text: String {
        let head = ["file", "duration", "format", "bit rate", "peak", "true peak", "loudness", "damage", "sha256"]
        let rows = files.compactMap(row)
        guard !rows.isEmpty else { return "" }
        return columns([head] + rows).map { $0 + "\n" }.joined()
    }

    private func row(_ file: CheckedFile) -> [String]? {
        guard case .success(let check) = file.result else { return nil }
        var damage = check.damages == 0 ? [] : [SoundCheck.places(check.damages)]
        if check.missing > .zero { damage.append("\(check.missing.tenths) missing") }
        return [
            file.file, check.duration.tenths, "\(check.format)", "\(check.bitRate)", decibels(check.peak, "dBFS"),
            decibels(check.truePeak, "dBTP"), decibels(check.loudness, "LUFS"),
            damage.isEmpty ? "none" : damage.joined(separator: ", "), check.sha256,
        ]
    }

    private func decibels(_ value: Double?, _ unit: String) -> String {
        guard let tenths = value.map({ Int(($0 * 10).rounded()) }) else { return "silence" }
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10) \(unit)"
    }

    var json: String { get throws { try JSONText.encode(files.map { Row($0) }) + "\n" } }

    private struct Row: Encodable {
        let file: String
        let ok: Bool
        let problem: String?
        let duration_ms: Int64?
        let frames, rate, channels, bit_rate_kbps: Int?
        let variable_bit_rate: Bool?
        let peak_dbfs, true_peak_dbtp, loudness_lufs: Double?
        let damages: Int?
        let missing_ms: Int64?
        let sha256: String?

        init(_ checked: CheckedFile) {
            let check: SoundCheck? = if case .success(let check) = checked.result { check } else { nil }
            (file, ok, problem) = (checked.file, checked.code == EX_OK, checked.problem)
            (duration_ms, frames) = (check?.duration.wholeMilliseconds, check?.frames)
            (rate, channels) = (check?.format.rate, check?.format.channels)
            (bit_rate_kbps, variable_bit_rate) = (check?.bitRate.kilobits, check?.bitRate.isVariable)
            (peak_dbfs, true_peak_dbtp) = (check?.peak.map(Self.rounded), check?.truePeak.map(Self.rounded))
            loudness_lufs = check?.loudness.map(Self.rounded)
            (damages, missing_ms, sha256) = (check?.damages, check?.missing.wholeMilliseconds, check?.sha256)
        }

        private static func rounded(_ decibels: Double) -> Double { (decibels * 100).rounded() / 100 }
    }
}
