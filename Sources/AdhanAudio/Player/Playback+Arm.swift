import AdhanCore
import AdhanSupport
import Glibc
import Synchronization

extension Playback {
    /// Loads the file, decodes its first second and opens a device.
    func arm() throws(Outcome) -> SoundStream {
        try pollCommands()
        if let stopRequest { throw .ended(.stopped(by: stopRequest.who)) }
        let (recording, stream): (Recording, SoundStream)
        do throws(AudioError) {
            recording = try context.read(request.file, markAlive)
            stream = try SoundStream(recording.file)
            let second = stream.block(at: 0, maxFrames: stream.format.rate)
            guard !second.isEmpty else {
                throw .notMP3(path: request.file, seems: FileKind.seeming(recording.file.bytes))
            }
        } catch {
            throw wasArmed ? .ended(broken(error.description)) : .failed(error.fault(of: request.file))
        }
        self.stream = stream
        loudnessGain = normalised(stream.file)
        let muted = request.choice.volume.isInaudible ? "its volume is too low to be heard" : nil
        let remarks = [recording.remark, muted].compactMap(\.self)
        let remark = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
        thread.progress.withLock { ($0.sha256, $0.file, $0.remark) = (stream.file.sha256, stream.file.path, remark) }
        if let handover, wasArmed {
            // In mid-sound, `takeOver` goes on instead.
            if handover.progress.began == nil { try replace(stream, after: handover.error) }
            return stream
        }
        if let remark { note(remark) }

        try openFirst(stream.format)
        thread.progress.withLock { $0.isArmed = true }
        let device = output?.name ?? OutputDevice.silent.name
        context.deliver(.armed(request.id, device: device, problem: noCardReason), from: thread)
        return stream
    }

    /// Whether an earlier thread has reported it as armed.
    private var wasArmed: Bool { handover?.progress.isArmed ?? false }

    /// Waits until the lead-in is due. It reads the wall clock repeatedly, since that may step.
    func awaitLeadIn() throws(Outcome) {
        // A stream that was prepared seconds ago sounds later than its delay says (with PulseAudio by up to its
        // buffer's length). One that is started as the lead-in begins is exact.
        defer { output?.drop() }
        while true {
            try pollCommands()
            try endIfStoppedOrTooLate()
            let left = clock.wall().duration(to: request.at) - configuration.leadIn
            guard left > .zero else { return }
            _ = try findCard()
            clock.sleep(min(left, left > .seconds(1) ? .milliseconds(250) : Self.blockTime))
        }
    }

    /// Ends a playback that was stopped or is too late, while nothing was heard.
    func endIfStoppedOrTooLate() throws(Outcome) {
        if let stopRequest { throw .ended(.stopped(by: stopRequest.who)) }
        guard clock.wall() > request.latest else { return }
        let reason =
            noCardReason?.sentence ?? (isStarted ? "no sound could be started in time" : "it was not started in time")
        throw .ended(.unheard(reason))
    }

    /// Opens the first device that works, or the silent output where none does.
    func openFirst(_ format: SoundFormat) throws(Outcome) {
        var errors: [AudioError] = []
        for name in configuration.devices {
            let device = OutputDevice(name)
            if let error = try tryOpening(device, format) {
                errors.append(error)
                continue
            }
            guard !errors.isEmpty else { return }
            let why = AudioError.fault(of: errors).sentence
            if device.isSilent {
                return note("\(why); nothing is heard, because the next of [audio] devices is \"\(name)\"")
            }
            note("\(why); playing on \(name)")
            if !device.isCard { standInReason = why }
            nextSearch = clock.monotonic() + Self.retryTime
            return
        }
        useSilence(format)
        noCardReason = AudioError.fault(of: errors)
        nextSearch = clock.monotonic() + Self.retryTime
    }

    /// While there is no card: looks for one once a second. A file is left only before the sound has begun, and not
    /// after a card was lost: the ledger row has one beginning.
    ///
    /// - Returns: whether a card was found and is in use now.
    func findCard() throws(Outcome) -> Bool {
        let mayLeaveFile = predictedStart == nil && losses == 0
        guard let reason = noCardReason?.sentence ?? (mayLeaveFile ? standInReason : nil), let stream,
            clock.monotonic() >= nextSearch,
            clock.wall() <= request.latest, try openAudible(stream.format, cardsOnly: standInReason != nil)
        else { return false }
        standInReason = nil
        reportFound("the sound device \(output?.name ?? "") was found; before that: \(reason)")
        return true
    }

    /// Tries each real device once.
    func openAudible(_ format: SoundFormat, cardsOnly: Bool = false) throws(Outcome) -> Bool {
        var errors: [AudioError] = []
        for name in configuration.devices {
            let device = OutputDevice(name)
            if device.isSilent || cardsOnly && !device.isCard { continue }
            guard let error = try tryOpening(device, format) else { return true }
            errors.append(error)
        }
        nextSearch = clock.monotonic() + Self.retryTime
        if noCardReason != nil { noCardReason = AudioError.fault(of: errors) }
        return false
    }

    /// - Returns: why the device could not be opened; nil where it is in use now.
    private func tryOpening(_ device: OutputDevice, _ format: SoundFormat) throws(Outcome) -> AudioError? {
        if device.isSilent {
            useSilence(format)
            return nil
        }
        let name = device.name
        if let error = context.hang(of: name) { return error }
        if let failed = cooldowns[name], clock.monotonic() < failed.until { return failed.error }
        // Set before: if opening never returns, the report has to name the device.
        let before = thread.progress.withLock { progress in
            defer { progress.device = name }
            return progress.device
        }
        try pollCommands()
        do throws(AudioError) {
            use(try context.open(name, format, clock))
            noCardReason = nil
            return nil
        } catch {
            thread.progress.withLock { $0.device = before }
            return error
        }
    }

    private func useSilence(_ format: SoundFormat) {
        use(SilentOutput(format: format, clock: clock))
        noCardReason = nil
    }

    private func use(_ next: any AudioOutput) {
        output?.close()
        output = next
        frames = FrameCount()
        lastAccepted = clock.monotonic()
        thread.progress.withLock { $0.device = next.name }
        level = Level(
            gain: request.choice.volume.gain * pow(10, loudnessGain / 20),
            fadeFrames: next.format.frames(in: request.choice.fadeIn)
        )
    }

    /// Closes a device that failed, and skips it for a second.
    ///
    /// - Throws: where too many devices were lost within this playback.
    func giveUpDevice(after error: AudioError) throws(Outcome) {
        context.deliver(.lost(request.id, error.fault()), from: thread)
        if let output {
            // A file would be written from its beginning, and hold only the rest of the sound.
            let rest = OutputDevice(output.name).isCard ? Self.retryTime : .hours(24)
            cooldowns[output.name] = (clock.monotonic() + rest, error)
            output.close()
        }
        output = nil
        losses += 1
        guard losses <= Self.lossLimit else {
            throw .ended(broken("\(error.description); that makes \(losses) times within one sound"))
        }
    }

    /// - Returns: the file's gain in dB; 0 where no loudness is configured, or the file's is unknown.
    private func normalised(_ file: SoundFile) -> Double {
        guard let loudness = configuration.loudness else { return 0 }
        if let gain = loudness.gain(ofFile: file.sha256) { return gain }
        note("the loudness of \(file.path) has not been measured; it sounds as it is")
        return 0
    }

    /// Notes that the thread makes progress.
    func markAlive() {
        let now = clock.monotonic()
        thread.progress.withLock { $0.seen = now }
    }
}
