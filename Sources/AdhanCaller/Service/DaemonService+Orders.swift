import Logging
import AdhanTimetables
import AdhanSupport
import AdhanAudio
import AdhanCore
import Glibc

/// Answers the requests on the control socket.
extension DaemonService {
    /// How long a trial waits for its recording, and a refresh for the mosque's file.
    private static let filePatience: Duration = .seconds(3)

    func answer(
        _ request: ControlRequest,
        _ caller: ControlCaller,
        _ replier: ControlReplier,
        _ loop: DaemonLoop,
        _ now: Instant
    ) {
        switch request.command {
        case .status:
            // Made once for all who ask at the same time: it costs more than the rest of a tick.
            let line = statusAnswer ?? statusLine(loop, now)
            statusAnswer = line
            replier.answer(line: line)
        case .times: times(request, replier, loop, now)
        case .history: history(request, replier, loop, now)
        case .events:
            let earlier = request.value == ControlRequest.recent ? recentEvents.lines : []
            replier.answer(line: ControlReplier.line(Done("events follow")) + earlier, thenEvents: true)
        case .refresh: refresh(isUrgent: false, replier)
        case .refreshNow: refresh(isUrgent: true, replier)
        case .reload:
            // The committee's page says what has changed.
            if let words = request.value {
                let change = SettingChange(
                    SettingChange.panel,
                    OneLine.of(words, limit: 200),
                    who: caller.name,
                    at: now
                )
                if !loop.writer.record(change) {
                    log.warning("the ledger does not get the next change: too many wait for its disk already")
                }
                log.notice("\(change.who) has changed the config: \(change.value ?? "")")
            }
            reload(asked: replier, monotonic: LinuxClock().monotonic())
        case .stop:
            guard let stopped = loop.stopSound(by: caller.name) else {
                return replier.refuse(ControlFailure("nothing sounds; to keep the next adhan silent: adhand mute next"))
            }
            replier.answer(Done("\(stopped) is faded out"))
        case .play: preparePlay(request, caller, replier, loop)
        case .selfTest: testNow(caller, replier, loop, now)
        case .mute: mute(request.value ?? MuteText.usual, caller, replier, loop, now)
        case .unmute:
            let isMuted = loop.saved.mute?.isOpen(at: now) ?? false
            loop.unmute(by: caller.name)
            isMuteDecided = true
            let words =
                isMuted ? model.report(loop.snapshot(now), parts, loop.outlook()).unmuteWords : "nothing was muted"
            save(.mute, loop, then: replier, Done(words))
        case .set: set(request, caller, replier, loop, now)
        case .settings: settings(replier, loop, now)
        case .display:
            let isNew = model.display.report(request.problems, words: request.value, BootClock.now())
            if isNew { statusAnswer = nil }
            replier.answer(Done("noted"))
        case .mirrorNews: mirrorNews(request, replier, loop, now)
        case .fetches, .fetched: fetch(request, caller, replier)
        case .hooks, .hooked: _ = desks.hooks.answer(request, caller, replier)
        case .notify:
            guard replier.serves(caller, to: "report on its receivers") else { return }
            let isNew = model.notify.report(request.failing ?? [], BootClock.now())
            if isNew { statusAnswer = nil }
            replier.answer(Done("noted"))
        case .newerVersion:
            guard replier.serves(caller, to: "report a newer version") else { return }
            model.newerVersion = request.value.map { OneLine.of($0, limit: 64) }
            statusAnswer = nil
            replier.answer(Done("noted"))
        case .devices: devices(replier)
        case .clockConfirm: confirmClock(caller, replier, now)
        }
    }

    private func statusLine(_ loop: DaemonLoop, _ now: Instant) -> [UInt8] {
        var report = model.report(loop.snapshot(now), parts, loop.outlook())
        report.program = desks.hooks.program
        return ControlReplier.line(report)
    }

    private func refuse(_ replier: ControlReplier, unless isTaken: Bool, _ words: String) {
        if !isTaken { replier.refuse(ControlFailure(words)) }
    }

    private func refresh(isUrgent: Bool, _ replier: ControlReplier) {
        let file = parts.timetableFile
        let isTaken = workers.timetable.perform { [inbox] in
            // The network may have what the file's disk does not give.
            if let file { _ = TimeLimit.run(Self.filePatience, on: file.path) { file.readIfChanged(isAsked: true) } }
            inbox.post(.service { $0.timetableRead(isUrgent: isUrgent, replier, $1, $2) })
        }
        refuse(replier, unless: isTaken, "the timetable's file is still being read; try again")
    }

    private func preparePlay(
        _ request: ControlRequest,
        _ caller: ControlCaller,
        _ replier: ControlReplier,
        _ loop: DaemonLoop
    ) {
        let (watch, devices) = (recordingWatch, parts.configuration.audio.devices)
        let file = choice(request, loop).file
        let isTaken = workers.recordings.perform { [inbox] in
            // A recording that was replaced a moment ago is to be heard. Where the file hangs, the player plays the
            // copy in memory, or refuses it.
            _ = TimeLimit.run(Self.filePatience, on: file) { watch.checkRecording(at: file) }
            if let objection = UnknownDevice.objection(to: devices) {
                return replier.refuse(ControlFailure(objection))
            }
            inbox.post(.service { $0.play(request, caller, replier, $1, $2) })
        }
        refuse(replier, unless: isTaken, "the recordings are still being read; try again")
    }

    private func devices(_ replier: ControlReplier) {
        let isTaken = workers.recordings.perform {
            guard let devices = TimeLimit.run(Self.filePatience, on: "the sound devices", { SoundDevices() }) else {
                return replier.refuse(ControlFailure("the sound devices do not answer: a sound server hangs"))
            }
            replier.answer(devices)
        }
        refuse(replier, unless: isTaken, "the recordings are still being read; try again")
    }

    private func times(_ request: ControlRequest, _ replier: ControlReplier, _ loop: DaemonLoop, _ now: Instant) {
        let (days, changes) = (loop.findDays(), loop.findChanges())
        let (zone, configuration) = (loop.settings.zone, parts.configuration)
        let (rules, spans) = (loop.rulesInForce, parts.configuration.calculation.spans)
        let dates: ClosedRange<CivilDate>
        do {
            dates = try TimesReport.dates(of: request, today: loop.today(now))
        } catch {
            return replier.refuse(error)
        }
        let isTaken = workers.times.perform {
            // The day after the last ends its night.
            let found = days(dates.lowerBound...dates.upperBound.adding(days: 1))
            let (shown, next) = (found.filter { dates.contains($0.date) }, found.last { $0.date > dates.upperBound })
            let place = configuration.place.place
            var report = TimesReport(place, zone, shown, before: next, rules, spans, rules.calendar, showsAll: true)
            report.changes = changes(dates).map { TimesReport.Change($0, zone) }
            replier.answer(report)
        }
        refuse(replier, unless: isTaken, "earlier requests still wait for a timetable; try again")
    }

    private func history(_ request: ControlRequest, _ replier: ControlReplier, _ loop: DaemonLoop, _ now: Instant) {
        let zone = loop.settings.zone
        let since = loop.memory.origin.firstStart.map { zone.wall(at: $0).date }
        let dates: Range<CivilDate>
        do {
            dates = HistoryPage.dates(
                from: try request.from.map { try CivilDate($0) },
                to: try request.to.map { try CivilDate($0) },
                today: zone.wall(at: now).date
            )
        } catch {
            return replier.refuse(ControlFailure("\(error)", code: EX_USAGE))
        }
        let isTaken = loop.writer.read { ledger in
            do {
                var page = try HistoryPage(dates, of: ledger, timezone: zone.name)
                page.since = since
                replier.answer(page)
            } catch {
                replier.refuse(ControlFailure("\(error)"))
            }
        }
        let words = "too many requests wait for the ledger already; its disk may hang: df, dmesg"
        refuse(replier, unless: isTaken, words)
    }

    private func choice(_ request: ControlRequest, _ loop: DaemonLoop) -> SoundChoice {
        let preferences = loop.saved.preferences
        return request.file.map { parts.sound(file: $0, at: request.prayer, preferences) }
            ?? parts.sound(for: request.prayer ?? .dhuhr, preferences)
    }

    func play(
        _ request: ControlRequest,
        _ caller: ControlCaller,
        _ replier: ControlReplier,
        _ loop: DaemonLoop,
        _ now: Instant
    ) {
        let choice = choice(request, loop)
        let prayer = request.prayer ?? (request.file == nil ? .dhuhr : nil)
        if let silence = parts.silence(of: choice, for: prayer, loop.saved.preferences) {
            return replier.refuse(ControlFailure(silence))
        }
        do {
            let id = try loop.play(choice, by: caller.name, now)
            replier.answer(TrialBegun(id: id, file: choice.file, recording: "\(choice.name)"))
        } catch {
            replier.refuse(ControlFailure("not now: \(error.reason)"))
        }
    }

    private func mute(
        _ typed: String,
        _ caller: ControlCaller,
        _ replier: ControlReplier,
        _ loop: DaemonLoop,
        _ now: Instant
    ) {
        do {
            let before = loop.saved.mute.flatMap { $0.until > now ? parts.zone.formatted($0.until) : nil }
            loop.mute(try MuteText.parse(typed, loop.input(now), loop.settings.zone, by: caller.name), now)
            isMuteDecided = true
            let report = model.report(loop.snapshot(now), parts, loop.outlook())
            save(.mute, loop, then: replier, Done(report.muteWords(before: before)))
        } catch {
            replier.refuse(ControlFailure("\(error)", code: EX_USAGE))
        }
    }

    private func confirmClock(_ caller: ControlCaller, _ replier: ControlReplier, _ now: Instant) {
        let (observer, watch) = (ClockObserver(runtime: parts.locations.runtime), parts.clockWatch())
        let words = "confirmed: it is \(parts.zone.formatted(now)) (\(parts.zone.name))"
        let isTaken = workers.clock.perform { [inbox, log] in
            do {
                try observer.person.give(observer.anchor())
                log.notice("\(caller.name) has confirmed the clock")
                replier.answer(Done(words))
                // A prayer that is due now must not wait for the next look.
                inbox.post(.clock(watch.report(recording: true).trust))
            } catch {
                replier.refuse(ControlFailure("the clock is not confirmed: \(error)"))
            }
        }
        refuse(replier, unless: isTaken, "the clock is still being looked at; try again")
    }
}
