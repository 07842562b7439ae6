import Testing

@testable import AdhanCore

@Suite struct RecordingNameTests {
    private static let tone = RecordingName.placeholderSHA256

    @Test(
        arguments: [
            ("/usr/share/adhand/adhan.mp3", tone, "placeholder tone (no recording chosen)"),
            ("/srv/adhan/muezzin.mp3", tone, "placeholder tone (no recording chosen)"),
            ("/panel/recording-0123456789abcdef-Fajr.mp3", tone, "placeholder tone (no recording chosen)"),
            // A mosque's recording in the place of the tone.
            ("/usr/share/adhand/adhan.mp3", String(repeating: "0", count: 64), "adhan.mp3"),
            ("/srv/adhan/muezzin.mp3", nil, "muezzin.mp3"), ("muezzin.mp3", nil, "muezzin.mp3"), ("/", nil, "?"),
            ("/var/lib/adhand/panel/recording-0123456789abcdef-Fajr - Makkah.mp3", nil, "Fajr - Makkah.mp3"),
            ("recording-0123456789abcdef-أذان.mp3", nil, "أذان.mp3"),
            ("/srv/recording-2026-new.mp3", nil, "recording-2026-new.mp3"),
        ] as [(String, String?, String)]
    )
    func `has one name in every text`(path: String, sha256: String?, name: String) {
        let found = RecordingName(path, sha256: sha256)
        #expect(found.description == name && found.isPlaceholder == (sha256 == Self.tone))
    }

    @Test(arguments: [
        ("/srv/adhan/muezzin.mp3", "0", "/srv/adhan/muezzin.mp3"), ("muezzin.mp3", "0", "muezzin.mp3"),
        ("/usr/share/adhand/adhan.mp3", tone, RecordingName.placeholder),
        ("/var/lib/adhand/panel/recording-0123456789abcdef-Fajr.mp3", "0", "Fajr.mp3"),
    ])
    func `has its path for the caretaker where it has no other name`(path: String, sha256: String, words: String) {
        #expect(RecordingName.located(path, sha256: sha256) == words)
    }

    @Test(arguments: [
        "Fajr Makkah.mp3", "أذان الفجر.mp3", "", "../../etc/passwd", "a\\b\"c'd.MP3", ".mp3", "-", "a-b-c.mp3",
        "adhan.new-2.mp3", "\u{202E}evil\u{2066}.mp3", String(repeating: "ফজর", count: 300),
    ])
    func `an upload's name fits into a file name, and is the shown name`(given: String) {
        let file = "recording-0123456789abcdef" + RecordingName.ending(of: given)
        #expect(file.utf8.count < 200 && !file.contains { "/\\".contains($0) } && file.hasSuffix(".mp3"), "\(file)")
        #expect(file.hasSuffix("-" + RecordingName("/panel/" + file, sha256: nil).description), "\(file)")
    }
}

@Suite struct OutputDeviceTests {
    @Test(arguments: [
        ("default", nil, nil), ("silent", OutputDevice.Kind.silent, nil), ("file:/srv/a.wav", .wav, "/srv/a.wav"),
        ("file:rehearsal.wav", .wav, "rehearsal.wav"), ("file", nil, nil), ("plughw:CARD=file", nil, nil),
        // ALSA's own device of that name, which also needs a slave or a format.
        ("file:FILE=/srv/a.raw,FORMAT=raw", nil, nil), ("file:'/srv/a.raw',raw", nil, nil),
        ("file:SLAVE=null", nil, nil),
    ])
    func `ALSA's names stay ALSA's, and a path is a WAV file`(name: String, kind: OutputDevice.Kind?, file: String?) {
        let device = OutputDevice(name)
        #expect(device.kind == kind && device.file == file && device.isCard == (kind == nil))
    }
}
