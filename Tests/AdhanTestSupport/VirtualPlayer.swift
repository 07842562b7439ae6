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
        /// The device takes so long to open.
        case isSlow(Duration)
        /// A stop finds only the silence behind the sound to be stopped.
        case isStoppedLate
        /// Its first sample goes out while a stop is on its way to it.
        case isHeardBeforeItStops
        /// The device takes the sound and dies before anything is heard.
        case diesUnheard(String)
        /// The device goes away so long after the beginning, and does not come back.
        case losesDevice(after: Duration)
    }

    package struct Heard: Sendable, Hashable {
        package let file: String
        package let at: Instant
    }

    fileprivate typealias Current = (request: PlaybackRequest, behaviour: Behaviour, began: Instant?)

    fileprivate struct State {
        var now: Instant
        var length: Duration
        var behaviour = Behaviour.plays
        var current: Current?
        var released = false
        /// When a slow device will have opened.
        var opens: Instant?
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

    package func arm(_ request: PlaybackRequest) {
        state.withLock { state in
            guard state.current == nil else {
                state.pending.append(.failed(request.id, reason: "another sound is in hand"))
                return
            }
            switch state.behaviour {
            case .refusesFile(let reason):
                state.pending.append(.failed(request.id, reason: reason))
                return
            case .findsNoDevice(let reason):
                state.pending.append(.armed(request.id, device: "silent", problem: reason))
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

    package func release(_ id: PlaybackRequest.ID) {
        state.withLock { if $0.current?.request.id == id { $0.released = true } }
    }

    package func stop(_ id: PlaybackRequest.ID, by who: String) {
        state.withLock { state in
            guard var current = state.current, current.request.id == id else { return }
            if current.behaviour == .isHeardBeforeItStops { current.began = current.began ?? state.now }
            state.end(current.behaviour == .isStoppedLate ? .completed : .stopped(by: who), current)
        }
    }

    /// A mute one stays mute: what the loop makes of it is what the tests want to see.
    package func checkProgress() {}
    package var isStuck: Bool { false }

    /// The wall clock is set: what the device still has to play does not change by it.
    package func stepWall(by step: Duration) {
        state.withLock { state in
            state.ends = state.ends.map { $0 + step }
            state.opens = state.opens.map { $0 + step }
        }
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
        heard.append(VirtualPlayer.Heard(file: current.request.file, at: now))
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
