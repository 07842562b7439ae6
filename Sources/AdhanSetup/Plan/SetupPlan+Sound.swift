import AdhanAudio
import AdhanCore
import AdhanSupport
import Glibc

extension SetupPlan {
    private static let devices = "audio.devices"

    private var configured: [String] {
        configuration.keys.contains(Self.devices) ? configuration.audio.devices : []
    }

    /// The device that counts without an answer.
    package var proposedDevice: String { configured.first ?? box.devices().first?.name ?? "default" }

    var deviceQuestion: SetupQuestion {
        let (found, name) = (box.devices(), proposedDevice)
        let title = found.first { $0.name == name }.map { ", \($0.title)" } ?? ""
        return SetupQuestion(
            topic: .device,
            title: "Which sound card calls the adhan?",
            notes: found.count > 1
                ? ["A test plays on it. Enter if you heard it; otherwise the number of another one."]
                : [
                    "No sound card is found. Plug it in, then write 0 to look again. Enter goes on without one; later: "
                        + "sudo adhand config set audio.devices NAME"
                ],
            choices: found.map { "\($0.name), \($0.title)" },
            proposal: SetupProposal(
                words: configured.count > 1 ? configured.joined(separator: ", ") : name + title,
                changes: configured.isEmpty ? [ConfigChange(key: Self.devices, to: .texts([name]))] : []
            )
        )
    }

    mutating func answerDevice(_ text: String) throws(SetupRefusal) {
        let found = box.devices()
        if text == "0" {
            throw SetupRefusal("there \(found.count == 2 ? "is 1 card" : "are \(found.count - 1) cards") now")
        }
        let name = try choice(text, of: found.map(\.name)).map { found[$0].name } ?? text
        if let unknown = UnknownDevice(name) {
            throw SetupRefusal("\(unknown.problem); the names: adhand audio devices")
        }
        // The others of the config stay behind it, for when it fails.
        let others = spare.filter { $0 != name }
        try take(.device, [ConfigChange(key: Self.devices, to: .texts([name] + others))])
    }

    /// The words by which the recording of Fajr is known: it has a line that the others lack.
    private static let fajr = ["fajr", "fajir", "fadjr", "fecr", "sabah", "subuh", "sobh"]

    private static func isFajr(_ file: String) -> Bool {
        let name = PathName.name(of: file).lowercased()
        return fajr.contains { name.contains($0) }
    }

    var recordingQuestion: SetupQuestion {
        SetupQuestion(
            topic: .recording,
            title: "Which recording is the adhan?",
            notes: [
                "Write the path of an MP3 file; behind a comma, that of another one for Fajr. Write placeholder for "
                    + "the tone that comes with adhand."
            ],
            choices: box.recordings(),
            proposal: recordingProposal
        )
    }

    /// The recordings with their lengths.
    var recordingWords: [String] {
        guard configuration.keys.contains("audio.adhan") else {
            return ["\(RecordingName.placeholder); \(RecordingName.remedy)"]
        }
        return configuration.audio.files.map { file in
            do {
                let check = try SoundCheck.verify(file)
                return "\(file): \(check.duration.tenths)"
            } catch {
                return "\(error)"
            }
        }
    }

    private var recordingProposal: SetupProposal {
        if configuration.keys.contains("audio.adhan") {
            return SetupProposal(words: configuration.audio.files.joined(separator: ", "), changes: [])
        }
        let found = box.recordings().filter { (try? SoundCheck.verify($0)) != nil }  // reason: it cannot be played
        guard let adhan = found.first(where: { !Self.isFajr($0) }) else {
            return SetupProposal(words: RecordingName.placeholder, changes: [])
        }
        let files = [adhan] + found.filter(Self.isFajr).prefix(1)
        return SetupProposal(words: files.joined(separator: ", "), changes: Self.lines(files))
    }

    mutating func answerRecording(_ text: String) throws(SetupRefusal) {
        if ["none", "placeholder", "-"].contains(text.lowercased()) {
            return try take(.recording, ["adhan", "adhan_fajr"].map { ConfigChange(key: "audio.\($0)", to: nil) })
        }
        let found = box.recordings()
        // A comma may also be a part of a name.
        let isOne = access(PathName.absolute(text), F_OK) == 0
        let parts = (isOne ? [text[...]] : text.split(separator: ",")).map { String(String($0).trimmed) }
            .filter { !$0.isEmpty }
        guard (1...2).contains(parts.count) else {
            throw SetupRefusal("write one file, and perhaps Fajr's own one behind a comma")
        }
        var files: [String] = []
        for part in parts { files.append(try file(part, of: found)) }
        for file in files {
            do {
                _ = try SoundCheck.verify(file)
            } catch {
                throw SetupRefusal("\(error)")
            }
        }
        try take(.recording, Self.lines(files))
    }

    /// Fajr's own one stays as it is where none is given.
    private static func lines(_ files: [String]) -> [ConfigChange] {
        zip(["audio.adhan", "audio.adhan_fajr"], files).map { ConfigChange(key: $0, to: .text($1)) }
    }
}
