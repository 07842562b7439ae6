import Glibc

/// A fault by its meaning: an id and parameters, from which each surface makes a sentence in its language.
package struct Fault: Codable, Hashable, Sendable {
    /// `card-missing`: a `Meaning`, or one of a newer daemon.
    package let id: String
    /// `file`: the recording's name. `detail`: the words of the system or a library, in English.
    package let parameters: [String: String]

    package init(_ meaning: Meaning, file: String? = nil, detail: String = "") {
        id = meaning.rawValue
        let name = file.map { OneLine.of("\(RecordingName($0, sha256: nil))", limit: 200) }
        let words = detail.isEmpty ? nil : OneLine.of(detail, limit: 300)
        parameters = ["file": name, "detail": words].compactMapValues(\.self)
    }

    private var meaning: Meaning { Meaning(rawValue: id) ?? .other }
    package var detail: String? { parameters["detail"] }

    /// In English, with the detail: `the sound card is missing (Unknown PCM default)`.
    package var sentence: String {
        if meaning == .other, let detail { return detail }
        let words = meaning.sentence.replacing("{file}", with: parameters["file"] ?? "?")
        return words + (detail.map { " (\($0))" } ?? "")
    }

    /// The advice for a person without a terminal, in English.
    package var advice: String { meaning.advice }
    /// The command for a terminal.
    package var command: String { meaning.command }
    /// Both, for a terminal.
    package var remedy: String { "\(advice); \(command)" }
}

extension Fault {
    /// The raw values are the ids that programs see, and the keys of `Resources/faults`.
    package enum Meaning: String, CaseIterable, Sendable {
        case cardMissing = "card-missing", cardBusy = "card-busy", cardDenied = "card-denied", cardHung = "card-hung"
        case cardFormat = "card-format", cardFailing = "card-failing", cardMuted = "card-muted"
        case volumeLow = "volume-low", diskFull = "disk-full", noNames = "no-names"
        case recordingMissing = "recording-missing", recordingDenied = "recording-denied"
        case recordingUnreadable = "recording-unreadable", recordingUnusable = "recording-unusable"
        case clockPast = "clock-past", clockStarting = "clock-starting", clockUnset = "clock-unset"
        /// Its sentence is the detail.
        case other

        /// The object of a system call that failed.
        package enum Object { case card, recording, disk }

        /// The meaning of an errno, also of one that ALSA returns.
        package init(of object: Object, errno code: Int32) {
            self =
                switch (object, code) {
                case (.disk, ENOSPC), (.disk, EDQUOT): .diskFull
                case (.card, ENOENT), (.card, ENODEV), (.card, ENXIO): .cardMissing
                case (.card, EBUSY), (.card, EAGAIN): .cardBusy
                case (.card, EACCES), (.card, EPERM): .cardDenied
                case (.card, ETIMEDOUT): .cardHung
                case (.card, _): .cardFailing
                case (.recording, ENOENT), (.recording, ENOTDIR): .recordingMissing
                case (.recording, EACCES), (.recording, EPERM): .recordingDenied
                // The path leads to no file, as a folder or a link to itself.
                case (.recording, EISDIR), (.recording, ELOOP), (.recording, ENAMETOOLONG): .recordingUnusable
                case (.recording, EMFILE), (.recording, ENFILE), (.recording, ENOMEM): .other
                case (.recording, _): .recordingUnreadable
                case (.disk, _): .other
                }
        }

        package var sentence: String {
            switch self {
            case .cardMissing: "the sound card is missing"
            case .cardBusy: "another program is using the sound card"
            case .cardDenied: "adhand may not use the sound card"
            case .cardHung: "the sound card does not answer"
            case .cardFormat: "the sound card does not play the recording’s format"
            case .cardFailing: "the sound card does not work"
            case .cardMuted: "the sound card is muted"
            case .volumeLow: "the volume is too low to be heard"
            case .recordingMissing: "the recording {file} is missing"
            case .recordingDenied: "adhand may not read the recording {file}"
            case .recordingUnreadable: "the disk with the recording {file} does not work"
            case .recordingUnusable: "the recording {file} cannot be played"
            case .diskFull: "the disk is full"
            case .noNames: "the network does not find the names of servers"
            case .clockPast: "the clock shows a time that has already passed"
            case .clockStarting: "the box has just started, and no time server has answered yet"
            case .clockUnset: "the box does not know the time"
            case .other: ""
            }
        }

        package var advice: String {
            switch self {
            case .cardMissing: "check that the sound card is plugged in and switched on"
            case .cardDenied: "ask whoever set up the box to let adhand use the sound card"
            case .cardFormat: "choose a recording in the common format: MP3 with 44,100 Hz, stereo"
            case .cardMuted: "turn up the volume of the box’s sound card"
            case .volumeLow: "set a higher volume on the committee’s page"
            case .recordingMissing, .recordingDenied, .recordingUnusable:
                "upload the recording again, as an MP3 file, on the committee’s page"
            case .recordingUnreadable: "check that the disk is plugged in, then switch the box off and on again"
            case .diskFull: "delete recordings and pictures that are no longer needed"
            case .noNames: "check the router and the network cable"
            case .clockPast, .clockUnset: "connect the box to the internet, so that it sets its clock"
            case .clockStarting: "connect the box to the internet, or wait a few minutes"
            case .cardBusy, .cardHung, .cardFailing, .other: "switch the box off and on again"
            }
        }

        /// None leads to `adhand status`, which shows it, nor to `adhand doctor`, which may lead back.
        package var command: String {
            switch self {
            case .cardMissing: "to see the sound cards: adhand audio devices"
            case .cardBusy: "to see that program: sudo fuser -v /dev/snd/*"
            case .cardDenied: "sudo adduser adhand audio && sudo systemctl restart adhand"
            case .cardFormat: "to let ALSA convert it, write plughw in place of hw into [audio] devices"
            case .cardMuted: "alsamixer"
            case .volumeLow: "adhand set volume default"
            case .recordingMissing: "put the recording there, or correct its path"
            case .recordingDenied: "let the daemon read it; the command for that: sudo adhand check-config"
            case .recordingUnusable: "put an MP3 in its place"
            case .diskFull: "to see what is full: df -h"
            case .noNames: "resolvectl status"
            case .clockPast, .clockStarting, .clockUnset: "if the time is right: sudo adhand clock confirm"
            case .cardHung, .cardFailing, .recordingUnreadable: "to see what the system says of it: sudo dmesg | tail"
            case .other: "to see what adhand says of it: sudo journalctl -u adhand -n 30"
            }
        }
    }
}
