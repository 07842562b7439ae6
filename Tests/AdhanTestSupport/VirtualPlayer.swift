import AdhanCore
import Synchronization

/// A player on virtual time. It follows the port's order of events, makes no sound, records what it would have played,
/// and can misbehave as scripted.
package final class VirtualPlayer: AdhanPlayer {
    /// How it treats the next sound that is armed.
    package enum Behaviour: Sendable, Hashable {
        case plays
        /// The file cannot be decoded.
        case refusesFile(String)
        /// No device opens; it searches until the sound's latest moment.
        case findsNoDevice(String)
        /// It never answers.
        case isMute
        /// The device takes that long to open.
        case isSlow(Duration)
        /// A stop arrives when only the silence after the sound is left.
        case isStoppedLate
        /// The first sample is heard while a stop is on its way.
        case isHeardBeforeItStops
        /// The device accepts the sound and fails before anything is heard.
        case diesUnheard(String)
        /// The device disappears that long after the beginning and does not return.
        case losesDevice(after: Duration)
    }

    package struct Heard: Sendable, Hashable {
        package let file: String
        package let volume: Volume
        package let at: Instant
    }

    fileprivate typealias Current = (request: PlaybackRequest, behaviour: Behaviour, began: Instant?)

    fileprivate struct State {
        var now: Instant
        var length: Duration
        var behaviour = Behaviour.plays
        var missing: Set<String> = []
        var current: Current?
        var released = false
        /// When a slow device will be open.
        var opens: Instant?
        var pending: [PlayerEvent] = []
        var heard: [Heard] = []
        /// When the sound ends. A step of the wall clock shifts it, because the device's own clock does not step.
        var ends: Instant?
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - now: the virtual time.
    ///   - length: of every sound.
    package init(now: Instant, length: Duration = .seconds(30)) { state = Mutex(State(now: now, length: length)) }

    package var behaviour: Behaviour {
        get { state.withLock(\.behaviour) }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// The files that are not there, whatever the behaviour.
    package var missing: Set<String> {
        get { state.withLock(\.missing) }
        set { state.withLock { $0.missing = newValue } }
    }

    /// Every sound whose first sample was heard.
    package var heard: [Heard] { state.withLock(\.heard) }

    package func arm(_ request: PlaybackRequest) {
        state.withLock { state in
            guard state.current == nil else {
                state.pending.append(.failed(request.id, Fault(.other, detail: "another sound is in hand")))
                return
            }
            if state.missing.contains(request.file) {
                state.pending.append(.failed(request.id, Fault(.recordingMissing, file: request.file)))
                return
            }
            switch state.behaviour {
            case .refusesFile(let reason):
                state.pending.append(.failed(request.id, Fault(.other, detail: reason)))
                return
            case .findsNoDevice(let reason):
                state.pending.append(.armed(request.id, device: "silent", problem: Fault(.other, detail: reason)))
            case .plays, .losesDevice, .isStoppedLate, .isHeardBeforeItStops, .diesUnheard:
                state.pending.append(.armed(request.id, device: "virtual", problem: nil))
            case .isSlow(let time):
                state.opens = state.now + time
            case .isMute:
                break
            }
            state.released = false
            state.current = (request, state.behaviour, nil)
        }
    }

    package func start(_ id: PlaybackRequest.ID) {
        state.withLock { if $0.current?.request.id == id { $0.released = true } }
    }

    package func stop(_ id: PlaybackRequest.ID, by who: String) {
        state.withLock { state in
            guard var current = state.current, current.request.id == id else { return }
            if current.behaviour == .isHeardBeforeItStops { current.began = current.began ?? state.now }
            state.end(current.behaviour == .isStoppedLate ? .completed : .stopped(by: who), current)
        }
    }

    /// A mute device stays mute: the tests check the loop's reaction.
    package func checkProgress() {}
    package var isStuck: Bool { false }

    /// The wall clock is set; the device's remaining playing time does not change.
    package func stepWall(by step: Duration) {
        state.withLock { state in
            state.ends = state.ends.map { $0 + step }
            state.opens = state.opens.map { $0 + step }
        }
    }

    /// The events up to that moment; removes them.
    package func advance(to now: Instant) -> [PlayerEvent] {
        state.withLock { state in
            state.now = now
            state.goOn()
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// The next moment at which an event will happen by itself.
    package var next: Instant? {
        state.withLock { state in
            guard state.pending.isEmpty else { return state.now }
            if let opens = state.opens { return opens }
            guard let current = state.current else { return nil }
            if case .findsNoDevice = current.behaviour {
                return min(state.now + .seconds(1), current.request.latest + .milliseconds(1))
            }
            guard state.released else { return nil }
            if let ends = state.ends { return ends }
            return current.behaviour == .isMute ? nil : max(current.request.at, state.now)
        }
    }
}

extension VirtualPlayer.State {
    fileprivate mutating func goOn() {
        guard let current else { return }
        if case .findsNoDevice(let reason) = current.behaviour {
            if behaviour == .plays {
                // A card was plugged in.
                self.current?.behaviour = .plays
                pending.append(.found(current.request.id, device: "virtual", "the sound device virtual was found"))
            } else if now > current.request.latest {
                end(.unheard(reason), current)
            }
            return
        }
        if let opens, now >= opens {
            self.opens = nil
            pending.append(.armed(current.request.id, device: "virtual", problem: nil))
        }
        guard released else { return }
        switch current.behaviour {
        case .plays, .isSlow, .losesDevice, .isStoppedLate, .isHeardBeforeItStops:
            if current.began == nil { begin(current) } else if let ends, now >= ends { end(current) }
        case .diesUnheard(let reason):
            if now >= current.request.at { end(.unheard(reason), current) }
        case .refusesFile, .isMute, .findsNoDevice:
            break
        }
    }

    private mutating func begin(_ current: VirtualPlayer.Current) {
        guard now >= current.request.at else { return }
        guard now <= current.request.latest else { return end(.unheard("its latest moment has passed"), current) }
        self.current?.began = now
        ends = now + length
        if case .losesDevice(let after) = current.behaviour { ends = now + min(after, length) }
        heard.append(VirtualPlayer.Heard(file: current.request.file, volume: current.request.choice.volume, at: now))
        pending.append(.began(current.request.id, at: now, device: "virtual"))
    }

    private mutating func end(_ current: VirtualPlayer.Current) {
        if case .losesDevice = current.behaviour { return end(.interrupted("the card was unplugged"), current) }
        end(.completed, current)
    }

    fileprivate mutating func end(_ end: SoundReport.End, _ current: VirtualPlayer.Current) {
        let report = SoundReport(
            end: end,
            began: current.began,
            ended: now,
            lateness: current.began.map { current.request.at.duration(to: $0) },
            heard: ends.map { length - max(.zero, now.duration(to: $0)) } ?? .zero,
            gap: .zero,
            device: current.began == nil ? "silent" : "virtual",
            sha256: String(repeating: "0", count: 64)
        )
        (self.current, ends, opens) = (nil, nil, nil)
        pending.append(.ended(current.request.id, report))
    }
}
