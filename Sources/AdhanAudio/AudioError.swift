import AdhanCore
import AdhanSupport
import Glibc

/// What can go wrong with a sound file or a sound device, with advice for the caretaker of the box.
package enum AudioError: Error, Equatable, CustomStringConvertible {
    /// `near`: a file in its folder whose name differs in capital letters only.
    case fileMissing(path: String, near: String? = nil)
    case fileUnreadable(path: String, code: Int32)
    case fileIrregular(path: String, kind: String)
    case fileEmpty(path: String)
    case fileTooLarge(path: String, limit: Int)
    case fileHung(path: String)
    case otherFilesHung(path: String, others: [String])
    case notMP3(path: String, seems: String?)
    case noSoundFound(path: String, within: Int)
    case decodingTooLong(path: String, after: Duration)
    case fileTooLong(path: String, limit: Duration)
    case bitRateTooLow(path: String)
    case fileCutShort(path: String, has: Duration, says: Duration)
    case fileDamaged(path: String, after: Duration, reason: String)
    case decoderFailed(reason: String)
    case loudnessFailed(reason: String)
    case deviceClosed(device: String, doing: String, code: Int32, message: String)
    case formatRefused(device: String, format: SoundFormat, reason: String)
    case deviceLost(device: String, doing: String, code: Int32)
    case deviceStalled(device: String, after: Duration)
    case deviceHung(device: String, after: Duration)

    package var description: String {
        isOfRecording && audibleFile == nil ? "\(problem); \(remedy)" : problem
    }

    /// The fault: of a device by its meaning, of a file by its path.
    package var problem: String { isOfRecording ? detail : fault().sentence }

    private var isOfRecording: Bool {
        [.recordingMissing, .recordingDenied, .recordingUnreadable, .recordingUnusable].contains(meaning)
    }

    package func fault(of file: String? = nil) -> Fault { Fault(meaning, file: file, detail: detail) }

    /// Why none of the devices that were tried plays. A card that is there counts more than one that is missing.
    package static func fault(of errors: [AudioError]) -> Fault {
        let meanings = errors.map(\.meaning)
        let isMissing = meanings.isEmpty || meanings.contains(.cardMissing)
        let worst = meanings.first { ![.cardMissing, .other].contains($0) } ?? (isMissing ? .cardMissing : .other)
        let details = errors.map(\.detail).joined(separator: "; ")
        return Fault(worst, detail: errors.isEmpty ? "none is named in [audio] devices" : details)
    }

    private var meaning: Fault.Meaning {
        switch self {
        case .fileMissing: .recordingMissing
        case .fileUnreadable(_, let code): .init(of: .recording, errno: code)
        case .fileHung, .otherFilesHung: .recordingUnreadable
        case .decoderFailed, .loudnessFailed: .other
        case .deviceClosed(let device, _, let code, _), .deviceLost(let device, _, let code):
            .init(of: OutputDevice(device).isCard ? .card : .disk, errno: code)
        case .formatRefused: .cardFormat
        case .deviceStalled, .deviceHung: .cardHung
        default: .recordingUnusable
        }
    }

    private var detail: String {
        switch self {
        case .fileMissing(let path, let near):
            "there is no file '\(path)'" + (near.map { ", but there is '\($0)' in its folder" } ?? "")
        case .fileUnreadable(let path, let code):
            "cannot read '\(path)': \(Self.reason(code))"
        case .fileIrregular(let path, let kind):
            "'\(path)' is \(kind), not a sound file"
        case .fileEmpty(let path):
            "'\(path)' is empty"
        case .fileTooLarge(let path, let limit):
            "'\(path)' is larger than \(limit >> 20) MiB"
        case .fileHung(let path):
            "cannot read '\(path)': its disk or server has not answered"
        case .otherFilesHung(let path, let others):
            "'\(path)' is not read while \(others.count) others have not answered: "
                + others.map { "'\($0)'" }.joined(separator: ", ")
        case .notMP3(let path, let seems):
            "'\(path)' is not an MP3 file" + (seems.map { ": it begins like \($0)" } ?? "")
        case .noSoundFound(let path, let bytes):
            "'\(path)' is not an MP3 file: no sound begins within its first \(bytes >> 10) KiB"
        case .decodingTooLong(let path, let after):
            "'\(path)' is damaged after \(after.tenths): it takes too long to decode"
        case .fileTooLong(let path, let limit):
            "'\(path)' is longer than \(limit.roughly)"
        case .bitRateTooLow(let path):
            "'\(path)' is damaged: it has less than 8 kbit/s"
        case .fileCutShort(let path, let has, let says):
            "\(path) is cut short: \(has.tenths) of \(says.tenths)"
        case .fileDamaged(let path, let after, let reason):
            "\(path) is damaged after \(after.tenths): \(reason)"
        case .decoderFailed(let reason):
            "the MP3 decoder cannot start: \(reason)"
        case .loudnessFailed(let reason):
            "the loudness cannot be measured: \(reason)"
        // ALSA's own message may have the name: `Unknown PCM default`.
        case .deviceClosed(let device, _, _, let message) where message.contains(device): message
        case .deviceClosed(let device, _, let code, let message):
            "\(device): \(message.isEmpty ? Self.reason(code) : message)"
        case .formatRefused(let device, let format, let reason): "\(device): \(format): \(reason)"
        case .deviceLost(let device, let doing, let code): "\(device): \(Self.reason(code)) while \(doing)"
        case .deviceStalled(let device, let after): "\(device) has taken no sound for \(after.tenths)"
        case .deviceHung(let device, let after): "\(device) has not answered for \(after.tenths)"
        }
    }

    /// The file, if it is heard up to its fault.
    package var audibleFile: String? {
        switch self {
        case .fileCutShort(let path, _, _), .fileDamaged(let path, _, _): path
        default: nil
        }
    }

    /// The advice for this error, for a terminal.
    package var remedy: String {
        switch self {
        case .fileMissing(_, let near?): return "write '\(near)' in the config; capital letters count"
        case .fileMissing(let path, nil):
            return HiddenFolder.holding(path).map {
                "the service sees nothing in \($0); put the recording into /etc/adhand, and correct its path"
            } ?? meaning.command
        case .fileTooLarge, .fileTooLong: return "use a shorter recording"
        case .fileEmpty, .fileCutShort, .fileDamaged: return "copy the recording again"
        case .notMP3(let path, let seems?) where seems.hasSuffix(FileKind.mustBeConverted):
            let dot = path.lastIndex(of: ".").flatMap { path[$0...].contains("/") ? nil : $0 } ?? path.endIndex
            let isNamedMP3 = path[dot...].lowercased() == ".mp3"
            let target = path[..<dot] + (isNamedMP3 ? "-converted.mp3" : ".mp3")
            return "ffmpeg -i \(shellWord(path)) \(shellWord(String(target)))"
        case .formatRefused(let device, _, _) where device.hasPrefix("hw:"):
            return "name it plug\(device) in [audio] devices, so that ALSA converts"
        default: return meaning.command
        }
    }

    /// `Permission denied`.
    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
