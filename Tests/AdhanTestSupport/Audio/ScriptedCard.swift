import AdhanAudio
import AdhanCore
import AdhanSupport
import Glibc
import Synchronization

/// A simulated sound card on a test's clock. It records what was heard and fails as scripted.
package final class ScriptedCard: Sendable {
    package enum Fault: Sendable {
        /// Absent between these two wall instants.
        case absent(from: Instant, until: Instant)
        /// Writing blocks for that long, once, at that wall instant.
        case busy(at: Instant, for: Duration)
        /// Opens, but accepts no samples from then on.
        case stuck(from: Instant)
        /// Rejects every format.
        case picky
    }

    private struct State {
        var busy: [(at: Instant, length: Duration)] = []
        var heard: [Int16] = []
        var openings = 0
    }

    private let faults: [Fault]
    private let state: Mutex<State>

    package init(_ faults: [Fault] = []) {
        self.faults = faults
        var state = State()
        state.busy = faults.compactMap { if case .busy(let at, let length) = $0 { (at, length) } else { nil } }
        self.state = Mutex(state)
    }

    /// Every sample that was heard, interleaved, including silence.
    package var heard: [Int16] { state.withLock { $0.heard } }
    package var openings: Int { state.withLock { $0.openings } }

    package func open(_ name: String, _ format: SoundFormat, _ clock: any HostClock) throws(AudioError)
        -> any AudioOutput
    {
        state.withLock { $0.openings += 1 }
        if isAbsent(at: clock.wall()) {
            throw .deviceClosed(device: name, doing: "opening", code: ENODEV, message: "")
        }
        if faults.contains(where: { if case .picky = $0 { true } else { false } }) {
            throw .formatRefused(device: name, format: format, reason: "16-bit samples: Invalid argument (22)")
        }
        return ScriptedOutput(name: name, format: format, clock: clock, card: self)
    }

    func isAbsent(at now: Instant) -> Bool {
        faults.contains { if case .absent(let from, let until) = $0 { now >= from && now < until } else { false } }
    }

    func isStuck(at now: Instant) -> Bool {
        faults.contains { if case .stuck(let from) = $0 { now >= from } else { false } }
    }

    func delay(at now: Instant) -> Duration {
        state.withLock { state in
            guard let index = state.busy.firstIndex(where: { now >= $0.at }) else { return .zero }
            return state.busy.remove(at: index).length
        }
    }

    func hear(_ samples: [Int16]) { state.withLock { $0.heard += samples } }
}

private final class ScriptedOutput: AudioOutput {
    let name: String
    let isAudible = true
    let format: SoundFormat
    private let inner: SilentOutput
    private let clock: any HostClock
    private let card: ScriptedCard
    /// Written but not yet heard.
    private var queue: [Int16] = []

    init(name: String, format: SoundFormat, clock: any HostClock, card: ScriptedCard) {
        (self.name, self.format, self.clock, self.card) = (name, format, clock, card)
        inner = SilentOutput(format: format, clock: clock)
    }

    func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance {
        clock.sleep(card.delay(at: clock.wall()))
        try check("writing")
        if card.isStuck(at: clock.wall()) {
            clock.sleep(.milliseconds(200))
            return Acceptance(frames: 0)
        }
        let acceptance = inner.write(samples)
        if acceptance.dropout == .underrun { hear(keeping: 0) }
        queue += samples.prefix(acceptance.frames * format.channels)
        hear(keeping: inner.delay())
        return acceptance
    }

    func delay() throws(AudioError) -> Int {
        try check("asking for its delay")
        let delay = inner.delay()
        hear(keeping: delay)
        return delay
    }

    func drain(for duration: Duration) throws(AudioError) -> Bool {
        try check("playing the end")
        let isDrained = inner.drain(for: duration)
        hear(keeping: isDrained ? 0 : inner.delay())
        return isDrained
    }

    func drop() {
        queue = []
        inner.drop()
    }

    func close() { drop() }

    private func check(_ doing: String) throws(AudioError) {
        if card.isAbsent(at: clock.wall()) { throw .deviceLost(device: name, doing: doing, code: ENODEV) }
    }

    private func hear(keeping frames: Int) {
        let count = max(0, queue.count - frames * format.channels)
        card.hear(Array(queue.prefix(count)))
        queue.removeFirst(count)
    }
}
