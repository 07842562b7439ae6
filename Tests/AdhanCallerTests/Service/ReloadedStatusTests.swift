import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import AdhanCore
@testable import AdhanCaller

/// What the status keeps over a reload.
@Suite struct ReloadedStatusTests {
    private let directory: TestDirectory
    private let now: Instant
    private let failed: HookOutcome
    private let tested = SelfTestResult(
        devices: ["default"],
        device: "default",
        problem: nil,
        faults: [],
        recordings: []
    )

    init() throws {
        directory = try TestDirectory()
        now = try .utc("2026-11-25", 12)
        let occasion = HookOccasion(trialAt: now, .utc)
        let call = HookCall(1, .before, occasion, command: ["/bin/false"], limit: .seconds(10))
        failed = HookOutcome(try #require(call), .exited(1))
    }

    private func config(_ text: String) throws -> Configuration {
        let file = try directory.write(Array(text.utf8), to: "config.toml")
        return try Configuration.load(file, Locations(resources: "/nowhere", daemon: false, environment: [:]))
    }

    private static let hooks = "[hooks]\nbefore = [\"/bin/false\"]\nafter = [\"/bin/true\"]\n"

    private func model() -> StatusModel {
        var model = StatusModel(since: now)
        model.opened(nil, AdhanCore.Fault(.cardMissing, detail: "Unknown PCM default"))
        model.tested(tested, now)
        model.note(RecordingWatch.Findings(faults: [], hooks: [.after: "[hooks] after: it is gone"]))
        model.hooked(failed, now)
        return model
    }

    @Test func `an unchanged config does not make a failing hook, a card or a self-test unseen`() throws {
        let same = try config(Self.hooks)
        var model = model()
        model.applyConfig(same, after: same, recordings: [])
        #expect(model.hookProblems == [.before: failed.problem])
        #expect(model.hookFaults == [.after: "[hooks] after: it is gone"])
        #expect(model.audioProblem?.id == "card-missing")
        #expect(model.selfTest?.result == tested)
        // Another place changes nothing of it.
        model.applyConfig(
            try config("[place]\nlatitude = 1\nlongitude = 1\ntimezone = \"Africa/Lagos\"\n" + Self.hooks),
            after: same,
            recordings: []
        )
        #expect(model.hookProblems.count == 1 && model.hookFaults.count == 1 && model.audioProblem != nil)
    }

    @Test func `what was seen of a hook or a device that the config has no more is dropped`() throws {
        let before = try config(Self.hooks)
        var model = model()
        let next = try config("[audio]\ndevices = [\"hw:1\"]\n" + Self.hooks.replacing("/bin/false", with: "/bin/echo"))
        let missing = RecordingProblem(
            path: "adhan.mp3",
            fault: AdhanCore.Fault(.recordingMissing),
            words: "there is no file",
            remedy: "put one there"
        )
        model.applyConfig(next, after: before, recordings: [missing])
        #expect(model.hookProblems.isEmpty && model.hookFaults.count == 1)
        #expect(model.audioProblem == nil && model.selfTest == nil)
        #expect(model.soundProblems == [missing])
    }
}
