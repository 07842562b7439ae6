import AdhanSupport
import AdhanCore

/// Whether the clock is to be trusted, with the evidence for and against it.
package struct ClockReport: Sendable {
    /// The verdict at `now`.
    package let trust: ClockTrust
    /// The wall clock at the end of the look.
    package let now: Instant
    let observation: ClockObservation
    package let floor: Instant
    /// What was found and where, one line each.
    package let evidence: [String]
    /// Files that could not be used, as sentences.
    package let problems: [String]
}

/// Looks at the clock, judges it, and saves what later looks need. A look may block for some seconds: keep it off the
/// loop's thread, and make one at a time.
package struct ClockWatch: Sendable {
    package let observer: ClockObserver
    let floor: ClockFloor
    package let policy: ClockPolicy

    /// How long the disk of the state directory may take.
    private static let patience: Duration = .seconds(2)
    private static let silence = "the state directory has not answered within \(DurationText.format(patience))"

    private func keep(_ reading: ClockObserver.Reading, _ now: Instant) -> [String] {
        floor.note(now)
        guard !reading.observation.wasSynchronised else { return [] }
        do {
            try observer.server.give(reading.anchor)
            return []
        } catch {
            return ["\(error); without a network the clock may not be trusted later"]
        }
    }

    /// - Parameter recording: whether to save that the clock is synchronised. Only the daemon does.
    package func report(recording: Bool) -> ClockReport {
        let reading = observer.reading()
        let now = observer.sources.wall()
        var problems = reading.problems
        // Neither saving nor reading the saved files may hold up this verdict.
        if recording, reading.observation.isSynchronised == true {
            let kept = TimeLimit.run(Self.patience, on: floor.file) { keep(reading, now) }
            problems += kept ?? ["\(Self.silence), and the time is not kept"]
        }
        let kept = TimeLimit.run(Self.patience, on: floor.file) { [floor] in floor.current() }
        let (floor, problem) =
            kept ?? (self.floor.remembered, "\(Self.silence), and the last known time is ignored")
        if let problem { problems.append(problem) }
        return ClockReport(
            trust: .assess(reading.observation, now: now, floor: floor, policy: policy),
            now: now,
            observation: reading.observation,
            floor: floor,
            evidence: reading.evidence,
            problems: problems
        )
    }
}

extension ClockWatch {
    package init(_ locations: Locations, _ policy: ClockPolicy) {
        self.init(
            observer: ClockObserver(runtime: locations.runtime),
            floor: ClockFloor(state: locations.state, released: Release.date),
            policy: policy
        )
    }
}
