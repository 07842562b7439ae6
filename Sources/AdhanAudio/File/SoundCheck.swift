/// What a full decode of a file has shown.
package struct SoundCheck: Sendable, Equatable {
    /// How many were decoded.
    package let frames: Int
    package let format: SoundFormat
    package let bitRate: BitRate
    /// The highest sample, in dB of full scale; nil for silence.
    package let peak: Double?
    /// The highest point of the curve through the samples, likewise; nil too where it was not asked for.
    package let truePeak: Double?
    /// By EBU R 128, in LUFS; nil for silence and for what is shorter than 400 ms.
    package let loudness: Double?
    /// SHA-256 of the file's bytes, in lower-case hex.
    package let sha256: String
    /// Places at which the decoder lost its way and found it again; what is around them is heard all the same.
    package let damages: Int
    /// What cannot be heard of it; an estimate where the file does not say how long it is.
    package let missing: Duration
    /// Why part of it is missing; what there is, is played all the same. Nil where the file is whole.
    package let fault: AudioError?

    package var duration: Duration { format.duration(frames: frames) }

    /// Decodes the whole file. Takes about a tenth of a second of CPU for each minute of sound, and as much again twice
    /// for the true peak; not for a thread that keeps time.
    ///
    /// - Throws: `AudioError` where nothing of it can be played.
    package init(of file: SoundFile, truePeak wantsTruePeak: Bool = true) throws(AudioError) {
        let decoder = try MP3Decoder(file)
        let meter = try LoudnessMeter(decoder.format, truePeak: wantsTruePeak)
        while true {
            let samples = decoder.read(maxFrames: 1 << 15)
            if samples.isEmpty { break }
            try meter.add(samples)
        }
        guard decoder.position > 0 else { throw .notMP3(path: file.path, seems: FileKind.seeming(file.bytes)) }
        (frames, format, bitRate) = (decoder.position, decoder.format, decoder.bitRate)
        (peak, truePeak, loudness) = (meter.peak, meter.truePeak, meter.loudness)
        (sha256, damages, fault) = (file.sha256, decoder.damages, decoder.fault)
        missing = fault == nil ? .zero : decoder.missing
    }

    /// The same of a file that is read first.
    package init(of path: String, truePeak: Bool = true) throws(AudioError) {
        try self.init(of: SoundFile(path: path), truePeak: truePeak)
    }

    /// The same, as is done at start and by a rehearsal.
    ///
    /// - Throws: `AudioError`, also where the file is cut short or damaged so that part of it is missing.
    package static func verify(_ path: String) throws(AudioError) -> SoundCheck {
        try verify(SoundFile(path: path))
    }

    /// The same of a file that has been read.
    package static func verify(_ file: SoundFile) throws(AudioError) -> SoundCheck {
        let check = try SoundCheck(of: file, truePeak: false)
        if let fault = check.fault { throw fault }
        return check
    }
}
