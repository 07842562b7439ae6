import AdhanCore
import CMpg123

/// Decodes an MP3 to samples at the file's own rate and channels, gapless, and bit for bit as `mpg123` does.
///
/// libmpg123 is fed from memory. Damaged stretches are skipped, however long, and counted in `damages`. Work is
/// bounded by `DecodingLimits`, and a few calls in a row without bytes or samples end the file.
///
/// If the library finds no frame, its next call searches all bytes since the last frame again. So the next block is as
/// long as all of these, and the search stays linear.
package final class MP3Decoder {
    package let format: SoundFormat
    /// The length in frames by the file's Xing or LAME tag; nil where it has none.
    package let expectedFrames: Int?
    /// Frames returned so far.
    package private(set) var position = 0
    /// How often the decoder lost synchronisation and found it again.
    package private(set) var damages = 0
    /// The position at the first damage.
    private var firstDamage: Int?
    /// Bytes between frames that are neither sound nor a tag.
    private var lostBytes = 0

    private let file: SoundFile
    private let limits: DecodingLimits
    private let handle: OpaquePointer
    private var feed: Feed
    /// The CPU time that the library has taken.
    private var work: Duration
    /// The limit that the file exceeds.
    private var excess: AudioError?
    private var ended = false
    /// Decoded samples that were not returned yet.
    private var pending: ArraySlice<Int16> = []
    /// The offset of the byte behind the last frame; nil before the first.
    private var soundEnd: Int?
    private var soundBytes = 0
    private var bitRates: ClosedRange<Int32>?

    private static let fruitlessLimit = 8
    /// Encoders and downloads leave some bytes behind the last frame; up to so many are no damage.
    private static let silentEndLimit = 4 << 10
    /// Encoders disagree by a frame or two on whether the tag counts.
    private static let tolerance = 3 * 1152

    /// - Throws: `AudioError.notMP3` where no frame is found, `noSoundFound` and `decodingTooLong` where the search
    ///   exceeds the limits, `decoderFailed` where the library does not start.
    package init(_ file: SoundFile, limits: DecodingLimits = DecodingLimits()) throws(AudioError) {
        if let kind = FileKind.foreign(file.bytes) { throw .notMP3(path: file.path, seems: kind) }
        (self.file, self.limits) = (file, limits)
        handle = try Self.open()
        var feed = Feed(bytes: file.bytes)
        let start = limits.clock()
        do throws(AudioError) {
            (format, expectedFrames) = try Self.findFormat(of: file, handle, &feed, limits)
            (self.feed, work) = (feed, limits.clock() - start)
        } catch {
            mpg123_delete(handle)
            throw error
        }
    }

    deinit {
        mpg123_delete(handle)
    }

    /// Decodes the next samples.
    ///
    /// - Parameter maxFrames: the most frames, at least 1.
    /// - Returns: interleaved samples; empty only at the end of the file.
    package func read(maxFrames: Int) -> [Int16] {
        if pending.isEmpty { pending = nextSamples()[...] }
        let samples = Array(pending.prefix(max(1, min(maxFrames, 1 << 16)) * format.channels))
        pending = pending.dropFirst(samples.count)
        position += samples.count / format.channels
        return samples
    }

    /// The samples of the next frame that has any; empty at the end.
    private func nextSamples() -> [Int16] {
        var fruitless = 0
        while !ended {
            if let excess = exceeded {
                (self.excess, ended) = (excess, true)
                break
            }
            let before = soundEnd
            let (samples, result) = decodeFrame()
            if result == MPG123_DONE.rawValue { ended = true }
            if !samples.isEmpty { return samples }
            switch result {
            case MPG123_NEED_MORE.rawValue:
                if !feed.next(to: handle) { ended = true }
            case MPG123_DONE.rawValue:
                break
            case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue:
                // A frame without samples is the encoder's padding, and is progress. Only the first format is accepted,
                // so the library converts to it where the format changes within the file.
                if soundEnd == before { fruitless += 1 }
            default:
                fruitless += 1
            }
            if fruitless > Self.fruitlessLimit { ended = true }
        }
        return []
    }

    /// The limit that the file exceeds; nil while it keeps to all of them.
    private var exceeded: AudioError? {
        let sound = format.duration(frames: position)
        if sound > limits.sound { return .fileTooLong(path: file.path, limit: limits.sound) }
        if !limits.allows(bytes: soundEnd ?? 0, sound: sound) { return .bitRateTooLow(path: file.path) }
        return limits.allows(work: work, sound: sound) ? nil : .decodingTooLong(path: file.path, after: sound)
    }

    package var bitRate: BitRate {
        let milliseconds = Int(clamping: format.duration(frames: position).wholeMilliseconds)
        let mean = milliseconds > 0 ? (soundBytes * 8 + milliseconds / 2) / milliseconds : 0
        guard let bitRates, bitRates.lowerBound == bitRates.upperBound else {
            return BitRate(kilobits: mean, isVariable: bitRates != nil)
        }
        // Padding at both ends falsifies the mean of a short file. A free-format file has no nominal rate.
        return BitRate(kilobits: bitRates.lowerBound > 0 ? Int(bitRates.lowerBound) : mean, isVariable: false)
    }

    /// How much of the sound could not be decoded; without a length tag, an estimate from the damaged bytes.
    package var missing: Duration {
        if let expectedFrames { return format.duration(frames: max(0, expectedFrames - position)) }
        guard soundBytes > 0 else { return .zero }
        let bytes = lostBytes + (silentEnd > Self.silentEndLimit ? silentEnd : 0)
        return format.duration(frames: Int(Double(position) * Double(bytes) / Double(soundBytes)))
    }

    /// What is wrong with the file, once `read` has reached its end; nil where it is whole, or almost.
    package var fault: AudioError? {
        if let excess { return excess }
        guard ended, missing > format.duration(frames: Self.tolerance) else { return nil }
        let (has, after) = (format.duration(frames: position), format.duration(frames: firstDamage ?? position))
        guard let expectedFrames else {
            let reason = "\(missing.tenths) or so cannot be heard"
            return .fileDamaged(path: file.path, after: after, reason: reason)
        }
        let says = format.duration(frames: expectedFrames)
        return firstDamage == nil
            ? .fileCutShort(path: file.path, has: has, says: says)
            : .fileDamaged(path: file.path, after: after, reason: "\(has.tenths) of \(says.tenths) can be heard")
    }

    /// How many bytes at the end are neither sound nor a tag.
    private var silentEnd: Int { file.bytes.count - FileTag.length(atEndOf: file.bytes) - (soundEnd ?? 0) }

    private func decodeFrame() -> ([Int16], Int32) {
        var number = 0
        var bytes = 0
        var decoded: UnsafeMutablePointer<UInt8>?
        let start = limits.clock()
        let result = mpg123_decode_frame(handle, &number, &decoded, &bytes)
        work += limits.clock() - start
        if result == MPG123_OK.rawValue { noteFrame() }
        guard bytes > 0, let decoded else { return ([], result) }
        // Whole frames only, which is all that the library gives for 16-bit output.
        let count = bytes / 2 / format.channels * format.channels
        let samples = [Int16](unsafeUninitializedCapacity: count) { buffer, initialised in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(
                from: UnsafeRawBufferPointer(start: decoded, count: count * 2)
            )
            initialised = count
        }
        return (samples, result)
    }

    /// Notes the position of the frame that was just decoded. Bytes between frames are a tag or damage.
    private func noteFrame() {
        var frame = mpg123_frameinfo2()
        let start = mpg123_framepos(handle)
        guard start >= 0, mpg123_info2(handle, &frame) == MPG123_OK.rawValue else { return }
        if let soundEnd, start > soundEnd, !FileTag.begins(file.bytes.dropFirst(soundEnd)) {
            damages += 1
            lostBytes += start - soundEnd
            firstDamage = firstDamage ?? position
        }
        soundEnd = start + Int(frame.framesize)
        feed.hasProgressed()
        soundBytes += Int(frame.framesize)
        let rates = bitRates ?? frame.bitrate...frame.bitrate
        bitRates = min(rates.lowerBound, frame.bitrate)...max(rates.upperBound, frame.bitrate)
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
            // A damaged stretch is searched to its end.
            { mpg123_param2(handle, numericCast(MPG123_RESYNC_LIMIT.rawValue), -1, 0) },
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

    /// Feeds the library up to the first frame, and fixes the output to its format.
    private static func findFormat(
        of file: SoundFile,
        _ handle: OpaquePointer,
        _ feed: inout Feed,
        _ limits: DecodingLimits
    ) throws(AudioError) -> (SoundFormat, Int?) {
        let end = FileTag.length(inFrontOf: file.bytes) + limits.search
        let start = limits.clock()
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
                feed.hasProgressed()
                // Without a length tag the library returns its position, which is 0 here.
                let length = mpg123_length(handle)
                return (SoundFormat(rate: rate, channels: Int(channels)), length > 0 ? length : nil)
            }
            guard limits.allows(work: limits.clock() - start, sound: .zero) else {
                throw .decodingTooLong(path: file.path, after: .zero)
            }
            if result == MPG123_NEED_MORE.rawValue {
                if feed.count >= end, feed.count < file.bytes.count {
                    throw .noSoundFound(path: file.path, within: limits.search)
                }
                guard feed.next(to: handle) else { break }
            } else {
                fruitless += 1
            }
        }
        throw .notMP3(path: file.path, seems: FileKind.seeming(file.bytes))
    }

    private static func text(_ code: Int32) -> String {
        mpg123_plain_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

/// Feeds the library with a file, block by block.
private struct Feed {
    let bytes: [UInt8]
    /// How many bytes the library has got.
    private(set) var count = 0
    /// How many of these it has got since its last frame.
    private var searched = 0

    private static let blockBytes = 16 << 10

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The library has found a frame.
    mutating func hasProgressed() { searched = 0 }

    /// - Returns: false where nothing is left to feed.
    mutating func next(to handle: OpaquePointer) -> Bool {
        let block = bytes.dropFirst(count).prefix(max(Self.blockBytes, searched))
        guard !block.isEmpty else { return false }
        (count, searched) = (count + block.count, searched + block.count)
        return block.withUnsafeBufferPointer { mpg123_feed(handle, $0.baseAddress, $0.count) } == MPG123_OK.rawValue
    }
}
