import AdhanCore
import AdhanSystem
import Synchronization

extension Playback {
    /// Loads the file, decodes its first second and opens a device.
    func arm() throws(Outcome) -> SoundStream {
        try attend()
        let (recording, stream): (Recording, SoundStream)
        do throws(AudioError) {
            recording = try supervisor.read(request.file, stamp)
            stream = try SoundStream(recording.file)
            let second = stream.block(at: 0, maxFrames: stream.format.rate)
            guard !second.isEmpty else {
                throw .notMP3(path: request.file, seems: FileKind.seeming(recording.file.bytes))
            }
        } catch {
            throw wasArmed ? .ended(broken(error.description)) : .failed(error.description)
        }
        self.stream = stream
        loudnessGain = normalised(stream.file)
        let muted = request.choice.volume.isInaudible ? "its volume is too low to be heard" : nil
        let remarks = [recording.remark, muted].compactMap(\.self)
        let remark = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
        thread.progress.withLock { ($0.sha256, $0.remark) = (stream.file.sha256, remark) }
        if let handover, wasArmed {
            // In its midst it goes on otherwise: `goOn`.
            if handover.progress.began == nil { try replace(stream, after: handover.error) }
            return stream
        }
        if let remark { note(remark) }

        try openFirst(stream.format)
        thread.progress.withLock { $0.isArmed = true }
        let device = output?.name ?? PlayerConfiguration.silent
        supervisor.deliver(.armed(request.id, device: device, problem: wantsCard), from: thread)
        return stream
    }

    /// Whether it was told so already, by the thread before this one.
    private var wasArmed: Bool { handover?.progress.isArmed ?? false }

    /// Waits until the lead-in is due. The wall clock may step meanwhile, so it is asked again and again.
    func awaitLeadIn() throws(Outcome) {
        // A stream that has stood prepared for seconds comes to sound later than its own account says (PulseAudio: by up to
        // the length of its buffer). One made afresh as the lead-in begins keeps its word.
        defer { output?.drop() }
        while true {
            try attend()
            try endIfStoppedOrTooLate()
            let left = clock.wall().duration(to: request.at) - configuration.leadIn
            guard left > .zero else { return }
            _ = try lookForCard()
            clock.sleep(min(left, left > .seconds(1) ? .milliseconds(250) : Self.blockTime))
        }
    }

    /// For as long as nothing was heard.
    func endIfStoppedOrTooLate() throws(Outcome) {
        if let stopRequest { throw .ended(.stopped(by: stopRequest.who)) }
        guard clock.wall() > request.latest else { return }
        let reason = wantsCard ?? (isReleased ? "no sound could be started in time" : "it was not released in time")
        throw .ended(.unheard(reason))
    }

    /// Opens the first device that works; the silent output where none does.
    func openFirst(_ format: SoundFormat) throws(Outcome) {
        var reasons: [String] = []
        for name in configuration.devices {
            if name == PlayerConfiguration.silent {
                if !reasons.isEmpty { note("\(reasons.joined(separator: "; ")); silent, as [audio] devices says") }
                use(SilentOutput(format: format, clock: clock))
                wantsCard = nil
                return
            }
            if let reason = try tryOpening(name, format) {
                reasons.append(reason)
                continue
            }
            guard !reasons.isEmpty else { return }
            note("\(reasons.joined(separator: "; ")); playing on \(name)")
            if DeviceKind(name) != .alsa { standsIn = reasons.joined(separator: "; ") }
            nextLook = clock.monotonic() + Self.retryTime
            return
        }
        use(SilentOutput(format: format, clock: clock))
        wantsCard = AudioError.noDevice(reasons: reasons).description
        nextLook = clock.monotonic() + Self.retryTime
    }

    /// While it runs on the silent output or into a file for want of a card: looks for one, once a second.
    ///
    /// - Returns: whether one was found and is in use now.
    func lookForCard() throws(Outcome) -> Bool {
        guard let reason = wantsCard ?? standsIn, let stream, clock.monotonic() >= nextLook,
            clock.wall() <= request.latest, try openAudible(stream.format, cardsOnly: standsIn != nil)
        else { return false }
        standsIn = nil
        tellFound("the sound device \(output?.name ?? "") was found; before that: \(reason)")
        return true
    }

    /// One round through the real devices.
    func openAudible(_ format: SoundFormat, cardsOnly: Bool = false) throws(Outcome) -> Bool {
        var reasons: [String] = []
        for name in configuration.devices {
            let kind = DeviceKind(name)
            if kind == .silent || cardsOnly && kind != .alsa { continue }
            guard let reason = try tryOpening(name, format) else { return true }
            reasons.append(reason)
        }
        nextLook = clock.monotonic() + Self.retryTime
        if wantsCard != nil { wantsCard = AudioError.noDevice(reasons: reasons).description }
        return false
    }

    /// - Returns: why it could not be opened, or nil where it is in use now.
    private func tryOpening(_ name: String, _ format: SoundFormat) throws(Outcome) -> String? {
        if let reason = supervisor.hang(in: name) { return reason }
        if let failed = cooling[name], clock.monotonic() < failed.until { return failed.reason }
        // Named beforehand: if opening never returns, the report has to say which one it was.
        let before = thread.progress.withLock { progress in
            defer { progress.device = name }
            return progress.device
        }
        try attend()
        do throws(AudioError) {
            let opened = try supervisor.open(name, format, clock)
            use(opened)
            wantsCard = nil
            return nil
        } catch {
            thread.progress.withLock { $0.device = before }
            return error.description
        }
    }

    private func use(_ next: any AudioOutput) {
        output?.close()
        output = next
        frames = FrameCount()
        lastAccepted = clock.monotonic()
        thread.progress.withLock { $0.device = next.name }
        setLevel(for: next)
    }

    /// Closes a device that failed and passes it over for a moment.
    ///
    /// - Throws: where that has happened too often within this sound.
    func lose(_ error: AudioError) throws(Outcome) {
        supervisor.deliver(.lost(request.id, error.description), from: thread)
        if let output {
            // A file would be begun anew, and hold only the rest of the sound.
            let rest = DeviceKind(output.name) == .alsa ? Self.retryTime : .hours(24)
            cooling[output.name] = (clock.monotonic() + rest, error.description)
            output.close()
        }
        output = nil
        losses += 1
        guard losses <= Self.lossLimit else {
            throw .ended(broken("\(error.description); that makes \(losses) times within one sound"))
        }
    }

    /// Says that the thread lives.
    func stamp() {
        let now = clock.monotonic()
        thread.progress.withLock { $0.seen = now }
    }
}
