/// Decodes a file as it is needed, and keeps the frames that may have to be played again after a device was lost.
final class SoundStream {
    let file: SoundFile
    var format: SoundFormat { decoder.format }

    private var decoder: MP3Decoder
    private var samples: [Int16] = []
    /// The number of the first frame in `samples`.
    private var first = 0

    init(_ file: SoundFile) throws(AudioError) {
        self.file = file
        decoder = try MP3Decoder(file)
    }

    /// The file's fault, once it was decoded to its end.
    var fault: AudioError? { decoder.fault }
    var damages: Int { decoder.damages }

    /// - Returns: at most `maxFrames` frames from `frame` on, interleaved; empty only past the end.
    func block(at frame: Int, maxFrames: Int) -> ArraySlice<Int16> {
        let start = max(0, frame - first) * format.channels
        let wanted = start + max(0, maxFrames) * format.channels
        while samples.count < wanted {
            let decoded = decoder.read(maxFrames: maxFrames)
            if decoded.isEmpty { break }
            samples.append(contentsOf: decoded)
        }
        return samples[min(start, samples.count)..<min(wanted, samples.count)]
    }

    /// Drops the frames before `frame`, which are not needed again.
    func forget(before frame: Int) {
        let count = min((frame - first) * format.channels, samples.count)
        // Not for every block, since it moves the rest.
        guard count > format.rate * format.channels else { return }
        samples.removeFirst(count)
        first += count / format.channels
    }

    /// Goes back to the first frame, even if it was dropped.
    func rewind() throws(AudioError) {
        guard first > 0 else { return }
        decoder = try MP3Decoder(file)
        (samples, first) = ([], 0)
    }
}
