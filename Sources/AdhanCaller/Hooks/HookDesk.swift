import AdhanCore
import AdhanSupport
import Glibc
import Synchronization

/// The runs of programs of `[hooks]` that `adhand notify` has yet to begin or to end. It runs them in a process of its
/// own, which may use the network and start programs; the daemon waits for none.
package final class HookDesk: HookSink {
    private struct Open {
        let call: HookCall
        let asked: MonotonicInstant
        /// When it is a fault that nobody has taken it up.
        let due: MonotonicInstant
        /// The process of `adhand notify` that has taken it up.
        var taker: String?
        /// Whether it was told that nobody has.
        var isTold = false

        func isLate(_ now: MonotonicInstant) -> Bool { !isTold && now >= due && !isHeld }

        /// Whether somebody has taken it up who still lives.
        private var isHeld: Bool {
            guard let taker else { return false }
            return pid_t(taker.prefix { $0 != "." }).map(HookDesk.lives) ?? true
        }
    }

    private struct State {
        /// In their order.
        var open: [Open] = []
        var taker: (process: pid_t, askedAt: MonotonicInstant)?
        var isStopping = false
        /// Are called where there is a new run, and return at once.
        var announces: [@Sendable () -> Void] = []
        /// Get each outcome, and return at once.
        var followers: [@Sendable (HookOutcome) -> Void] = []
    }

    /// How long before its prayer somebody must have taken `before` up.
    private static let lead: Duration = .seconds(5)
    /// A process that takes the runs asks at least every twenty seconds. Later its number may be another's.
    private static let silence: Duration = .seconds(45)
    /// How long any other run may wait for somebody.
    private static let patience: Duration = .seconds(10)
    /// How many runs wait at most. A sound has two at a time, and a day some dozens of `at`, which wait a minute.
    private static let most = 64

    private let state = Mutex(State())
    private let clock: any HostClock

    package init(clock: any HostClock = LinuxClock()) { self.clock = clock }

    /// - Parameter body: also called from now on where there is a new run, on any thread; it must return at once.
    package func announce(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.announces.append(body) } }

    /// - Parameter body: gets each outcome from now on, and once that nobody has taken a run up, on any thread; it must
    ///   return at once.
    package func follow(_ body: @escaping @Sendable (HookOutcome) -> Void) {
        state.withLock { $0.followers.append(body) }
    }

    private func tell(_ call: HookCall, _ end: HookRun.End, output: [UInt8] = []) {
        let outcome = HookOutcome(call, end, output: output)
        for follower in state.withLock(\.followers) { follower(outcome) }
    }

    /// The first run that waits or has not ended, in words; nil where there is none.
    package var program: String? {
        state.withLock(\.open.first).map { "the \($0.call.kind.rawValue) of \($0.call.occasion.occasion)" }
    }

    /// Whether a run waits, or has not ended.
    package var isWaiting: Bool { state.withLock { !$0.open.isEmpty } }

    package func offer(_ call: HookCall) {
        let now = clock.monotonic()
        let (lost, announces) = state.withLock { state -> ([Open], [@Sendable () -> Void]) in
            var lost: [Open] = []
            // One that runs ends by itself.
            if state.open.count >= Self.most {
                lost.append(state.open.remove(at: state.open.firstIndex { $0.taker == nil } ?? 0))
            }
            state.open.append(Open(call: call, asked: now, due: now + Self.patience(call, clock.wall())))
            return (lost + Self.dropIdlePairs(&state), state.announces)
        }
        for open in lost { tell(open.call, .notTaken) }
        for announce in announces { announce() }
    }

    /// Where a `before` was not begun in time and its sound is over, nothing is to be switched off either.
    private static func dropIdlePairs(_ state: inout State) -> [Open] {
        let idle = state.open.filter { $0.call.kind == .before && $0.taker == nil && $0.isTold }.map(\.call)
        func isOver(_ call: HookCall, _ open: Open) -> Bool {
            open.call.kind == .after && open.taker == nil && open.call.occasion.isSame(as: call.occasion)
        }
        return idle.flatMap { before in
            let afters = state.open.filter { isOver(before, $0) }
            if !afters.isEmpty { state.open.removeAll { $0.call.number == before.number || isOver(before, $0) } }
            return afters.filter { !$0.isTold }
        }
    }

    private static func patience(_ call: HookCall, _ now: Instant) -> Duration {
        guard call.kind == .before, let second = call.occasion.second else { return patience }
        return max(.zero, Instant(seconds: second) - lead - now)
    }

    /// The runs that have not ended, for a process of `adhand notify` that takes them up. It gets them again and again
    /// until it tells their ends, in case an answer was lost.
    ///
    /// A run that another process had taken up is offered again, since that process is gone; but not an `at`, which
    /// would say what is not so any more, and not a `before` whose sound is over: its `after` must not wait for it.
    ///
    /// - Parameter taker: the process' own name, which begins with its number and a point.
    /// - Returns: nil while another process takes the runs: each would be run twice.
    package func takeCalls(for taker: String) -> HookCalls? {
        let (now, process) = (clock.monotonic(), pid_t(taker.prefix { $0 != "." }))
        let (answer, lost) = state.withLock { state -> (HookCalls?, [Open]) in
            if let other = state.taker, other.process != process, now - other.askedAt < Self.silence,
                Self.lives(other.process)
            {
                return (nil, [])
            }
            state.taker = process.map { ($0, now) }
            let afters = state.open.map(\.call).filter { $0.kind == .after }
            let lost = state.open.filter { open in
                guard let other = open.taker, other != taker else { return false }
                let isOver = afters.contains { $0.occasion.isSame(as: open.call.occasion) }
                return open.call.kind == .at || open.call.kind == .before && isOver
            }
            let numbers = Set(lost.map(\.call.number))
            state.open.removeAll { numbers.contains($0.call.number) }
            for index in state.open.indices { state.open[index].taker = taker }
            return (HookCalls(state.open.map(\.call), isStopping: state.isStopping), lost)
        }
        for open in lost { tell(open.call, .unsupervised) }
        return answer
    }

    /// Whether there is such a process, of whatever user.
    private static func lives(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    /// Takes the end of a run.
    ///
    /// - Returns: false where it is of an earlier process of the daemon.
    package func take(_ end: HookEnd) -> Bool {
        let open = state.withLock { state -> Open? in
            let index = state.open.firstIndex { $0.call.number == end.number }
            return index.map { state.open.remove(at: $0) }
        }
        guard let open else { return false }
        tell(open.call, end.end, output: Array(end.output.utf8.prefix(4096)))
        return true
    }

    /// Tells of the runs that nobody has taken up in time, each once. A `before` stays until its sound is over, and an
    /// `after`: a process that starts later still runs them.
    ///
    /// - Returns: when to look again; nil where nothing waits for somebody.
    func checkWaiting(_ now: MonotonicInstant) -> MonotonicInstant? {
        let (late, next) = state.withLock { state in
            var late: [HookCall] = []
            for index in state.open.indices where state.open[index].isLate(now) {
                state.open[index].isTold = true
                late.append(state.open[index].call)
            }
            let patience = HookRunner.momentPatience
            state.open.removeAll { $0.call.kind == .at && $0.taker == nil && now - $0.asked > patience }
            late += Self.dropIdlePairs(&state).map(\.call)
            return (late, state.open.filter { !$0.isTold && ($0.taker == nil || $0.due > now) }.map(\.due).min())
        }
        for call in late { tell(call, .notTaken) }
        return next
    }

    package func stop() { state.withLock { $0.isStopping = true } }

    package func finish(within limit: Duration?) {
        let end = limit.map { clock.monotonic() + $0 }
        // Where nobody has taken a run up by then, nobody will.
        while state.withLock({ $0.open.contains { $0.taker != nil || clock.monotonic() - $0.asked < .seconds(1) } }) {
            if let end, clock.monotonic() >= end { return }
            clock.sleep(.milliseconds(20))
        }
    }
}

extension HookDesk {
    /// Answers `hooks` and `hooked`, on the socket's thread: a stop waits for them when the loop has ended.
    package func answer(_ request: ControlRequest, _ caller: ControlCaller, _ replier: ControlReplier) -> Bool {
        guard [.hooks, .hooked].contains(request.command) else { return false }
        if replier.serves(caller, to: "run its programs") { answer(request, replier) }
        return true
    }

    private func answer(_ request: ControlRequest, _ replier: ControlReplier) {
        guard request.command == .hooked else {
            guard let calls = takeCalls(for: OneLine.of(request.value ?? "", limit: 64)) else {
                let words =
                    "another adhand notify runs the programs of [hooks]; end one of the two: pgrep -a adhand-notify"
                return replier.refuse(ControlFailure(words))
            }
            return replier.answer(calls)
        }
        guard let end = request.hooked else {
            let words = "\"hooked\" is missing, which says what became of a program"
            return replier.refuse(ControlFailure(words, code: EX_USAGE))
        }
        guard take(end) else {
            return replier.refuse(
                ControlFailure("nobody waits for the end of program \(end.number)", code: HookEnd.unknownCode)
            )
        }
        replier.answer(Done("noted"))
    }
}
