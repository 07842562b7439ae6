import AdhanAudio
import AdhanCore
import AdhanSupport
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

        init(_ bytes: [UInt8], named name: String) {
            file = name
            result = Result { () throws(AudioError) in try SoundCheck(of: SoundFile(bytes, named: name)) }
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
        let rows = files.compactMap(row)
        let head = ["file", "duration", "format", "bit rate", "peak", "true peak", "loudness", "damage", "sha256"]
        return rows.isEmpty ? "" : tableText([head] + rows)
    }

    private func row(_ file: CheckedFile) -> [String]? {
        guard case .success(let check) = file.result else { return nil }
        var damage = check.damages == 0 ? [] : [SoundCheck.places(check.damages)]
        if check.missing > .zero { damage.append("\(check.missing.tenths) missing") }
        return [
            RecordingName.located(file.file, sha256: check.sha256), check.duration.tenths, "\(check.format)",
            "\(check.bitRate)", decibels(check.peak, "dBFS"), decibels(check.truePeak, "dBTP"),
            decibels(check.loudness, "LUFS"),
            damage.isEmpty ? "none" : damage.joined(separator: ", "), check.sha256,
        ]
    }

    private func decibels(_ value: Double?, _ unit: String) -> String {
        guard let tenths = value.map({ Int(($0 * 10).rounded()) }) else { return "silence" }
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10) \(unit)"
    }

    var json: String {
        get throws {
            func rounded(_ decibels: Double) -> Double { (decibels * 100).rounded() / 100 }
            let rows = files.map { file -> JSONObject in
                let check: SoundCheck? = if case .success(let check) = file.result { check } else { nil }
                return [
                    "file": file.file, "ok": file.code == EX_OK, "problem": file.problem,
                    "duration_ms": check?.duration.wholeMilliseconds, "frames": check?.frames,
                    "rate": check?.format.rate, "channels": check?.format.channels,
                    "bit_rate_kbps": check?.bitRate.kilobits, "variable_bit_rate": check?.bitRate.isVariable,
                    "peak_dbfs": check?.peak.map(rounded), "true_peak_dbtp": check?.truePeak.map(rounded),
                    "loudness_lufs": check?.loudness.map(rounded), "damages": check?.damages,
                    "missing_ms": check?.missing.wholeMilliseconds, "sha256": check?.sha256,
                ]
            }
            return try JSONText.encode(rows) + "\n"
        }
    }
}
