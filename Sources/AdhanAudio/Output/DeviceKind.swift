/// What an entry of `[audio] devices` stands for.
package enum DeviceKind: Sendable, Equatable {
    /// A name of ALSA's.
    case alsa
    /// `silent`: keeps time and makes no sound.
    case silent
    /// `file:PATH`: plays into a WAV file, in real time.
    case file(path: String)

    package static let filePrefix = "file:"

    package init(_ name: String) {
        self =
            if name == PlayerConfiguration.silent {
                .silent
            } else if name.hasPrefix(Self.filePrefix) {
                .file(path: String(name.dropFirst(Self.filePrefix.count)))
            } else {
                .alsa
            }
    }

    /// What a person is told of a device that was chosen although nobody hears it; nil for one of ALSA's.
    package var unheard: String? {
        switch self {
        case .alsa: nil
        case .silent: "silent, as [audio] devices says: time is kept, and nothing is heard"
        case .file(let path): "plays into \(path), as [audio] devices says: nobody hears it"
        }
    }
}
