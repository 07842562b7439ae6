import AdhanCore
import Synchronization

/// The player of `adhand simulate`: it makes no sound and never fails, and every sound takes the same time.
package final class PunctualPlayer: SimulatedPlayer {
    fileprivate struct State {
        var current: (sounding: Sounding, isReleased: Bool, began: Instant?)?
        var events: [PlayerEvent] = []
        var now: Instant
    }

    private let length: Duration
    private let state: Mutex<State>

    package init(length: Duration, now: Instant) {
        self.length = length
        state = Mutex(State(now: now))
    }

    package func arm(_ sounding: Sounding) {
        state.withLock { state in
            state.current = (sounding, false, nil)
            state.events.append(.armed(sounding.id, device: "simulated", problem: nil))
        }
    }

    package func release(_ id: Sounding.ID) {
        state.withLock { if $0.current?.sounding.id == id { $0.current?.isReleased = true } }
    }

    package func stop(_ id: Sounding.ID, by who: String) {
        state.withLock { $0.end(id, .stopped(by: who), heard: .zero) }
    }

    package func checkProgress() {}
    package var isStuck: Bool { false }

    package func advance(to now: Instant) -> [PlayerEvent] {
        state.withLock { state in
            state.now = now
            if let current = state.current, current.isReleased {
                if let began = current.began, now >= began + length {
                    state.end(current.sounding.id, .completed, heard: length)
                } else if current.began == nil, now >= current.sounding.at {
                    state.current?.began = now
                    state.events.append(.began(current.sounding.id, at: now, device: "simulated"))
                }
            }
            defer { state.events = [] }
            return state.events
        }
    }

    package var next: Instant? {
        state.withLock { state in
            guard state.events.isEmpty else { return state.now }
            guard let current = state.current, current.isReleased else { return nil }
            return current.began.map { $0 + length } ?? max(current.sounding.at, state.now)
        }
    }
}

extension PunctualPlayer.State {
    fileprivate mutating func end(_ id: Sounding.ID, _ end: SoundReport.End, heard: Duration) {
        guard let current, current.sounding.id == id else { return }
        let report = SoundReport(
            end: end,
            began: current.began,
            ended: now,
            lateness: current.began.map { current.sounding.at.duration(to: $0) },
            heard: heard,
            gap: .zero,
            device: "simulated",
            sha256: String(repeating: "0", count: 64)
        )
        self.current = nil
        events.append(.ended(id, report))
    }
}
