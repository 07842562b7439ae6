import AdhanSupport

/// A program that has a sound card open for playback, according to the kernel.
struct CardOwner: Sendable, Equatable {
    let card: Int
    let program: String
    let process: Int

    var isAdhand: Bool { ["adhand", "adhand-caller"].contains(program) }

    var words: String { "\(program) (process \(process))" }

    static func all(proc: String = "/proc") -> [CardOwner] {
        folders(in: proc + "/asound", prefix: "card", suffix: "").flatMap { card in
            folders(in: card.path, prefix: "pcm", suffix: "p").flatMap { device in
                folders(in: device.path, prefix: "sub", suffix: "").compactMap { stream in
                    // This is the thread that opened it; the program's name comes from its process.
                    guard let number = Int(card.name.dropFirst(4)),
                        let thread = value("owner_pid", in: stream.path + "/status").flatMap({ Int($0) }),
                        let process = value("Tgid", in: "\(proc)/\(thread)/status").flatMap({ Int($0) }),
                        let program = value("Name", in: "\(proc)/\(process)/status")
                    else { return nil }
                    return CardOwner(card: number, program: program, process: process)
                }
            }
        }
    }

    private static func folders(in path: String, prefix: String, suffix: String) -> [(name: String, path: String)] {
        // Without ALSA in the kernel there is no such folder, and nobody has a card open.
        // The kernel has 32 cards, each with a few dozen names.
        Folder.names(in: path, limit: 1000).sorted().filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.map {
            ($0, path + "/" + $0)
        }
    }

    /// The value of a line such as `owner_pid   : 812`.
    private static func value(_ key: String, in path: String) -> String? {
        // The stream was closed or the process has ended: there is no owner.
        guard let bytes = try? BoundedFile.read(path, limit: 1 << 16) else { return nil }  // reason: see above
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let name = parts.first, name.prefix(while: { $0 != " " }) == key else { continue }
            return parts.last.map { String($0.drop { $0 == " " || $0 == "\t" }) }
        }
        return nil
    }
}
