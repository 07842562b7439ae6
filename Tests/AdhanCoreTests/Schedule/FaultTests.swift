import AdhanCore
import Glibc
import Testing

/// What errors of the system mean for a person.
struct FaultTests {
    @Test(arguments: [
        (Fault.Meaning.Object.card, ENOENT, Fault.Meaning.cardMissing), (.card, ENODEV, .cardMissing),
        (.card, ENXIO, .cardMissing), (.card, EBUSY, .cardBusy), (.card, EAGAIN, .cardBusy),
        (.card, EACCES, .cardDenied), (.card, EPERM, .cardDenied), (.card, ETIMEDOUT, .cardHung),
        (.card, EIO, .cardFailing), (.card, ECONNREFUSED, .cardFailing), (.card, 524, .cardFailing),
        (.card, ENOSPC, .cardFailing), (.disk, ENOSPC, .diskFull), (.disk, EDQUOT, .diskFull), (.disk, EROFS, .other),
        (.recording, ENOENT, .recordingMissing), (.recording, EACCES, .recordingDenied),
        (.recording, EIO, .recordingUnreadable), (.recording, ENXIO, .recordingUnreadable),
        (.recording, ELOOP, .recordingUnusable), (.recording, EISDIR, .recordingUnusable),
        (.recording, ENAMETOOLONG, .recordingUnusable), (.recording, EMFILE, .other), (.recording, ENFILE, .other),
        (.recording, ENOMEM, .other), (.recording, EUCLEAN, .recordingUnreadable),
    ])
    func `an errno has a meaning`(object: Fault.Meaning.Object, code: Int32, meaning: Fault.Meaning) {
        #expect(Fault.Meaning(of: object, errno: code) == meaning)
    }

    @Test(arguments: Fault.Meaning.allCases)
    func `each meaning has a sentence, an advice and a command that leads in no circle`(meaning: Fault.Meaning) {
        let fault = Fault(meaning, file: "/srv/adhan/fajr.mp3", detail: "Unknown PCM default")
        let hasDetail = fault.sentence.hasSuffix(" (Unknown PCM default)") || meaning == .other
        #expect(hasDetail && !fault.sentence.contains("{") && !fault.sentence.contains("/srv"))
        #expect(!fault.advice.isEmpty && !fault.advice.contains("sudo"), "it is for people without a terminal")
        for circle in ["adhand status", "adhand doctor"] { #expect(!fault.command.contains(circle)) }
        #expect(!fault.command.isEmpty && meaning.rawValue.allSatisfy { $0 == "-" || $0.isLowercase })
    }

    @Test func `a fault of an uploaded recording has the name that the person gave it`() {
        let file = "/var/lib/adhand/panel/recording-0123456789abcdef-Makkah\u{202E}.mp3"
        #expect(Fault(.recordingMissing, file: file).parameters == ["file": "Makkah.mp3"])
    }

    @Test func `a fault of a newer daemon is told by its detail`() throws {
        let text = #"{"id": "card-upside-down", "parameters": {"detail": "Error 9"}}"#
        let fault: Fault = try JSONText.decode(from: Array(text.utf8))
        #expect(fault.sentence == "Error 9" && fault.id == "card-upside-down")
    }

    @Test(arguments: [
        (ClockTrust.UntrustedReason.beforeFloor(.init(seconds: 2_000_000_000)), "clock-past"),
        (.startedRecently(trustAfter: .minutes(10)), "clock-starting"), (.noHardwareClock, "clock-unset"),
    ])
    func `a clock that is not trusted is a fault`(reason: ClockTrust.UntrustedReason, id: String) {
        let (trust, now) = (ClockTrust.untrusted(reason), Instant(seconds: 1_900_000_000))
        let fault = trust.fault(.utc, now: now)
        #expect(fault?.id == id && fault?.detail == trust.reason(.utc, now: now))
        #expect(ClockTrust.synchronised.fault(.utc, now: now) == nil)
    }
}
