import AdhanCore

extension StatusReport {
    /// A call to prayer of the next 24 hours: whether it will sound, with what, and if not, why.
    package struct Adhan: Codable, Equatable {
        /// `adhan-fajr`, or `jumuah-1` and the like.
        package var occasion: String
        /// The mosque date.
        package var date: String
        package var at: String
        package var source: String
        /// Nil where something has not been tested yet, and nothing is known against it.
        package var willSound: Bool?
        /// The recording's path.
        package var file: String
        /// The recording's name for people, in English; nil from a daemon that does not tell.
        package var recording: String?
        /// Whether the recording is the tone that comes with adhand; nil where it is not.
        package var isPlaceholder: Bool?
        /// 0 to 100.
        package var volume: Double
        /// Nil where none is known to work.
        package var device: String?
        /// Why it will not sound, in a word: `AdhanSilence.Cause`.
        package var cause: String?
        /// The same as the end of a sentence.
        package var reason: String?
        /// Who decided it; nil where no person did.
        package var who: String?
        package var since: String?
        /// When it ends by itself.
        package var until: String?
        /// Whether somebody wants it so.
        package var isChosen: Bool?
        /// What to do; a command where there is one.
        package var undo: String?

        private enum CodingKeys: String, CodingKey {
            case occasion, date, at, source, file, recording, volume, device, cause, reason, who, since, until, undo
            case isPlaceholder = "placeholder"
            case willSound = "will_sound"
            case isChosen = "chosen"
        }

        package init(_ forecast: AdhanForecast, _ zone: ZoneRules) {
            (occasion, date) = (forecast.key.occasion.name, forecast.key.date.description)
            (at, source) = (zone.formatted(forecast.at), forecast.source.rawValue)
            (file, device) = (forecast.sound.file, forecast.device)
            volume = forecast.sound.volume.roundedPercent
            (recording, isPlaceholder) = ("\(forecast.sound.name)", forecast.sound.name.isPlaceholder ? true : nil)
            switch forecast.outcome {
            case .sounds: willSound = true
            case .untested: break
            case .silent(let silence):
                (willSound, cause, reason) = (false, silence.cause.rawValue, silence.reason)
                (who, isChosen, undo) = (silence.who, silence.isChosen, silence.undo)
                since = silence.since.map { zone.formatted($0.flooredToSecond) }
                until = silence.until.map { zone.formatted($0.flooredToSecond) }
            }
        }

        /// Whether another call takes its place, so that nothing is amiss.
        package var isReplaced: Bool { cause == AdhanSilence.Cause.replaced.rawValue }

        package var isMuted: Bool { cause == AdhanSilence.Cause.muted.rawValue }

        /// Whether a setting keeps it silent, of the config or of a person.
        package var isBySetting: Bool {
            cause.flatMap(AdhanSilence.Cause.init)?.isSetting == true
        }

        /// Whether it will not sound, and nobody wants it so.
        package var isFault: Bool { willSound == false && isChosen == false }

        /// Whether a setting silences it that nobody wants so.
        /// A volume above 0 that nobody hears has another message.
        package var isSilencedByMistake: Bool {
            isFault && isBySetting && (cause != AdhanSilence.Cause.volume.rawValue || volume == 0)
        }
    }
}

/// The sentences, which status, doctor, check-config and rehearse share.
extension StatusReport.Adhan {
    /// `Fajr`; `Jumuah 1` for what is no prayer's adhan.
    package var title: String {
        // A daemon of another version may have another occasion.
        let known = try? Occasion(named: occasion)  // reason: see above
        return switch known {
        case .adhan(let prayer): prayer.rawValue.capitalised
        case .jumuah(let number): "Jumuah \(number)"
        case .firstAdhan(let number): "Jumuah \(number)'s first adhan"
        default: occasion
        }
    }

    /// `Fajr tomorrow 05:00`.
    private func head(now: String) -> String {
        // A daemon of another version may write it in another way.
        let isToday = at.prefix(10) == now.prefix(10)
        return "\(title) \(isToday ? "today " : "")\(SpokenTime.words(at, now: now))"
    }

    /// A sentence for each call, with the call. Those that one cause keeps silent, with one remedy, have one sentence.
    package static func sentences(_ adhans: [Self], now: String) -> [(text: String, first: Self)] {
        func end(_ adhan: Self) -> String? {
            adhan.willSound == false && !adhan.isReplaced ? adhan.silenceWords(now: now) : nil
        }
        var told: Set<String> = []
        return adhans.compactMap { adhan in
            guard let words = end(adhan) else { return (adhan.sentence(now: now), adhan) }
            guard told.insert(words).inserted else { return nil }
            return (adhans.filter { end($0) == words }.map { $0.head(now: now) }.listed + words, adhan)
        }
    }

    private func silenceWords(now: String) -> String { " will NOT sound: \(why(now: now)). \(remedy)" }

    /// - Parameter now: when it is read, in ISO 8601 with the offset of the mosque's zone.
    package func sentence(now: String) -> String {
        let head = head(now: now)
        let name = recording ?? "\(RecordingName(file, sha256: nil))"
        let sound = "\(name), volume \(Volume(percent: volume).text)"
        switch willSound {
        case true?: return "\(head) will sound: \(sound), on \(device ?? "?")"
        case nil: return "\(head) is not tested yet: \(sound)\(device.map { ", on \($0)" } ?? "")"
        case false? where isReplaced: return "\(head) is not called itself: \(reason ?? "")"
        case false?: return head + silenceWords(now: now)
        }
    }

    /// The end of a sentence about calls of which some sound with the placeholder; else empty.
    package static func placeholderWords(_ calls: [Self]) -> String {
        guard calls.contains(where: { $0.isPlaceholder == true }) else { return "" }
        let areAll = calls.allSatisfy { $0.isPlaceholder == true || $0.isReplaced }
        return areAll ? ", but only with the placeholder tone" : ", some only with the placeholder tone"
    }

    /// Why it will not sound, by whom and since when.
    package func why(now: String) -> String {
        let by = who.map { " by \($0)" } ?? ""
        // A daemon of another version may write it in another way.
        let day = since.flatMap { try? CivilDate(String($0.prefix(10))) }  // reason: see above
        let on = day.map { " on \($0.dayAndMonth)" } ?? ""
        return (reason ?? "") + by + on + (until.map { " until \(SpokenTime.words($0, now: now))" } ?? "")
    }

    private var remedy: String {
        (isChosen == true || who != nil ? "To undo: " : "What to do: ") + (undo ?? "sudo adhand check-config")
    }

    /// The calls that will not sound, those with one reason in one sentence, each with what to do, the first of its
    /// calls, and the sentence without the reason.
    package static func silences(
        _ adhans: [Self],
        now: String,
        where isTold: (Self) -> Bool
    ) -> [(problem: StatusReport.Problem, first: Self, words: String)] {
        let calls = adhans.filter { !$0.isReplaced }
        let silent = calls.filter { $0.willSound == false && isTold($0) }
        let reasons = silent.map { $0.why(now: now) }
        return reasons.indices.filter { reasons.firstIndex(of: reasons[$0]) == $0 }.map { first in
            let same = zip(silent, reasons).filter { $0.1 == reasons[first] }.map(\.0)
            let names = same.map(\.title).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            let areAll = same.count == calls.count && names.count > 1
            let subject = areAll ? "no adhan of the next 24 hours" : names.listed
            let undos = Set(same.compactMap(\.undo)).count
            let words = "\(subject) will \(areAll ? "" : "NOT ")sound"
            let cause = silent[first].cause.map { [$0] } ?? []
            var problem = StatusReport.Problem(
                .silent,
                // Another call with that reason is another fault: it is told, too.
                (cause + names.map { $0.lowercased() }.sorted()).joined(separator: " "),
                what: "\(words): \(reasons[first])",
                advice: (silent[first].undo ?? "") + (undos > 1 ? ", and so for the others" : "")
            )
            problem.call = .init(occasion: silent[first].occasion, at: silent[first].at)
            if silent[first].isFault, silent[first].cause == AdhanSilence.Cause.volume.rawValue {
                let fault = Fault(.volumeLow, detail: reasons[first])
                (problem.fault, problem.command, problem.advice) = (fault, problem.advice, fault.advice)
            }
            return (problem, silent[first], words)
        }
    }
}

extension StatusReport.Problem {
    /// Whether it is why that call will not sound.
    package func silences(_ adhan: StatusReport.Adhan) -> Bool {
        guard adhan.willSound == false else { return false }
        if call == Call(occasion: adhan.occasion, at: adhan.at) { return true }
        return switch adhan.cause.flatMap(AdhanSilence.Cause.init) {
        case .clock: id == FaultKind.clock.rawValue
        case .device: id == FaultKind.sound.rawValue
        case .recording: id == "\(FaultKind.recording.rawValue):\(adhan.file)"
        default: false
        }
    }
}

extension StatusReport {
    /// The first line for a person.
    package var headline: String {
        let calls = (adhans ?? []).filter { !$0.isReplaced }
        let silent = calls.filter { $0.willSound == false }.count
        let words = silent == calls.count ? "no adhan will sound" : "\(silent) of \(calls.count) adhans will NOT sound"
        guard health == .healthy else { return "adhand needs attention" + (silent > 0 ? ": \(words)" : "") }
        guard adhans != nil else { return "adhand is healthy" }
        if silent > 0 { return "adhand runs as it was set: \(words)" }
        if calls.isEmpty { return "adhand has started: it has no timetable yet" }
        if calls.contains(where: { $0.willSound == nil }) { return "adhand has started: the sound is not tested yet" }
        return "adhand is healthy: every adhan of the next 24 hours will sound" + Adhan.placeholderWords(calls)
    }
}

extension StatusReport {
    /// For a person who has just muted: `Isha at 19:30 will not sound. Next: Fajr tomorrow at 05:48.`
    ///
    /// - Parameter before: the end of the mute that this one has replaced; nil if nothing was muted for a time.
    package func muteWords(before: String?) -> String {
        let calls = (adhans ?? []).filter { !$0.isReplaced }
        func isEarlier(_ text: String, than end: String?) -> Bool {
            guard let end, let first = Instant(iso8601: text), let last = Instant(iso8601: end) else { return false }
            return first < last
        }
        // A prayer that is muted by its name may come after the span.
        let due = calls.filter { isEarlier($0.at, than: mutedUntil) }
        let within = due.filter(\.isMuted)
        let named = calls.filter { $0.isMuted && !isEarlier($0.at, than: mutedUntil) }
        func silence(_ adhans: [Adhan]) -> String {
            "\(adhans.map { name($0.title, $0.at) }.listed) will not sound"
        }
        var silent: [String] = []
        if let mutedUntil {
            var span = "Muted until \(SpokenTime.words(mutedUntil, now: now))"
            if let before, isEarlier(mutedUntil, than: before) {
                span += " instead of \(SpokenTime.words(before, now: now))"
            }
            if !within.isEmpty, calls.contains(where: { !$0.isMuted && $0.willSound != false }) {
                span += ": \(silence(within))"
            } else if next != nil {
                span += due.isEmpty ? ": no adhan is due before then" : ": no adhan sounds before then"
            }
            silent = [span]
        } else if named.isEmpty {
            // What sounds or is late is no longer ahead.
            silent = ["It does not sound from now on"]
        }
        if !named.isEmpty { silent.append(silence(named)) }
        return silent.map { $0 + "." }.joined(separator: " ") + (nextWords.map { " Next: \($0)." } ?? "")
            + " To undo: adhand unmute"
    }

    /// For a person who has just ended a mute: `Nothing is muted. Next: Fajr tomorrow at 05:48.`
    package var unmuteWords: String {
        let silent = (adhans ?? []).first { !$0.isReplaced }.flatMap { $0.willSound == false ? $0 : nil }
        let next = silent.map { $0.sentence(now: now) } ?? nextWords.map { "Next: \($0)." }
        return "Nothing is muted." + (next.map { " \($0)" } ?? "")
    }

    private var nextWords: String? {
        (adhans ?? []).first { !$0.isReplaced && $0.willSound != false }.map { name($0.title, $0.at) }
            ?? nextSounding.map { name($0.prayer.capitalised, $0.at) }
    }

    /// `Fajr tomorrow at 05:48`.
    private func name(_ title: String, _ at: String) -> String {
        let words = SpokenTime.words(at, now: now).split(separator: " ")
        return ([title[...]] + words.dropLast() + ["at"] + words.suffix(1)).joined(separator: " ")
    }
}

extension [String] {
    /// `Fajr, Dhuhr and Asr`.
    fileprivate var listed: String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension String {
    fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
