/// A decoded file as far as it is needed: the frames that may have to be played again after a device was lost are kept.
final class SoundStream {
    let file: SoundFile
    var format: SoundFormat { decoder.format }

    private var decoder: MP3Decoder
    private var samples: [Int16] = []
    /// The number of the frame `samples` begins with.
    private var first = 0

    init(_ file: SoundFile) throws(AudioError) {
        self.file = file
        decoder = try MP3Decoder(file)
    }

    /// What is wrong with the file, once its end was asked for.
    var fault: AudioError? { decoder.fault }
    /// Places at which it is damaged, as far as it was decoded.
    var damages: Int { decoder.damages }

    /// - Returns: at most so many frames from that one on, interleaved; empty past the end, and only there.
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

    /// Nothing before that frame will be asked for again.
    func forget(before frame: Int) {
        let count = min((frame - first) * format.channels, samples.count)
        // Moving the rest down costs its length, so not for every block.
        guard count > format.rate * format.channels else { return }
        samples.removeFirst(count)
        first += count / format.channels
    }

    /// Goes back to the first frame, also where it was forgotten.
    func rewind() throws(AudioError) {
        guard first > 0 else { return }
        decoder = try MP3Decoder(file)
        (samples, first) = ([], 0)
    }
}
