import AdhanCore

/// The result of decoding a whole file.
package struct SoundCheck: Sendable, Equatable {
    /// How many frames were decoded.
    package let frames: Int
    package let format: SoundFormat
    package let bitRate: BitRate
    /// The highest sample, in dB of full scale; nil for silence.
    package let peak: Double?
    /// The true peak, in dB of full scale; nil for silence, and where it was not measured.
    package let truePeak: Double?
    /// By EBU R 128, in LUFS; nil for silence and for less than 400 ms.
    package let loudness: Double?
    /// SHA-256 of the file's bytes, in lower-case hex.
    package let sha256: String
    /// How often the decoder lost synchronisation and found it again; the rest is heard.
    package let damages: Int
    /// How much cannot be heard; an estimate where the file has no length tag.
    package let missing: Duration
    /// Why a part is missing; nil where the file is whole. The rest can still be played.
    package let fault: AudioError?

    package var duration: Duration { format.duration(frames: frames) }

    /// Decodes the whole file. It takes about 0.1 s of CPU per minute of sound, and 0.3 s with the true peak, so it is
    /// not for a thread that keeps time.
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

    package init(of path: String, truePeak: Bool = true) throws(AudioError) {
        try self.init(of: SoundFile(path: path), truePeak: truePeak)
    }

    package static func verify(_ path: String) throws(AudioError) -> SoundCheck {
        try verify(SoundFile(path: path))
    }

    /// Checks that the file is whole, without the true peak.
    ///
    /// - Throws: `AudioError`, also where the file is cut short or damaged so that part of it is missing.
    package static func verify(_ file: SoundFile) throws(AudioError) -> SoundCheck {
        let check = try SoundCheck(of: file, truePeak: false)
        if let fault = check.fault { throw fault }
        return check
    }
}

extension SoundCheck {
    /// Decodes the whole file, and measures its loudness where `loudness` is given.
    package static func describe(_ path: String, _ loudness: Loudness? = nil) -> Result<String, AudioError> {
        do {
            let file = try SoundFile(path: path)
            try loudness?.measure(file)
            return .success(try verify(file).words(path))
        } catch {
            return .failure(error)
        }
    }

    /// Its length, format and damages, for the journal and the rehearsal.
    package func words(_ path: String) -> String {
        let length = DurationText.format(.milliseconds(duration.wholeMilliseconds))
        let damages = damages > 0 ? ", damaged in \(Self.places(damages))" : ""
        let name = RecordingName.located(path, sha256: sha256)
        let remedy = name == RecordingName.placeholder ? "; " + RecordingName.remedy : ""
        return "\(name): \(length), \(format)\(damages), sha256 \(sha256.prefix(12))…\(remedy)"
    }

    package static func places(_ count: Int) -> String { count == 1 ? "1 place" : "\(count) places" }
}

package struct BitRate: Hashable, Sendable, CustomStringConvertible {
    /// The mean in kbit/s; 0 where nothing was decoded.
    package let kilobits: Int
    /// Whether it varies between frames.
    package let isVariable: Bool

    package var description: String { "\(kilobits) kbit/s \(isVariable ? "VBR" : "CBR")" }
}
