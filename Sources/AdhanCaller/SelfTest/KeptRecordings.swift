import AdhanAudio
import AdhanCore
import AdhanSupport
import Glibc
import Synchronization

/// The config's recordings in memory, as they were last found whole, so that a broken replacement or a lost disk does
/// not cost the next adhan.
package final class KeptRecordings: Sendable {
    /// How often the files are looked at. Where nothing has changed, a look costs one `stat` per file.
    package static let interval: Duration = .seconds(10)

    private struct Kept {
        /// Where it was found at the last look.
        var file: String?
        /// The stamp at the last look; nil to look again.
        var stamp: FileStamp?
        var good: (file: SoundFile, check: SoundCheck)?
        /// What is wrong with the file on the disk.
        var fault: AudioError?

        /// What sounds meanwhile; empty where nothing does.
        func instead(of path: String) -> String {
            guard let good else { return "" }
            let isOriginal = good.file.path == path && file != path
            return isOriginal
                ? "; \(path) sounds instead" : "; the copy in memory still sounds, until the daemon is restarted"
        }
    }

    private final class Turn: Sendable {
        let lock = Mutex<Void>(())
    }

    /// A change of one recording.
    enum News: Sendable, Equatable {
        case whole(SoundCheck, path: String)
        /// `kept`: whether the earlier copy in memory is played instead.
        case broken(AudioError, kept: Bool)
    }

    package let paths: [String]
    private let loudness: Loudness?
    private let lookup: ResourceLookup
    private let state = Mutex<[String: Kept]>([:])
    /// Looks at one file take turns; a file that hangs holds up no other.
    private let turns: [String: Turn]
    /// Shared across reloads, since a look that hangs belongs to the config in which it began.
    private let shared = Mutex(PendingReads())
    /// The reads for the player, shared in the same way.
    private let reads: Mutex<RecordingReads>
    /// After this time a file counts as stalled. The slowest box decodes the longest recording in less.
    package static let patience: Duration = .minutes(1)
    /// The findings that were last posted; nil before the first.
    let told = LastReported<RecordingWatch.Findings>()

    /// - Parameters:
    ///   - loudness: measures the recordings; nil to play them as they are.
    ///   - lookup: finds them in the mirrors at each use.
    ///   - reads: reads those for the player that are not in memory.
    init(
        _ paths: [String],
        loudness: Loudness? = nil,
        lookup: ResourceLookup = .none,
        reads: RecordingReads = RecordingReads()
    ) {
        (self.paths, self.loudness, self.lookup) = (paths, loudness, lookup)
        turns = Dictionary(paths.map { ($0, Turn()) }) { first, _ in first }
        self.reads = Mutex(reads)
    }

    /// What is wrong with the files on the disk.
    package var faults: [AudioError] { state.withLock { state in paths.compactMap { state[$0]?.fault } } }

    /// The faults with the recordings that sound meanwhile, in the order of the config.
    package var problems: [RecordingProblem] {
        state.withLock { state in
            paths.compactMap { path in
                guard let entry = state[path], let fault = entry.fault else { return nil }
                let words = fault.problem + entry.instead(of: path)
                return RecordingProblem(path: path, fault: fault.fault(of: path), words: words, remedy: fault.remedy)
            }
        }
    }

    /// What is known of each recording, by its path in the config; one that was not looked at yet is missing.
    package var facts: [String: SoundFacts.Recording] {
        let kept = state.withLock { $0 }
        return kept.compactMapValues { entry in
            if let good = entry.good { return .plays(file: good.file.path, sha256: good.file.sha256) }
            if let path = entry.fault?.audibleFile { return .plays(file: path) }
            return entry.fault.map { .broken($0.problem, remedy: $0.remedy) }
        }
    }

    var pendingReads: PendingReads { shared.withLock { $0 } }

    /// The file that is being looked at; nil where none is.
    var lookedAt: String? { pendingReads.longest(of: paths)?.path }

    /// The file whose disk or server has not answered for `patience`; nil where there is none.
    var stalled: String? {
        pendingReads.longest(of: paths).flatMap { BootClock.now() - $0.since > Self.patience ? $0.path : nil }
    }

    /// The formats of the recordings, each once.
    package var formats: [SoundFormat] {
        AudioProbe.formats(state.withLock { state in paths.map { state[$0]?.good?.check.format } })
    }

    /// Takes over the copies of the same files from the earlier config, and its pending reads.
    func adopt(_ other: KeptRecordings) {
        guard other !== self else { return }
        let theirs = other.pendingReads
        let own = shared.withLock { shared in
            defer { shared = theirs }
            return shared
        }
        theirs.merge(own)
        let reads = other.reads.withLock { $0 }
        self.reads.withLock { $0 = reads }
        adoptKept(other)
    }

    private func adoptKept(_ other: KeptRecordings) {
        var theirs = other.state.withLock { $0.filter { paths.contains($0.key) } }
        if let loudness {
            other.loudness.map(loudness.adopt)
            // Not measured for this loudness: the next look measures it.
            for (path, kept) in theirs where kept.good.map({ loudness.gain(ofFile: $0.file.sha256) == nil }) == true {
                theirs[path]?.stamp = nil
            }
        }
        state.withLock { $0.merge(theirs) { own, _ in own } }
    }

    /// Reads and decodes the files that have changed since the last look.
    /// It may block, and takes seconds of CPU on a small box.
    func reload(isThorough: Bool = false) -> [News] { paths.compactMap { reload(at: $0, isThorough: isThorough) } }

    /// Looks at one of the recordings in the same way; a file that is none of them is not read.
    func reload(at path: String, isThorough: Bool = false) -> News? {
        turns[path]?.lock.withLock { _ in
            pendingReads.begin(path)
            defer { pendingReads.end(path) }
            return read(path, isThorough)
        }
    }

    private func read(_ path: String, _ isThorough: Bool) -> News? {
        let before = state.withLock { $0[path] }
        // Without a copy in memory any whole recording is better than a mirror's that does not answer.
        let place = before?.good == nil ? lookup.answering(path) : lookup(path)
        let stamp = FileStamp(place)
        if let before, !isThorough, before.file == place, before.stamp == stamp, stamp != nil || before.fault != nil {
            return nil
        }
        let found = load(place)
        // The file is still being written. The next look will find it whole or broken.
        if before != nil, FileStamp(place) != stamp { return nil }
        let next =
            switch found {
            case .success(let good): Kept(file: place, stamp: stamp, good: good, fault: nil)
            // A disk that failed may answer the next time.
            case .failure(let fault):
                Kept(
                    file: place,
                    stamp: fault.isOfTheDisk ? nil : stamp,
                    // The fault of the mirror's file is told, and not that of the original.
                    good: before?.good ?? (place == path ? nil : try? load(path).get()),  // reason: see above
                    fault: fault
                )
            }
        state.withLock { $0[path] = next }
        if let before, before.fault == next.fault, before.good?.file.sha256 == next.good?.file.sha256 { return nil }
        if let fault = next.fault { return .broken(fault, kept: next.good != nil) }
        return next.good.map { .whole($0.check, path: place) }
    }

    private func load(_ file: String) -> Result<(file: SoundFile, check: SoundCheck), AudioError> {
        Result { () throws(AudioError) in
            let file = try SoundFile(path: file)
            let check = try SoundCheck.verify(file)
            try loudness?.measure(file)
            return (file, check)
        }
    }

    /// Reads that recording as the daemon does at its start, and finds the file that plays for it. It may block.
    package func find(_ path: String) -> String {
        _ = reload(at: path)
        return state.withLock { $0[path]?.good?.file.path } ?? file(of: path)
    }

    /// The file to play for that path: of the config's recordings, the one that is found. It looks at the disk.
    package func file(of path: String) -> String { paths.contains(path) ? lookup.answering(path) : path }

    /// The recording to play for that path: the copy in memory, which needs no disk, else the file itself.
    package func load(_ path: String, onProgress: () -> Void) throws(AudioError) -> Recording {
        let kept = state.withLock { $0[path] }
        guard let good = kept?.good else {
            let reads = reads.withLock { $0 }
            // A recording of the config in a mirror is one of the config.
            let file = file(of: path)
            return Recording(try reads.read(file, named: paths + (file == path ? [] : [file]), onProgress: onProgress))
        }
        let remark = kept?.fault.map { fault in
            if good.file.path == path, kept?.file != path {
                return "the mirror's recording is broken (\(fault.problem)); \(path) was played"
            }
            if case .fileMissing = fault {
                return "the recording is gone (\(fault.problem)); the copy in memory was played"
            }
            return
                "the recording was replaced by one that is broken (\(fault.problem)); "
                + "the copy of the one before was played"
        }
        return Recording(good.file, remark: remark)
    }
}

extension AudioError {
    fileprivate var isOfTheDisk: Bool { if case .fileUnreadable = self { true } else { false } }
}

/// The files whose read has not returned, each with the time of the first read, across reloads.
final class PendingReads: Sendable {
    private let since = Mutex<[String: BootInstant]>([:])

    init() {}

    package func begin(_ path: String, at now: BootInstant = BootClock.now()) {
        since.withLock { $0[path] = min($0[path] ?? now, now) }
    }

    /// The read has returned.
    package func end(_ path: String) { since.withLock { $0[path] = nil } }

    /// The file among `paths` that has been waited for longest, and since when; nil where none is.
    func longest(of paths: [String]) -> (path: String, since: BootInstant)? {
        since.withLock { since in
            paths.compactMap { path in since[path].map { (path, $0) } }.min { $0.1 < $1.1 }
        }
    }

    func merge(_ other: PendingReads) {
        for (path, since) in other.since.withLock({ $0 }) { begin(path, at: since) }
    }
}
