import AdhanCore
import AdhanSupport
import Glibc

/// Asks the machine about its clock. A look may block for two seconds: keep it off the loop's thread.
package struct ClockObserver: Sendable {
    package let sources: ClockSources
    package let person: ClockConfirmation
    /// The record of an earlier synchronisation.
    let server: ClockConfirmation

    struct Reading: Sendable {
        let observation: ClockObservation
        /// The clock at the end of the look.
        package let anchor: BootAnchor
        /// What was found and where, one line each.
        package let evidence: [String]
        /// Files that could not be used, as sentences.
        package let problems: [String]
    }

    package init(runtime: String, sources: ClockSources = ClockSources()) {
        (self.sources, person, server) = (sources, .person(runtime: runtime), .server(runtime: runtime))
    }

    func reading() -> Reading {
        let before = anchor()
        var (isSynchronised, evidence) = synchronisation()
        let (after, uptime) = (anchor(), sources.boot().sinceStart)
        if !after.continues(before) {
            // The answer is about the clock before it was set.
            isSynchronised = nil
            evidence.append("the clock was set during this look")
        }
        var problems: [String] = []
        func holds(_ confirmation: ClockConfirmation) -> Bool {
            do {
                return try confirmation.holds(after)
            } catch {
                problems.append("\(error)")
                return false
            }
        }
        let observation = ClockObservation(
            isSynchronised: isSynchronised,
            hasHardwareClock: sources.hardwareClocks.contains(where: exists),
            uptime: uptime,
            confirmed: holds(person),
            wasSynchronised: holds(server)
        )
        evidence += [
            observation.hasHardwareClock ? "there is a hardware clock" : "there is no hardware clock",
            "the machine started \(DurationText.format(.seconds(uptime.components.seconds))) ago",
        ]
        if observation.confirmed { evidence.append("a person has confirmed the clock (\(person.file))") }
        if observation.wasSynchronised { evidence.append("it was seen synchronised since then (\(server.file))") }
        return Reading(observation: observation, anchor: after, evidence: evidence, problems: problems)
    }

    package func anchor() -> BootAnchor {
        // Where the sandbox hides the boot ID, `BootAnchor` goes by the start of the boot.
        let bytes = try? BoundedFile.read(sources.bootID, limit: 64)  // reason: see above
        let boot = bytes.map { String(decoding: $0.filter { $0 > 0x20 }, as: UTF8.self) }
        return BootAnchor(boot: boot, wall: sources.wall(), now: sources.boot())
    }

    private func synchronisation() -> (Bool?, evidence: [String]) {
        switch sources.bus() {
        case .success(let answer):
            return (answer, ["systemd-timedated says that the clock is \(answer ? "" : "not ")synchronised"])
        case .failure(let fault):
            if exists(sources.timesyncFlag) {
                return (true, ["\(fault)", "timesyncd has synchronised the clock (\(sources.timesyncFlag))"])
            }
            let runs = exists(sources.timesyncFolder)
            return (
                runs ? false : nil,
                ["\(fault)", runs ? "timesyncd has not synchronised the clock yet" : "timesyncd does not run either"]
            )
        }
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
