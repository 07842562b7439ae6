/// What a full decode of a file has shown.
package struct SoundCheck: Sendable, Hashable {
    package let duration: Duration
    package let format: SoundFormat
    /// SHA-256 of the file's bytes, in lower-case hex.
    package let sha256: String
    /// Places at which the decoder lost its way and found it again; what is around them is heard all the same.
    package let damages: Int

    /// Reads and decodes the whole file, as is done at start and by a rehearsal. Takes some tens of milliseconds of CPU
    /// for each minute of sound; not for a thread that keeps time.
    ///
    /// - Throws: `AudioError`, also where the file is cut short or damaged so that part of it is missing.
    package static func verify(_ path: String) throws(AudioError) -> SoundCheck {
        let file = try SoundFile(path: path)
        let decoder = try MP3Decoder(file)
        while !decoder.read(maxFrames: 1 << 15).isEmpty {}
        if let fault = decoder.fault { throw fault }
        guard decoder.position > 0 else { throw .notMP3(path: path, seems: FileKind.seeming(file.bytes)) }
        return SoundCheck(
            duration: decoder.format.duration(frames: decoder.position),
            format: decoder.format,
            sha256: file.sha256,
            damages: decoder.damages
        )
    }
}
