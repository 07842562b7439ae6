import AdhanCore
import Testing

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
