import AdhanCore
import Testing

@Suite struct DeviceKindTests {
    @Test(arguments: [
        ("default", DeviceKind.alsa), ("silent", .silent), ("file:/srv/a.wav", .file(path: "/srv/a.wav")),
        ("file:rehearsal.wav", .file(path: "rehearsal.wav")), ("file", .alsa), ("plughw:CARD=file", .alsa),
        // ALSA's own device of that name, which also needs a slave or a format.
        ("file:FILE=/srv/a.raw,FORMAT=raw", .alsa), ("file:'/srv/a.raw',raw", .alsa), ("file:SLAVE=null", .alsa),
    ])
    func `ALSA's names stay ALSA's, and a path is a WAV file`(name: String, kind: DeviceKind) {
        #expect(DeviceKind(name) == kind)
    }
}
