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
    case noDevice(reasons: [String])

    package var description: String { remedy.map { "\(problem); \($0)" } ?? problem }

    /// What is wrong.
    package var problem: String {
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
        case .deviceClosed(let device, let doing, let code, let message):
            "\(device): \(doing) failed: \(message.isEmpty ? Self.reason(code) : "\(message) (\(Self.reason(code)))")"
        case .formatRefused(let device, let format, let reason):
            "\(device): does not take \(format): \(reason)"
        case .deviceLost(let device, let doing, let code):
            "the sound device \(device) was lost while \(doing): \(Self.reason(code))"
        case .deviceStalled(let device, let after):
            "the sound device \(device) has taken no sound for \(after.tenths)"
        case .deviceHung(let device, let after):
            "the sound device \(device) has not answered for \(after.tenths)"
        case .noDevice(let reasons):
            "no sound card: " + (reasons.isEmpty ? "none is named in [audio] devices" : reasons.joined(separator: "; "))
        }
    }

    /// The file, if it is heard up to its fault.
    package var audibleFile: String? {
        switch self {
        case .fileCutShort(let path, _, _), .fileDamaged(let path, _, _): path
        default: nil
        }
    }

    /// The advice for this error.
    package var remedy: String? { exactRemedy ?? usualRemedy }

    /// The advice that follows from the fault alone; nil if it depends on more.
    package var exactRemedy: String? {
        switch self {
        case .fileMissing(_, let near?): return "write '\(near)' in the config; capital letters count"
        case .fileMissing(let path, nil):
            return HiddenFolder.holding(path).map {
                "the service sees nothing in \($0); put the recording into /etc/adhand, and correct its path"
            }
        case .notMP3(let path, let seems?) where seems.hasSuffix(FileKind.mustBeConverted):
            let dot = path.lastIndex(of: ".").flatMap { path[$0...].contains("/") ? nil : $0 } ?? path.endIndex
            let isNamedMP3 = path[dot...].lowercased() == ".mp3"
            let target = path[..<dot] + (isNamedMP3 ? "-converted.mp3" : ".mp3")
            return "ffmpeg -i \(shellWord(path)) \(shellWord(String(target)))"
        default: return nil
        }
    }

    private var usualRemedy: String? {
        switch self {
        case .fileMissing: "put the recording there, or correct its path"
        case .fileUnreadable: "check the disk and the file's permissions"
        case .fileIrregular: "name an MP3 file"
        case .fileEmpty: "copy the recording again"
        case .fileTooLarge: "use a shorter recording or a lower bit rate"
        case .fileHung: "check that disk or server"
        case .otherFilesHung: "check their disk or server, or restart adhand"
        case .decodingTooLong, .bitRateTooLow: "encode it again as MP3"
        case .fileTooLong: "use a shorter recording"
        case .notMP3, .noSoundFound: "put an MP3 in its place"
        case .formatRefused(let device, _, _) where device.hasPrefix("hw:"):
            "name it plug\(device) in [audio] devices, so that ALSA converts"
        case .deviceLost(_, _, ENODEV): "check that it is still plugged in"
        case .deviceClosed(_, _, EBUSY, _): "end the program that has it: sudo fuser -v /dev/snd/* names it"
        default: nil
        }
    }

    /// `Permission denied (13)`.
    static func reason(_ code: Int32) -> String {
        // strerror's buffer is not thread-safe.
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(code, &buffer, buffer.count) == 0, buffer.first != 0 else { return "error \(code)" }
        return "\(String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)) (\(code))"
    }
}
