import AdhanCore
import Synchronization

/// A player on virtual time: it keeps the port's order of events, makes no sound, writes down what it would have called, and can
/// be made to misbehave.
package final class VirtualPlayer: AdhanPlayer {
    /// What it does with the next sound that is armed.
    package enum Behaviour: Sendable, Hashable {
        case plays
        /// The file cannot be decoded.
        case refusesFile(String)
        /// No device opens; it looks until the sound's latest moment.
        case findsNoDevice(String)
        /// It never answers.
        case isMute
    }

    package struct Heard: Sendable, Hashable {
        package let file: String
        package let at: Instant
    }

    fileprivate struct State {
        var now: Instant
        var length: Duration
        var behaviour = Behaviour.plays
        var current: (sounding: Sounding, behaviour: Behaviour, began: Instant?)?
        var released = false
        var pending: [PlayerEvent] = []
        var heard: [Heard] = []
        /// When the sound ends; a step of the wall clock moves it, as the device's own clock does not step.
        var ends: Instant?
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - now: the virtual time.
    ///   - length: how long every sound is.
    package init(now: Instant, length: Duration = .seconds(30)) {
        state = Mutex(State(now: now, length: length))
    }

    package var behaviour: Behaviour {
        get { state.withLock(\.behaviour) }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// Every sound whose first sample went out.
    package var heard: [Heard] { state.withLock(\.heard) }

    package func arm(_ sounding: Sounding) {
        state.withLock { state in
            guard state.current == nil else {
                state.pending.append(.failed(sounding.id, reason: "another sound is in hand"))
                return
            }
            switch state.behaviour {
            case .refusesFile(let reason):
                state.pending.append(.failed(sounding.id, reason: reason))
                return
            case .findsNoDevice(let reason):
                state.pending.append(.armed(sounding.id, device: "silent", problem: reason))
            case .plays:
                state.pending.append(.armed(sounding.id, device: "virtual", problem: nil))
            case .isMute:
                break
            }
            state.released = false
            state.current = (sounding, state.behaviour, nil)
        }
    }

    package func release(_ id: Sounding.ID) {
        state.withLock { if $0.current?.sounding.id == id { $0.released = true } }
    }

    package func stop(_ id: Sounding.ID, by who: String) {
        state.withLock { state in
            guard let current = state.current, current.sounding.id == id else { return }
            state.end(.stopped(by: who), current)
        }
    }

    /// A mute one stays mute: what the loop makes of it is what the tests want to see.
    package func checkProgress() {}

    /// The wall clock is set: what the device still has to play does not change by it.
    package func stepWall(by step: Duration) {
        state.withLock { $0.ends = $0.ends.map { $0 + step } }
    }

    /// What has happened by then; empties the list.
    package func advance(to now: Instant) -> [PlayerEvent] {
        state.withLock { state in
            state.now = now
            state.goOn()
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// The next moment at which something will happen by itself.
    package var next: Instant? {
        state.withLock { state in
            guard state.pending.isEmpty else { return state.now }
            guard let current = state.current, state.released else { return nil }
            if let ends = state.ends { return ends }
            if case .findsNoDevice = current.behaviour { return current.sounding.latest }
            return current.behaviour == .isMute ? nil : max(current.sounding.at, state.now)
        }
    }
}

extension VirtualPlayer.State {
    fileprivate mutating func goOn() {
        guard let current, released else { return }
        switch current.behaviour {
        case .findsNoDevice(let reason):
            if now >= current.sounding.latest { end(.unheard(reason), current) }
        case .plays where current.began == nil && now > current.sounding.latest:
            end(.unheard("its latest moment has passed"), current)
        case .plays where current.began == nil && now >= current.sounding.at:
            self.current?.began = now
            ends = now + length
            heard.append(VirtualPlayer.Heard(file: current.sounding.file, at: now))
            pending.append(.began(current.sounding.id, at: now, device: "virtual"))
        case .plays:
            if let ends, now >= ends { end(.completed, current) }
        case .refusesFile, .isMute:
            break
        }
    }

    fileprivate mutating func end(
        _ end: SoundReport.End,
        _ current: (sounding: Sounding, behaviour: VirtualPlayer.Behaviour, began: Instant?)
    ) {
        let report = SoundReport(
            end: end,
            began: current.began,
            ended: now,
            lateness: current.began.map { current.sounding.at.duration(to: $0) },
            heard: ends.map { length - max(.zero, now.duration(to: $0)) } ?? .zero,
            gap: .zero,
            device: current.began == nil ? "silent" : "virtual",
            sha256: String(repeating: "0", count: 64)
        )
        (self.current, ends) = (nil, nil)
        pending.append(.ended(current.sounding.id, report))
    }
}
