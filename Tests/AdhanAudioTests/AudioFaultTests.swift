import AdhanCore
import Glibc
import Testing

@testable import AdhanAudio

/// What errors of ALSA and of recordings mean for a person.
struct AudioFaultTests {
    private static let unknown = "Unknown PCM default"
    private static let format = SoundFormat(rate: 8000, channels: 1)

    private static func closed(_ code: Int32, _ message: String = "", device: String = "default") -> AudioError {
        .deviceClosed(device: device, doing: "opening", code: code, message: message)
    }

    private static func lost(_ code: Int32) -> AudioError {
        .deviceLost(device: "hw:1", doing: "writing", code: code)
    }

    @Test(
        arguments: [
            (closed(ENOENT, unknown), "the sound card is missing (Unknown PCM default)"),
            (closed(ENODEV), "the sound card is missing (default: No such device)"),
            (closed(EBUSY), "another program is using the sound card (default: Device or resource busy)"),
            (closed(EACCES), "adhand may not use the sound card (default: Permission denied)"),
            (closed(ENOSPC, device: "file:/a.wav"), "the disk is full (file:/a.wav: No space left on device)"),
            (closed(EACCES, device: "file:/a.wav"), "file:/a.wav: Permission denied"),
            (lost(ENODEV), "the sound card is missing (hw:1: No such device while writing)"),
            (lost(EIO), "the sound card does not work (hw:1: Input/output error while writing)"),
            (
                .formatRefused(device: "hw:0", format: format, reason: "8000 Hz"),
                "the sound card does not play the recording’s format (hw:0: \(format): 8000 Hz)"
            ),
            (
                .deviceHung(device: "hw:1", after: .seconds(3)),
                "the sound card does not answer (hw:1 has not answered for 3.0 s)"
            ),
        ] as [(AudioError, String)]
    )
    func `a device's error is said by its meaning, with ALSA's words behind it`(error: AudioError, sentence: String) {
        #expect(error.problem == sentence && error.description == sentence && error.fault().sentence == sentence)
    }

    @Test(arguments: [
        (AudioError.fileMissing(path: "/srv/a.mp3"), "recording-missing"),
        (.fileUnreadable(path: "/srv/a.mp3", code: EACCES), "recording-denied"),
        (.fileUnreadable(path: "/srv/a.mp3", code: EIO), "recording-unreadable"),
        (.fileHung(path: "/srv/a.mp3"), "recording-unreadable"), (.fileEmpty(path: "/srv/a.mp3"), "recording-unusable"),
        (.notMP3(path: "/srv/a.mp3", seems: nil), "recording-unusable"),
    ])
    func `a recording's error has a meaning, with the path behind it`(error: AudioError, id: String) {
        let fault = error.fault(of: "/srv/a.mp3")
        #expect(fault.id == id && fault.parameters == ["file": "a.mp3", "detail": error.problem])
        #expect(error.problem.contains("'/srv/a.mp3'"), "the log and the ledger name the whole path")
    }

    @Test func `of several devices that fail, one that is there decides the meaning`() {
        let fault = AudioError.fault(of: [Self.closed(ENOENT, Self.unknown), Self.closed(EBUSY, device: "hw:1")])
        #expect(fault.sentence.hasPrefix("another program is using the sound card (Unknown PCM default; hw:1: "))
        let file = Self.closed(EACCES, device: "file:/a.wav")
        #expect(AudioError.fault(of: [Self.closed(ENOENT, Self.unknown), file]).id == "card-missing")
        #expect(AudioError.fault(of: []).id == "card-missing" && AudioError.fault(of: [file]).id == "other")
    }
}
