import AdhanCore
import CMpg123

/// An MP3 as a stream of samples at the file's own rate and channels; gapless, and bit for bit what `mpg123` makes of it.
///
/// libmpg123 is fed from memory. Damaged stretches are skipped as far as `resyncLimit`; how many there were is `damages`.
/// Work is bounded by the file's length: each call of the decoder either takes bytes, gives samples, or is counted as
/// fruitless, and a few fruitless ones in a row end the file.
package final class MP3Decoder {
    package let format: SoundFormat
    /// What the file says of its own length in frames (Xing or LAME tag); nil where it says nothing.
    package let expectedFrames: Int?
    /// Frames handed out so far.
    package private(set) var position = 0
    /// Places at which the decoder lost its way and found it again.
    package private(set) var damages = 0

    private let file: SoundFile
    private let handle: OpaquePointer
    private var fed = 0
    private var ended = false

    private static let blockBytes = 16 << 10
    private static let resyncLimit = 64 << 10
    private static let fruitlessLimit = 8
    /// Encoders disagree by a frame or two on whether the tag itself counts; less than that is not "cut short".
    private static let tolerance = 3 * 1152

    /// - Throws: `AudioError.notMP3` where no frame is found, `decoderFailed` where the library does not start.
    package init(_ file: SoundFile) throws(AudioError) {
        if let kind = FileKind.foreign(file.bytes) { throw .notMP3(path: file.path, seems: kind) }
        self.file = file
        handle = try Self.open()
        do throws(AudioError) {
            (format, expectedFrames) = try Self.findFormat(of: file, handle: handle, fed: &fed)
        } catch {
            mpg123_delete(handle)
            throw error
        }
    }

    deinit {
        mpg123_delete(handle)
    }

    /// Decodes further.
    ///
    /// - Parameter maxFrames: at most so many frames; at least 1.
    /// - Returns: interleaved samples; empty at the end of the file, and only there.
    package func read(maxFrames: Int) -> [Int16] {
        let wanted = max(1, min(maxFrames, 1 << 16)) * format.channels
        var fruitless = 0
        while !ended {
            let (samples, result) = decode(wanted)
            if !samples.isEmpty {
                position += samples.count / format.channels
                if result == MPG123_DONE.rawValue { ended = true }
                return samples
            }
            switch result {
            case MPG123_NEED_MORE.rawValue:
                if !Self.feed(file, to: handle, fed: &fed) { ended = true }
            case MPG123_DONE.rawValue:
                ended = true
            case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue:
                // Only the first format is accepted, so that a change in mid-file is converted to it by the library.
                fruitless += 1
            default:
                fruitless += 1
                damages += 1
            }
            if fruitless > Self.fruitlessLimit { ended = true }
        }
        return []
    }

    /// What is wrong with the file, once `read` has come to its end; nil where it is whole.
    package var fault: AudioError? {
        guard ended, let expectedFrames, position + Self.tolerance < expectedFrames else {
            // Without a length of its own, a file is damaged where the decoder gave up before the last bytes.
            guard ended, expectedFrames == nil, fed + Self.resyncLimit < file.bytes.count else { return nil }
            return .fileDamaged(
                path: file.path,
                after: format.duration(frames: position),
                reason: "no sound is found there"
            )
        }
        let (has, says) = (format.duration(frames: position), format.duration(frames: expectedFrames))
        return fed >= file.bytes.count && damages == 0
            ? .fileCutShort(path: file.path, has: has, says: says)
            : .fileDamaged(path: file.path, after: has, reason: "\(says.tenths) were promised")
    }

    private func decode(_ wanted: Int) -> ([Int16], Int32) {
        var result: Int32 = 0
        let samples = [Int16](unsafeUninitializedCapacity: wanted) { buffer, count in
            var bytes = 0
            result = mpg123_read(handle, buffer.baseAddress, wanted * 2, &bytes)
            // Whole frames only; the library gives nothing else for 16-bit output.
            count = min(bytes / 2, wanted) / format.channels * format.channels
        }
        return (samples, result)
    }
}

extension MP3Decoder {
    private static let libraryReady: Int32 = mpg123_init()

    private static func open() throws(AudioError) -> OpaquePointer {
        guard libraryReady == MPG123_OK.rawValue else { throw .decoderFailed(reason: text(libraryReady)) }
        var code: Int32 = 0
        guard let handle = mpg123_new(nil, &code) else { throw .decoderFailed(reason: text(code)) }
        let flags = Int(MPG123_QUIET.rawValue | MPG123_GAPLESS.rawValue | MPG123_SKIP_ID3V2.rawValue)
        let steps: [() -> Int32] = [
            { mpg123_param2(handle, numericCast(MPG123_ADD_FLAGS.rawValue), flags, 0) },
            { mpg123_param2(handle, numericCast(MPG123_RESYNC_LIMIT.rawValue), resyncLimit, 0) },
            { allowAllRates(handle) },
            { mpg123_open_feed(handle) },
        ]
        for step in steps {
            let result = step()
            guard result == MPG123_OK.rawValue else {
                mpg123_delete(handle)
                throw .decoderFailed(reason: text(result))
            }
        }
        return handle
    }

    private static func allowAllRates(_ handle: OpaquePointer) -> Int32 {
        var rates: UnsafePointer<Int>?
        var count = 0
        mpg123_rates(&rates, &count)
        var result = mpg123_format_none(handle)
        for rate in UnsafeBufferPointer(start: rates, count: count) where result == MPG123_OK.rawValue {
            result = allow(handle, rate: rate, channels: Int32(MPG123_MONO.rawValue | MPG123_STEREO.rawValue))
        }
        return result
    }

    private static func allow(_ handle: OpaquePointer, rate: Int, channels: Int32) -> Int32 {
        mpg123_format(handle, rate, channels, Int32(MPG123_ENC_SIGNED_16.rawValue))
    }

    /// Feeds until the first frame is found, and holds the output to its format from there on.
    private static func findFormat(
        of file: SoundFile,
        handle: OpaquePointer,
        fed: inout Int
    ) throws(AudioError) -> (SoundFormat, Int?) {
        var fruitless = 0
        while fruitless <= fruitlessLimit {
            var none = 0
            let result = mpg123_read(handle, nil, 0, &none)
            if result == MPG123_NEW_FORMAT.rawValue {
                var (rate, channels, encoding) = (0, Int32(0), Int32(0))
                guard mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue,
                    mpg123_format_none(handle) == MPG123_OK.rawValue,
                    allow(handle, rate: rate, channels: channels) == MPG123_OK.rawValue
                else { throw .decoderFailed(reason: "\(rate) Hz and \(channels) channels are refused") }
                // Without a tag the library knows of one frame only, and calls its length 0.
                let length = mpg123_framelength(handle) > 1 ? mpg123_length(handle) : 0
                return (SoundFormat(rate: rate, channels: Int(channels)), length > 0 ? length : nil)
            }
            if result == MPG123_NEED_MORE.rawValue {
                guard feed(file, to: handle, fed: &fed) else { break }
            } else {
                fruitless += 1
            }
        }
        throw .notMP3(path: file.path, seems: FileKind.seeming(file.bytes))
    }

    /// - Returns: false where nothing is left to feed.
    private static func feed(_ file: SoundFile, to handle: OpaquePointer, fed: inout Int) -> Bool {
        let count = min(blockBytes, file.bytes.count - fed)
        guard count > 0 else { return false }
        let result = file.bytes.withUnsafeBufferPointer { bytes in
            mpg123_feed(handle, UnsafeBufferPointer(rebasing: bytes[fed..<fed + count]).baseAddress, count)
        }
        fed += count
        return result == MPG123_OK.rawValue
    }

    private static func text(_ code: Int32) -> String {
        mpg123_plain_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
