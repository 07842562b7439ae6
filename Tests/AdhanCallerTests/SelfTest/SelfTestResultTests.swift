import Testing

@testable import AdhanCaller

@Suite struct SelfTestResultTests {
    @Test func `a device that there is none of is named although another one plays`() {
        let result = SelfTestResult(
            devices: ["nope", "null"],
            device: "null",
            problem: nil,
            faults: [],
            recordings: ["/srv/a.mp3"],
            unknown: ["no such device 'nope'"]
        )
        #expect(result.isOK && result.words == "null plays, and the recording decodes whole; no such device 'nope'")
    }

    @Test func `a test that has not returned names what it waits for: the recording's disk, or the device`() {
        let device = SelfTestResult(late: ["hw:1", "default"], ["/srv/a.mp3"], waitingFor: nil, faults: ["b"])
        #expect(
            !device.isOK && device.words == "the sound card does not answer (hw:1, default: no answer for a minute); b"
        )
        let disk = SelfTestResult(late: ["hw:1"], ["/srv/a.mp3"], waitingFor: "/srv/a.mp3", faults: [])
        #expect(!disk.isOK && disk.problem == nil)
        #expect(disk.words == "/srv/a.mp3: its disk or server has not answered for a minute")
    }
}
