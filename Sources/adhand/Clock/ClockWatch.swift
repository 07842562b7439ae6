import AdhanCore

/// Whether the clock is to be trusted, with everything that speaks for and against it.
struct ClockReport: Sendable {
    /// The verdict at `now`.
    let trust: ClockTrust
    /// The wall clock at the end of the look.
    let now: Instant
    let observation: ClockObservation
    let floor: Instant
    /// What was found and where, a line each.
    let evidence: [String]
    /// Files that could not be used, as sentences.
    let problems: [String]
}

/// Looks at the clock, judges it, and keeps what the next looks will need. A look may block for two seconds: keep it off the
/// loop's thread, and make one at a time.
struct ClockWatch: Sendable {
    let observer: ClockObserver
    let floor: ClockFloor
    let policy: ClockPolicy

    init(observer: ClockObserver, floor: ClockFloor, policy: ClockPolicy) {
        (self.observer, self.floor, self.policy) = (observer, floor, policy)
    }

    init(_ locations: Locations, _ policy: ClockPolicy) {
        self.init(
            observer: ClockObserver(runtime: locations.runtime),
            floor: ClockFloor(state: locations.state, released: Adhand.released),
            policy: policy
        )
    }

    /// - Parameter recording: whether to note a synchronised clock for later, as only the daemon is to do.
    func look(recording: Bool) -> ClockReport {
        let look = observer.look()
        let now = observer.sources.wall()
        var problems = look.problems
        if recording, look.observation.isSynchronised == true {
            floor.note(now)
            if !look.observation.wasSynchronised {
                do {
                    try observer.server.give(look.anchor)
                } catch {
                    problems.append("\(error); without a network the clock may not be trusted later")
                }
            }
        }
        let (floor, problem) = floor.current()
        if let problem { problems.append(problem) }
        return ClockReport(
            trust: .judge(look.observation, now: now, floor: floor, policy: policy),
            now: now,
            observation: look.observation,
            floor: floor,
            evidence: look.evidence,
            problems: problems
        )
    }
}
