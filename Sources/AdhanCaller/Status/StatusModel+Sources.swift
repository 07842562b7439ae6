import AdhanCore
import AdhanSupport
import AdhanTimetables

extension StatusModel {
    /// The sources of times in their order, without the calculation, which is always there.
    package func sources(_ loop: LoopSnapshot, _ parts: DaemonParts) -> [StatusReport.Source] {
        let today = loop.today
        var sources: [StatusReport.Source] = []
        if let file = parts.timetableFile {
            let reach = file.reach(from: today)
            let isStalled = file.isStalled
            let until = reach?.missing == nil ? reach?.last.map { ", until \($0)" } : nil
            let words = until ?? reach?.fault(on: today).map { ", which \($0)" }
            sources.append(
                .init(
                    name: SourceName.file.rawValue,
                    state: file.problems(from: today, beside: nil).isEmpty && reach?.serves(today) == true && !isStalled
                        ? "ok" : "faulty",
                    words: file.place + (isStalled ? ", which has not answered" : "")
                        + (words ?? (isStalled ? "" : ", of which nothing can be used")),
                    through: reach?.last?.description,
                    ended: reach?.ended?.description
                )
            )
        }
        for remote in parts.remotes {
            let report = loop.reports[remote.name]
            sources.append(
                .init(
                    name: remote.name.rawValue,
                    state: report.map { state(of: $0, today) } ?? "unasked",
                    words: report.map { words($0, loop.settings.zone) } ?? "it has not been asked yet",
                    askedAt: report.map { loop.settings.zone.formatted($0.at.flooredToSecond) },
                    through: report?.reach?.last?.description,
                    ended: report?.reach?.ended?.description
                )
            )
        }
        if let elsewhere = parts.bundle?.isElsewhere {
            sources.append(.init(name: SourceName.bundle.rawValue, state: "elsewhere", words: elsewhere))
        }
        return sources
    }

    private func state(of report: SourceReport, _ today: CivilDate) -> String {
        if report.isStale { return "failing" }
        return report.reach?.serves(today) == true ? "ok" : "faulty"
    }

    private func words(_ report: SourceReport, _ zone: ZoneRules) -> String {
        let answer = report.faults.first ?? report.answers.joined(separator: ", ")
        guard let through = report.reach?.last, report.reach?.missing == nil else {
            return answer + "; it \(report.reach?.fault(on: report.asked) ?? "has no times for today")"
        }
        let seen = report.seenAt.map { ", last confirmed at \(zone.formatted($0))" } ?? ""
        return answer + "; it has times until \(through)" + (report.isStale ? seen : "")
    }

    func sourceProblems(_ loop: LoopSnapshot, _ parts: DaemonParts) -> [StatusReport.Problem] {
        let today = loop.today
        var problems: [StatusReport.Problem] = []
        func source(of date: CivilDate) -> SourceName? { loop.timetable?.days.first { $0.date == date }?.source }
        let skipped = loop.settings.policy.skippedSources
        func instead(of reach: TimetableReach?) -> String {
            if let reach, reach.last != nil { return reach.instead(on: today, source) }
            guard let serving = source(of: today) else { return "" }
            let silence = skipped.map { $0.sources.contains(serving) ? ", and do not sound: \($0.reason)" : "" }
            return "; today's times come from the \(serving.rawValue)" + (silence ?? "")
        }
        func add(
            _ kind: FaultKind,
            _ subject: String,
            _ words: [String],
            _ advice: String,
            ends reach: TimetableReach? = nil
        ) {
            guard let first = words.first else { return }
            let what = first + (words.count > 1 ? " (and \(words.count - 1) more)" : "")
            var problem = StatusReport.Problem(kind, subject, what: what, advice: advice)
            problem.daysLeft = reach?.daysLeft(on: today)
            problems.append(problem)
        }
        if let since = loop.overdueRound {
            let at = loop.settings.zone.formatted(since.flooredToSecond)
            add(
                .source,
                "all",
                ["the sources on the network are no longer asked: the request of \(at) has not ended"],
                "see whether a disk hangs: sudo dmesg | tail; then: sudo systemctl restart adhand"
            )
        }
        for remote in parts.remotes {
            guard let report = loop.reports[remote.name] else { continue }
            add(
                .source,
                remote.name.rawValue,
                report.faults,
                "until it answers, its days come from the cache or the next source. It is asked every 15 minutes; "
                    + "at once with: adhand refresh --now"
            )
            add(
                .source,
                "\(remote.name.rawValue).days",
                report.warnings,
                "ask its publisher to correct it; what is cached, and what was refused: adhand cache"
            )
            if let ending = report.ending {
                let lacking = report.reach?.missing == nil ? "" : ", and those that it lacks published"
                let mend = report.reach?.refused == nil ? "published" : "corrected\(lacking)"
                add(
                    .source,
                    "\(remote.name.rawValue).end",
                    [ending + instead(of: report.reach)],
                    "have the days \(mend); "
                        + "then have it asked at once: adhand refresh --now",
                    ends: report.reach
                )
            }
        }
        if let file = parts.timetableFile, file.isStalled {
            let reach = file.reach(from: today)
            add(
                .timetable,
                "disk",
                [
                    "\(file.place) has not answered"
                        + (reach == nil ? instead(of: nil) : file.standIn.map { "; \($0)" } ?? "")
                ],
                "see whether its disk or server is there: mount, dmesg; it is read once it answers"
            )
        }
        if let file = parts.timetableFile, let reach = file.reach(from: today), let fault = reach.fault(on: today) {
            let more = (reach.refused?.faults.count ?? 1) - 1
            let all = "listed by: adhand timetable check \(shellWord(file.place))"
            let rest = more == 0 ? "" : "; \(more) more faults are \(all)"
            add(
                .timetable,
                "end",
                ["\(file.place) \(fault)" + instead(of: reach) + rest],
                "\(reach.remedy(on: today)); it is read again within a minute",
                ends: reach
            )
        }
        add(
            .timetable,
            "bundle",
            parts.bundle?.problems ?? [],
            "correct [timetable] bundle, or the file; then: adhand reload"
        )
        if let fault = parts.bundle?.fault(on: today) {
            add(.timetable, "bundle.end", [fault], "put the timetable of that time there; then: adhand reload")
        }
        return problems
    }

    /// The mirrors of the config, as they were last found; nil where there are none.
    func mirrors(_ loop: LoopSnapshot, _ parts: DaemonParts) -> [StatusReport.Mirror]? {
        let configured = parts.configuration.mirror.mirrors
        guard !configured.isEmpty else { return nil }
        return configured.map { .init($0.name, mirrors[$0.name], at: loop.now, loop.settings.zone) }
    }

    func mirrorProblems(_ loop: LoopSnapshot, _ parts: DaemonParts) -> [StatusReport.Problem] {
        parts.configuration.mirror.mirrors.flatMap { mirror in
            let (status, zone) = (mirrors[mirror.name], loop.settings.zone)
            return MirrorStatus.problems(mirror, status, at: loop.now, running: loop.now - since, in: zone)
        }
    }
}
