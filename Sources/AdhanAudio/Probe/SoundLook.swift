import AdhanCore

/// Describes a sound file in words, for the journal and the rehearsal.
package enum SoundLook {
    /// The SHA-256 of the tone that comes with adhand, so that a recording put in its place is not taken for it.
    package static let placeholderSHA256 = "8edc7b3f81e57a18651408255831c1c13a59e7fad7959699a3f8ee29160320ec"

    /// Decodes the whole file, and measures its loudness where `loudness` is given.
    package static func at(_ path: String, _ loudness: Loudness? = nil) -> Result<String, AudioError> {
        do {
            let file = try SoundFile(path: path)
            try loudness?.measure(file)
            return .success(words(try SoundCheck.verify(file), path))
        } catch {
            return .failure(error)
        }
    }

    package static func words(_ check: SoundCheck, _ path: String) -> String {
        let length = DurationText.format(.milliseconds(check.duration.wholeMilliseconds))
        let damages = check.damages > 0 ? ", damaged in \(places(check.damages))" : ""
        let placeholder = check.sha256 == placeholderSHA256 ? "; " + placeholderNote : ""
        return "\(path): \(length), \(check.format)\(damages), sha256 \(check.sha256.prefix(12))…\(placeholder)"
    }

    package static func places(_ count: Int) -> String { count == 1 ? "1 place" : "\(count) places" }

    /// A remark where the file is the placeholder; nil where it is a recording, or cannot be read.
    package static func placeholderWords(_ path: String) -> String? {
        // Faults of the file are reported when it is played.
        guard let file = try? SoundFile(path: path) else { return nil }  // reason: see above
        return file.sha256 == placeholderSHA256 ? placeholderNote : nil
    }

    private static let placeholderNote =
        "this is the placeholder tone that comes with adhand: put your muezzin's recording into [audio] adhan"
}
