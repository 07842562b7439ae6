/// What an entry of `[audio] devices` stands for.
package enum DeviceKind: Sendable, Equatable {
    /// A name of ALSA's.
    case alsa
    /// `silent`: keeps time and makes no sound.
    case silent
    /// `file:PATH`: plays into a WAV file, in real time.
    case file(path: String)

    package static let silentName = "silent"
    package static let filePrefix = "file:"
    /// How the arguments of ALSA's own `file` device begin.
    private static let alsaArguments = ["FILE=", "FORMAT=", "SLAVE=", "'", "\"", "{"]

    package init(_ name: String) {
        let path = name.hasPrefix(Self.filePrefix) ? String(name.dropFirst(Self.filePrefix.count)) : nil
        self =
            if name == Self.silentName {
                .silent
            } else if let path, !Self.alsaArguments.contains(where: path.hasPrefix) {
                .file(path: path)
            } else {
                .alsa
            }
    }

    /// What a person is told of a device that was chosen although nobody hears it; nil for one of ALSA's.
    package var unheard: String? {
        switch self {
        case .alsa: nil
        case .silent: "nothing is heard, because [audio] devices names \"silent\""
        case .file(let path):
            "the sound goes into \(path) and not to a loudspeaker, because [audio] devices names that file"
        }
    }
}
