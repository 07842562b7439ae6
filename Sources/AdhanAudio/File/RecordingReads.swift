import Synchronization

/// Reads recordings for the player, each file on one thread at a time.
///
/// The player gives up a read that does not return, but the read's thread stays until the disk or server answers. So a
/// further read of that file is refused at once: a file that hangs costs one thread, and delays no other file. The
/// config names few files. A trial may be of any other, so the number of those is limited here.
package final class RecordingReads: Sendable {
    package typealias FileReader =
        @Sendable (_ path: String, _ onProgress: () -> Void) throws(AudioError) -> SoundFile

    /// The most files, beside those of the config, whose reads have not returned.
    package static let limit = 4

    private let readFile: FileReader
    private let pending = Mutex<Set<String>>([])

    package init(
        readFile: @escaping FileReader = { path, onProgress throws(AudioError) in
            try SoundFile(path: path, onProgress: onProgress)
        }
    ) { self.readFile = readFile }

    /// Reads the file, and decodes its first second. It may hang.
    ///
    /// - Parameter named: the files of the config, which are never refused because of other files.
    /// - Throws: `AudioError`; at once `fileHung` where an earlier read of the file has not returned, and
    ///   `otherFilesHung` where too many reads of unnamed files have not returned.
    package func read(_ path: String, named: [String], onProgress: () -> Void) throws(AudioError) -> SoundFile {
        let refusal = pending.withLock { pending -> AudioError? in
            if pending.contains(path) { return .fileHung(path: path) }
            let others = pending.subtracting(named)
            if !named.contains(path), others.count >= Self.limit {
                return .otherFilesHung(path: path, others: others.sorted())
            }
            pending.insert(path)
            return nil
        }
        if let refusal { throw refusal }
        defer { pending.withLock { _ = $0.remove(path) } }
        let file = try readFile(path, onProgress)
        onProgress()
        // The player decodes as much before it opens a device. If that takes too long, it counts as this read.
        let stream = try SoundStream(file)
        _ = stream.block(at: 0, maxFrames: stream.format.rate)
        onProgress()
        return file
    }
}
