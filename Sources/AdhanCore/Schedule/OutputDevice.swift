/// An entry of `[audio] devices`: a name of ALSA's, or an output of adhand's own.
package struct OutputDevice: Sendable, Hashable {
    package let name: String
    /// Nil for a name of ALSA's.
    package let kind: Kind?
    /// The path behind the kind's prefix, to which the sound is written; nil for another kind.
    package let file: String?

    /// The outputs of adhand's own.
    package enum Kind: CaseIterable, Sendable {
        /// Keeps time and makes no sound.
        case silent
        /// Plays into a WAV file, in real time.
        case wav

        /// The whole name, or `NAME:` where a path follows.
        fileprivate var prefix: String {
            switch self {
            case .silent: "silent"
            case .wav: "file:"
            }
        }

        /// The words of `adhand audio devices` for it.
        package var purpose: String {
            switch self {
            case .silent: "silence, on purpose"
            case .wav: "a WAV file, on purpose; it is not opened"
            }
        }

        /// Why nobody hears it although it was chosen.
        fileprivate func unheard(_ file: String) -> String {
            switch self {
            case .silent: "nothing is heard, because [audio] devices names \"silent\""
            case .wav:
                "the sound goes into \(file) and not to a loudspeaker, because [audio] devices names that file"
            }
        }

        fileprivate var takesPath: Bool { prefix.hasSuffix(":") }
    }

    package static let silent = OutputDevice(Kind.silent.prefix)
    /// How the arguments of ALSA's own `file` device begin.
    private static let alsaArguments = ["FILE=", "FORMAT=", "SLAVE=", "'", "\"", "{"]

    package init(_ name: String) {
        self.name = name
        kind = Kind.allCases.first { kind in
            guard kind.takesPath else { return name == kind.prefix }
            let path = name.dropFirst(kind.prefix.count)
            return name.hasPrefix(kind.prefix) && !Self.alsaArguments.contains(where: path.hasPrefix)
        }
        file = kind.flatMap { $0.takesPath ? String(name.dropFirst($0.prefix.count)) : nil }
    }

    /// A WAV file as an output.
    package init(wav file: String) { self.init(Kind.wav.prefix + file) }

    /// Whether it is a name of ALSA's, behind which there may be a sound card.
    package var isCard: Bool { kind == nil }
    package var isSilent: Bool { kind == .silent }

    /// The same output with another path, where it has one.
    package func resolved(_ path: (String) -> String) -> String {
        guard let kind, let file else { return name }
        return kind.prefix + path(file)
    }

    /// The sentence for a chosen device that nobody hears; nil for one of ALSA's.
    package var unheard: String? { kind?.unheard(file ?? "") }
}
