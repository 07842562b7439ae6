import AdhanCore
import Synchronization

/// The player of `adhand simulate`: it makes no sound and never fails, and every playback lasts as long as its file.
package final class PunctualPlayer: SimulatedPlayer {
    fileprivate struct State {
        var current: (request: PlaybackRequest, isReleased: Bool, began: Instant?)?
        var events: [PlayerEvent] = []
        var now: Instant
    }

    private let lengths: [String: Duration]
    private let state: Mutex<State>
    /// How long a file without a known length lasts: about as long as an adhan.
    package static let usualLength: Duration = .minutes(3)

    package init(lengths: [String: Duration], now: Instant) {
        self.lengths = lengths
        state = Mutex(State(now: now))
    }

    package func arm(_ request: PlaybackRequest) {
        state.withLock { state in
            state.current = (request, false, nil)
            state.events.append(.armed(request.id, device: "simulated", problem: nil))
        }
    }

    package func start(_ id: PlaybackRequest.ID) {
        state.withLock { if $0.current?.request.id == id { $0.current?.isReleased = true } }
    }

    package func stop(_ id: PlaybackRequest.ID, by who: String) {
        state.withLock { state in
            let heard = state.current?.began.map { $0.duration(to: state.now) } ?? .zero
            state.end(id, .stopped(by: who), heard: heard)
        }
    }

    package func checkProgress() {}
    package var isStuck: Bool { false }

    private func length(of request: PlaybackRequest) -> Duration { lengths[request.file] ?? Self.usualLength }

    package func advance(to now: Instant) -> [PlayerEvent] {
        state.withLock { state in
            state.now = now
            if let current = state.current, current.isReleased {
                let length = length(of: current.request)
                if let began = current.began, now >= began + length {
                    state.end(current.request.id, .completed, heard: length)
                } else if current.began == nil, now >= current.request.at {
                    state.current?.began = now
                    state.events.append(.began(current.request.id, at: now, device: "simulated"))
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
            return current.began.map { $0 + length(of: current.request) } ?? max(current.request.at, state.now)
        }
    }
}

extension PunctualPlayer.State {
    fileprivate mutating func end(_ id: PlaybackRequest.ID, _ end: SoundReport.End, heard: Duration) {
        guard let current, current.request.id == id else { return }
        let report = SoundReport(
            end: end,
            began: current.began,
            ended: now,
            lateness: current.began.map { current.request.at.duration(to: $0) },
            heard: heard,
            gap: .zero,
            device: "simulated",
            sha256: String(repeating: "0", count: 64)
        )
        self.current = nil
        events.append(.ended(id, report))
    }
}
