import AdhanAudio
import AdhanCore
import AdhanSystem
import Synchronization

/// The recordings of the config as they were last found whole, in memory: a broken replacement, or a disk that is gone, does not
/// cost the next adhan.
package final class KeptRecordings: Sendable {
    /// How often the files are looked at. A look that finds nothing new costs a `stat` each.
    package static let interval: Duration = .seconds(10)

    private struct Kept {
        /// Of the file that was looked at last; nil where it is to be looked at again.
        var stamp: FileStamp?
        var good: (file: SoundFile, check: SoundCheck)?
        /// What is wrong with the file as it lies on the disk.
        var fault: AudioError?
    }

    /// What a look has shown of one recording.
    package enum News: Sendable, Equatable {
        case whole(SoundCheck, path: String)
        /// `kept` is whether the one before it is played in its place.
        case broken(AudioError, kept: Bool)
    }

    package let paths: [String]
    private let loudness: Loudness?
    private let state = Mutex<[String: Kept]>([:])
    private let looking = Mutex<Void>(())
    /// The same for each config that goes on for another: a look that hangs is that of the config in which it began.
    private let shared = Mutex(FileAsks())
    /// A disk that answers at all has done so after that, and the slowest box has decoded the longest recording.
    package static let patience: Duration = .minutes(1)
    /// What the caretaker was told last of the looks; nil where it was told nothing yet.
    package let told = Mutex<RecordingWatch.Findings?>(nil)

    /// - Parameter loudness: measures those that are whole; nil where each is as loud as it was made.
    package init(_ paths: [String], loudness: Loudness? = nil) { (self.paths, self.loudness) = (paths, loudness) }

    /// What is wrong with those that will not play as they lie on the disk.
    package var faults: [AudioError] { state.withLock { state in paths.compactMap { state[$0]?.fault } } }

    /// The same as sentences, each with what sounds meanwhile.
    package var problems: [String] {
        let kept = "; the copy in memory still sounds, until the daemon is restarted"
        return state.withLock { state in
            paths.compactMap { path in
                state[path].flatMap { entry in
                    entry.fault.map { $0.problem + (entry.good == nil ? "" : kept) }
                }
            }
        }
    }

    package var asks: FileAsks { shared.withLock { $0 } }

    /// The one that is being looked at now; nil where none is.
    package var lookedAt: String? { asks.longest(of: paths)?.path }

    /// The one whose disk or server does not answer; nil where none is waited for so long.
    package var silent: String? {
        asks.longest(of: paths).flatMap { BootClock.now() - $0.since > Self.patience ? $0.path : nil }
    }

    /// Each that the recordings have.
    package var formats: [SoundFormat] {
        AudioProbe.formats(state.withLock { state in paths.map { state[$0]?.good?.check.format } })
    }

    /// Takes over what was kept of the same files before the config changed, and for which it is still waited.
    package func adopt(_ other: KeptRecordings) {
        guard other !== self else { return }
        let theirs = other.asks
        let own = shared.withLock { shared in
            defer { shared = theirs }
            return shared
        }
        theirs.merge(own)
        adoptKept(other)
    }

    private func adoptKept(_ other: KeptRecordings) {
        var theirs = other.state.withLock { $0.filter { paths.contains($0.key) } }
        if let loudness {
            other.loudness.map(loudness.adopt)
            // Measured for another loudness, or for none: the next look measures it.
            for (path, kept) in theirs where kept.good.map({ loudness.gain(ofFile: $0.file.sha256) == nil }) == true {
                theirs[path]?.stamp = nil
            }
        }
        state.withLock { $0.merge(theirs) { own, _ in own } }
    }

    /// Reads and decodes what has changed since the last look; it may block, and takes seconds of a small box's time.
    ///
    /// - Parameter isThorough: reads and decodes all of them, changed or not.
    /// - Returns: what is new.
    package func look(isThorough: Bool = false) -> [News] {
        looking.withLock { _ in
            paths.compactMap { path in
                asks.begin(path)
                defer { asks.end(path) }
                return look(at: path, isThorough)
            }
        }
    }

    private func look(at path: String, _ isThorough: Bool) -> News? {
        let stamp = FileStamp(path)
        let before = state.withLock { $0[path] }
        if let before, !isThorough, before.stamp == stamp, stamp != nil || before.fault != nil { return nil }
        let found = Result { () throws(AudioError) in
            let file = try SoundFile(path: path)
            let check = try SoundCheck.verify(file)
            try loudness?.measure(file)
            return (file, check)
        }
        // Somebody is still writing it. The next look will find it whole, or broken for good.
        if before != nil, FileStamp(path) != stamp { return nil }
        let next =
            switch found {
            case .success(let good): Kept(stamp: stamp, good: good, fault: nil)
            // A disk that did not answer may answer the next time.
            case .failure(let fault): Kept(stamp: fault.isOfTheDisk ? nil : stamp, good: before?.good, fault: fault)
            }
        state.withLock { $0[path] = next }
        if let before, before.fault == next.fault, before.good?.file.sha256 == next.good?.file.sha256 { return nil }
        if let fault = next.fault { return .broken(fault, kept: next.good != nil) }
        return next.good.map { .whole($0.check, path: path) }
    }

    /// What is to be played for that path: the last one found whole, and the file itself where none was, or where it is none of
    /// the config's. Does not touch the disk for what is in memory.
    package func take(_ path: String, onProgress: () -> Void) throws(AudioError) -> Recording {
        let kept = state.withLock { $0[path] }
        guard let good = kept?.good else { return Recording(try SoundFile(path: path, onProgress: onProgress)) }
        let remark = kept?.fault.map { fault in
            if case .fileMissing = fault {
                return "the recording is gone (\(fault.problem)); the one kept of it sounded"
            }
            return "the recording was replaced by one that is broken (\(fault.problem)); the one before sounded"
        }
        return Recording(good.file, remark: remark)
    }
}

extension AudioError {
    fileprivate var isOfTheDisk: Bool { if case .fileUnreadable = self { true } else { false } }
}
