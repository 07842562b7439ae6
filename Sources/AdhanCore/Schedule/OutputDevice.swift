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

    package init(wav file: String) { self.init(Kind.wav.prefix + file) }

    /// The devices of ALSA that are a card, with the card and the number on it as arguments.
    private static let ofCards: Set<Substring> = ["default", "sysdefault", "hw", "plughw", "hdmi"]

    /// Whether somebody who may not run programs on the box may choose it: silence, a name without arguments, or a
    /// card by its name. Other devices of ALSA's take a command or the path of a file, as `tee:` does.
    package var isHarmless: Bool {
        if isSilent { return true }
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        func isWord(_ text: Substring, beside: String) -> Bool {
            (1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                    default: beside.utf8.contains(byte)
                    }
                }
        }
        guard let kind = parts.first, isWord(kind, beside: "_-") else { return false }
        return parts.count == 1 || Self.ofCards.contains(kind) && isWord(parts[1], beside: "_-=,")
    }

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
