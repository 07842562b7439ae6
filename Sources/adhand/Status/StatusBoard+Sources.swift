import AdhanCore

extension StatusBoard {
    /// Where the times may come from, in their order, but for the calculation, which is always there.
    func sources(_ loop: DaemonLoop, _ assembly: Assembly, today: CivilDate) -> [StatusReport.Source] {
        var sources: [StatusReport.Source] = []
        if let file = assembly.timetableFile {
            let through = file.through(from: today)
            sources.append(
                .init(
                    name: SourceName.file.rawValue,
                    state: timetableProblems.isEmpty ? "ok" : "faulty",
                    words: "\(file.path)" + (through.map { ", until \($0)" } ?? ", which has no times for today"),
                    through: through?.description
                )
            )
        }
        for remote in assembly.remotes {
            let report = loop.fetches?.reports[remote.name]
            sources.append(
                .init(
                    name: remote.name.rawValue,
                    state: report.map { $0.isStale ? "failing" : "ok" } ?? "unasked",
                    words: report.map { words($0, loop.settings.zone) } ?? "it has not been asked yet",
                    askedAt: report.map { loop.settings.zone.formatted($0.at.flooredToSecond) },
                    through: report?.through?.description
                )
            )
        }
        if let elsewhere = assembly.bundle.isElsewhere {
            sources.append(.init(name: SourceName.bundle.rawValue, state: "elsewhere", words: elsewhere))
        }
        return sources
    }

    private func words(_ report: SourceReport, _ zone: ZoneRules) -> String {
        let answer = report.faults.first ?? report.answers.joined(separator: ", ")
        guard let through = report.through else { return answer + "; it has no times for today" }
        let seen = report.seenAt.map { ", last seen to be so at \(zone.formatted($0))" } ?? ""
        return answer + "; it has times until \(through)" + (report.isStale ? seen : "")
    }

    /// What is to be done about the sources.
    func sourceProblems(_ loop: DaemonLoop, _ assembly: Assembly, today: CivilDate) -> [StatusReport.Problem] {
        var problems: [StatusReport.Problem] = []
        func add(_ words: [String], _ advice: String) {
            guard let first = words.first else { return }
            problems.append(
                .init(what: first + (words.count > 1 ? " (and \(words.count - 1) more)" : ""), advice: advice)
            )
        }
        for remote in assembly.remotes {
            guard let report = loop.fetches?.reports[remote.name] else { continue }
            add(
                report.faults,
                "until it answers its days come from the cache, or from what stands behind; it is asked each quarter of an hour, "
                    + "at once with: adhand refresh --now"
            )
            add(
                report.warnings,
                "have it corrected where it comes from; see what is kept and what was refused: adhand cache"
            )
            if let ending = report.ending {
                add([ending], "put up what comes after it; a day that it does not have comes from what stands behind")
            }
        }
        if let file = assembly.timetableFile, let through = file.through(from: today),
            through < today.adding(days: RemoteSource.ahead)
        {
            add(["\(file.path) has times until \(through) only"], "put the days after it into the file")
        }
        add(assembly.bundle.problems, "correct [timetable] bundle, or the file; then: adhand reload")
        return problems
    }
}
