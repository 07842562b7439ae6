import AdhanAudio
import AdhanCore
import AdhanSupport
import ArgumentParser
import Glibc

/// The shell's offers for an argument that is half typed.
extension CompletionKind {
    static var prayers: CompletionKind { .list(Prayer.called.map(\.rawValue)) }

    static var days: CompletionKind { .list(["today", "tomorrow", "yesterday"]) }

    /// The keys that the config knows, without those of a file.
    static var configKeys: CompletionKind {
        .custom { _, _, _ in
            let locations = Locations(resources: nil, daemon: false)
            // reason: without the defaults there is nothing to offer
            return (try? Configuration.load(nil, locations).entries.map(\.key)) ?? []
        }
    }

    /// The zones of tzdata's list. The heading of its columns has no slash.
    static var zones: CompletionKind { .shellCommand("cut -s -f3 /usr/share/zoneinfo/zone.tab | grep /") }

    /// The sound cards, by the names that the config takes.
    static var devices: CompletionKind { .custom { _, _, _ in SoundDevices().names.map(\.name) } }

    /// The prayers, and the MP3 files and folders that begin with what is typed.
    static var prayersAndRecordings: CompletionKind {
        .custom { _, _, typed in
            Prayer.called.map(\.rawValue) + files(typed + "*.mp3") + files(typed + "*/")
        }
    }

    /// The values of the setting that is being typed.
    static var settingValues: CompletionKind {
        .custom { words, _, _ in
            switch words.compactMap({ word in Preferences.Key.allCases.first { $0.name == word } }).first {
            case .adhan: ["on", "off", "default"]
            case .hijriAdjust: ["+1", "-1", "+2", "-2", "default"]
            case .volume, nil: ["default"]
            }
        }
    }

    /// The files that match a pattern of the shell; a folder has a slash at its end. Bash expands each offer and would
    /// run a name such as `$(reboot).mp3`: names with other than letters, digits and harmless signs are left out.
    private static func files(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        let paths = UnsafeBufferPointer(start: found.gl_pathv, count: Int(found.gl_pathc))
        return paths.compactMap { $0.map { String(cString: $0) } }.filter { name in
            name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789/._-+@=, ".unicodeScalars.contains($0)
            }
        }
    }
}
