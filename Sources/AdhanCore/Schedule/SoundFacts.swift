/// What decides whether an adhan is heard, beside the scheduler's input.
package struct SoundFacts: Sendable {
    package enum Recording: Sendable, Hashable {
        /// `file` is what plays: a mirror's, or the copy in memory of an earlier one. The digest is nil where the file
        /// is damaged.
        case plays(file: String, sha256: String? = nil)
        /// Why not, and what to do.
        case broken(String, remedy: String)
    }

    package enum Device: Sendable, Hashable {
        case untested
        case opens(String)
        /// The config chose a device that nobody hears.
        case unheard(String, because: String)
        case fails(Fault)
    }

    package enum Clock: Sendable, Hashable {
        case untested, trusted
        case untrusted(Fault)
    }

    /// The files of the config that have those tables.
    package struct Files: Sendable, Hashable {
        /// Nil for a box without a config.
        package let place: String?
        package let adhan, audio: String

        package init(place: String?, adhan: String, audio: String) {
            (self.place, self.adhan, self.audio) = (place, adhan, audio)
        }
    }

    /// The config's, without what people have set.
    package let sounds: SoundPlan
    package let rules: MosqueRules
    package let files: Files
    package var preferences: Preferences
    /// By the path in the config; one that is missing has not been looked at.
    package var recordings: [String: Recording] = [:]
    package var device = Device.untested
    package var clock = Clock.untested

    package init(_ sounds: SoundPlan, _ rules: MosqueRules, _ files: Files, _ preferences: Preferences = Preferences())
    {
        (self.sounds, self.rules, self.files, self.preferences) = (sounds, rules, files, preferences)
    }
}

extension SoundFacts {
    private static let reload = "then: adhand reload"

    /// Whether nothing is known against the clock and the device, on which every sound depends.
    package var soundsAtAll: Bool {
        if case .untrusted = clock { return false }
        return switch device {
        case .fails, .unheard: false
        case .untested, .opens: true
        }
    }

    /// What the scheduler's own reason for a skip means for a person.
    func silence(
        _ skip: SkipReason,
        _ due: ScheduledOccasion,
        _ input: SchedulerInput,
        _ volume: Volume
    ) -> AdhanSilence {
        var silence = explain(skip, due, input, volume)
        silence.skipReason = skip.reason
        return silence
    }

    private func explain(
        _ skip: SkipReason,
        _ due: ScheduledOccasion,
        _ input: SchedulerInput,
        _ volume: Volume
    ) -> AdhanSilence {
        // Dhuhr's switch counts for Friday's calls, too.
        let prayer = due.key.occasion.prayer ?? .dhuhr
        switch skip.cause {
        case .switchedOff(let who):
            let since = preferences[.adhan(prayer)]?.at
            // `on` would stay set over a later config; `default` calls nobody where the config has the adhan off.
            let isInConfig = rules.adhan[prayer].map { $0.values.contains(.off) } ?? false
            let undo = "adhand set adhan.\(prayer.rawValue) \(isInConfig ? "on" : "default")"
            return AdhanSilence(.switchedOff, "switched off", who: who, since: since, isChosen: true, undo: undo)
        case .offInConfig:
            let key = "\(prayer.rawValue) = \"off\""
            return AdhanSilence(
                .offInConfig,
                "it is off in [adhan]",
                isChosen: true,
                undo: "remove \(key) from [adhan] of \(files.adhan), \(Self.reload)"
            )
        case .volumeTooLow: return silence(ofVolume: volume, due.key.occasion.prayer)
        case .quietHours:
            let hours = sounds.volumes.quiet.filter(\.volume.isInaudible)
                .map { "volume = \($0.volume.text) from \(ClockText.format($0.from)) to \(ClockText.format($0.to))" }
                .joined(separator: " and ")
            return AdhanSilence(
                .quietHours,
                "[[audio.quiet]] has \(hours)",
                isChosen: true,
                undo: "raise that volume in [[audio.quiet]] of \(files.audio), or shorten its hours, \(Self.reload)"
            )
        case .muted:
            let span = input.mute.flatMap { $0.covers(due.at) ? $0.until : nil }
            return AdhanSilence(
                .muted,
                span == nil ? "muted" : "everything is muted",
                who: skip.who,
                until: span,
                isChosen: true,
                undo: "adhand unmute"
            )
        case .source(let words):
            return AdhanSilence(
                .source,
                words,
                isChosen: false,
                undo: files.place.map { "put latitude, longitude and timezone into [place] of \($0), \(Self.reload)" }
                    ?? "sudo adhand setup"
            )
        case .calledBeforeKhutbah, .iftarInstead:
            return AdhanSilence(.replaced, skip.reason, isChosen: true, undo: "see the day: adhand times")
        case .khutbah, .other:
            return AdhanSilence(.rules, skip.reason, isChosen: true, undo: "see the day: adhand times")
        }
    }

    /// Why nothing would be heard although the schedule calls it; nil if it would.
    func silence(ofClockAnd recording: Recording?) -> AdhanSilence? {
        if case .untrusted(let fault) = clock {
            return AdhanSilence(.clock, fault.sentence, isChosen: false, undo: fault.remedy)
        }
        if case .broken(let words, let remedy) = recording {
            return AdhanSilence(.recording, words, isChosen: false, undo: remedy)
        }
        switch device {
        case .fails(let fault): return AdhanSilence(.device, fault.sentence, isChosen: false, undo: fault.remedy)
        case .unheard(_, let words):
            let undo = "name a card in [audio] devices of \(files.audio); which there are: adhand audio devices"
            return AdhanSilence(.noCard, words, isChosen: true, undo: undo)
        case .untested, .opens: return nil
        }
    }

    /// A volume that nobody hears is a fault: what is not to be called is switched off.
    private func silence(ofVolume volume: Volume, _ prayer: Prayer?) -> AdhanSilence {
        let own = prayer.flatMap { sounds.volumes.ofPrayers[$0] }
        if let change = preferences.volumeChange(of: prayer, beside: sounds.volumes) {
            let isOwn = if case .volume(_?) = change.key { true } else { false }
            return AdhanSilence(
                .volume,
                "\(isOwn ? "its" : "the") volume was set to \(volume.text)",
                who: change.who,
                since: change.at,
                isChosen: false,
                undo: change.remedy((own ?? sounds.volumes.usual).isInaudible)
            )
        }
        let place = own == nil ? "[audio] volume" : "its volume in [audio.volumes]"
        let key = own == nil ? "volume = 100 into [audio]" : "\(prayer?.rawValue ?? "") = 100 into [audio.volumes]"
        return AdhanSilence(
            .volume,
            "\(place) is \(volume.text)",
            isChosen: false,
            undo: "write \(key) of \(files.audio), \(Self.reload)"
        )
    }
}
