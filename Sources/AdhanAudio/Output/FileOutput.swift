import AdhanCore
import AdhanSupport
import Glibc

/// Plays into a WAV file in real time: for a box without a sound card, and to listen to what a card would have played.
///
/// The file holds what would have been heard: lead-in, sound and tail. What is dropped unheard is cut off again. Its
/// header is right after each write, so that a process that is killed leaves a file that plays.
package final class FileOutput: AudioOutput {
    package let name: String
    package let isAudible = true
    package let format: SoundFormat

    private let pace: SilentOutput
    private var descriptor: Int32
    /// Frames in the file.
    private var frames = 0

    private static let headerLength = 44
    /// A WAV file counts its bytes in 32 bits.
    private static let byteLimit = Int(UInt32.max) - headerLength

    /// Makes the file, or empties it where it is a WAV file.
    ///
    /// - Parameter path: an ordinary file, no link.
    /// - Throws: `AudioError.deviceClosed` where the file cannot be written, or holds something else.
    package init(path: String, format: SoundFormat, clock: any HostClock) throws(AudioError) {
        (name, self.format) = (OutputDevice(wav: path).name, format)
        pace = SilentOutput(format: format, clock: clock)
        descriptor = -1
        if let problem = Self.problem(at: path) { throw closed(problem) }
        // Not blocking: a FIFO would wait for its reader.
        let flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        descriptor = open(path, flags | O_CREAT | O_EXCL, 0o644)
        if descriptor >= 0 {
            // Only a file that we made: root must not give away another's.
            Folder.give(descriptor, at: path)
        } else if errno == EEXIST {
            descriptor = open(path, flags)
        }
        guard descriptor >= 0 else { throw closed("", errno) }
        // Between the check and the opening another file may have come into its place.
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
            Glibc.close(descriptor)
            descriptor = -1
            throw closed("it is another file now than a moment before")
        }
        do throws(AudioError) {
            try truncate()
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Why nothing can be played into the file: its folder is not there, or it holds something that a typing error
    /// would destroy. Looks only; nil where nothing speaks against it.
    static func problem(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            return access(folder, F_OK) == 0 ? nil : "there is no folder \(folder)"
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return "it is not an ordinary file" }
        // Under another name it may be anything.
        guard status.st_nlink == 1 else { return "it has another name, too (a hard link)" }
        guard status.st_size > 0 else { return nil }
        // What may not be read is not overwritten either.
        let start = (try? BoundedFile.beginning(of: path, limit: 12)) ?? []  // reason: see above
        let isWAV = start.starts(with: "RIFF".utf8) && start.dropFirst(8).elementsEqual("WAVE".utf8)
        return isWAV ? nil : "it is no WAV file, and would be overwritten"
    }

    /// Why the system does not let this process write the file; nil where it does. No file is made or changed.
    static func refusal(at path: String) -> Int32? {
        // Not blocking: a FIFO would wait for its reader.
        let descriptor = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor < 0 else {
            Glibc.close(descriptor)
            return nil
        }
        guard errno == ENOENT else { return errno }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 ? nil : errno
    }

    package func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance {
        let acceptance = pace.write(samples)
        guard acceptance.frames > 0 else { return acceptance }
        guard (frames + acceptance.frames) * format.bytesPerFrame <= Self.byteLimit else {
            throw lost("writing", EFBIG)
        }
        let end = samples.startIndex + acceptance.frames * format.channels
        let bytes = samples[..<end].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        try put(bytes, at: Self.headerLength + frames * format.bytesPerFrame)
        frames += acceptance.frames
        try put(header, at: 0)
        return acceptance
    }

    package func delay() -> Int { pace.delay() }

    package func drain(for duration: Duration) -> Bool { pace.drain(for: duration) }

    package func drop() {
        frames = max(0, frames - pace.delay())
        pace.drop()
        // Where it fails, the file has a moment of sound too many.
        try? truncate()  // reason: see above
    }

    package func close() {
        guard descriptor >= 0 else { return }
        drop()
        Glibc.close(descriptor)
        descriptor = -1
    }

    private func truncate() throws(AudioError) {
        guard ftruncate(descriptor, Self.headerLength + frames * format.bytesPerFrame) == 0 else {
            throw lost("cutting it", errno)
        }
        try put(header, at: 0)
    }

    private func put(_ bytes: [UInt8], at offset: Int) throws(AudioError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset + done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw lost("writing", count == 0 ? ENOSPC : errno) }
            done += count
        }
    }

    /// RIFF with a `fmt ` chunk of PCM and a `data` chunk (IBM and Microsoft, Multimedia Programming Interface and Data
    /// Specifications 1.0, 1991, "Waveform Audio File Format (WAVE)").
    private var header: [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let length = frames * format.bytesPerFrame
        return Array("RIFF".utf8) + number(length + Self.headerLength - 8, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
            + number(1, 2) + number(format.channels, 2) + number(format.rate, 4)
            + number(format.rate * format.bytesPerFrame, 4)
            + number(format.bytesPerFrame, 2) + number(16, 2) + Array("data".utf8) + number(length, 4)
    }

    private func closed(_ problem: String, _ code: Int32 = EINVAL) -> AudioError {
        .deviceClosed(device: name, doing: "opening it", code: code, message: problem)
    }

    private func lost(_ doing: String, _ code: Int32) -> AudioError {
        .deviceLost(device: name, doing: doing, code: code)
    }
}

extension SoundFormat {
    /// 16 bits a sample.
    fileprivate var bytesPerFrame: Int { channels * 2 }
}
