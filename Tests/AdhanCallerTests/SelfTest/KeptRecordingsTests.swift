import AdhanSupport
import AdhanCore
import AdhanAudio
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

@testable import AdhanCaller

struct KeptRecordingsTests {
    private let directory: TestDirectory
    private let path: String

    init() throws {
        directory = try TestDirectory()
        path = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 2, channels: 1), channels: 1, in: directory)
    }

    /// A mirror, and where recordings are looked for with it.
    private func mirror(roots: [String] = []) throws -> (TestDirectory, ResourceLookup) {
        let mirror = try TestDirectory()
        try mirror.makeMirror()
        return (mirror, ResourceLookup(mirrors: [.init(name: "main", directory: mirror.path)], roots: roots))
    }

    private func load(_ recordings: KeptRecordings) throws -> Recording { try recordings.load(path) {} }

    @Test func `a recording is decoded once, and again only where it has changed`() throws {
        let recordings = KeptRecordings([path])
        #expect(try recordings.reload() == [.whole(SoundCheck.verify(path), path: path)])
        #expect(recordings.reload().isEmpty)
        #expect(recordings.reload(isThorough: true).isEmpty, "an unchanged file is no news")
        #expect(recordings.formats == [SoundFormat(rate: 44_100, channels: 1)])
        _ = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 3), in: directory)
        #expect(try recordings.reload() == [.whole(SoundCheck.verify(path), path: path)])
        #expect(recordings.formats == [SoundFormat(rate: 44_100, channels: 2)])
    }

    @Test func `with a target loudness each recording is measured when it is looked at`() throws {
        let loudness = Loudness(target: -23)
        let recordings = KeptRecordings([path], loudness: loudness)
        _ = recordings.reload()
        #expect(try loudness.gain(ofFile: SoundFile(path: path).sha256) != nil)
        _ = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 3), in: directory)
        #expect(try loudness.gain(ofFile: SoundFile(path: path).sha256) == nil)
        _ = recordings.reload()
        #expect(try loudness.gain(ofFile: SoundFile(path: path).sha256) != nil)
    }

    @Test func `a broken replacement is reported, and the earlier copy is played until the file is whole again`() throws
    {
        let recordings = KeptRecordings([path])
        _ = recordings.reload()
        let before = try load(recordings)
        let bytes = TestDirectory.bytes(of: path)
        try directory.write(Array(bytes.prefix(bytes.count / 2)), to: "adhan.mp3")
        let isCutShort = if case .broken(.fileCutShort, kept: true)? = recordings.reload().first { true } else { false }
        #expect(isCutShort, "\(recordings.faults)")
        let kept = try load(recordings)
        #expect(kept.file.sha256 == before.file.sha256 && kept.file.bytes == bytes)
        #expect(
            kept.remark?.hasPrefix("the recording was replaced by one that is broken (\(path) is cut short") == true
        )
        #expect(recordings.reload().isEmpty, "it is said once")
        try directory.write(bytes, to: "adhan.mp3")
        #expect(recordings.reload().count == 1)
        #expect(recordings.faults.isEmpty)
        #expect(try load(recordings).remark == nil)
    }

    @Test func `a deleted recording is reported, and sounds from memory`() throws {
        let recordings = KeptRecordings([path])
        _ = recordings.reload()
        unlink(path)
        #expect(recordings.reload() == [.broken(.fileMissing(path: path), kept: true)])
        #expect(try load(recordings).remark?.hasPrefix("the recording is gone (there is no file") == true)
        #expect(recordings.reload().isEmpty)
    }

    @Test func `a read that hangs is not begun again after a reload, and the copy in memory needs none`() throws {
        let begun = Atomic(0)
        let answers = WaitGroup(1)
        let earlier = KeptRecordings(
            [path],
            reads: RecordingReads { path, onProgress throws(AudioError) in
                begun.add(1, ordering: .relaxed)
                answers.wait(within: .seconds(20))
                return try SoundFile(path: path, onProgress: onProgress)
            }
        )
        let ended = WaitGroup(1)
        try SystemThread { [path] in
            _ = try? earlier.load(path) {}  // reason: only that it returns counts
            ended.leave()
        }.detach()
        #expect(eventually { begun.load(ordering: .relaxed) == 1 })

        let next = KeptRecordings([path])
        next.adopt(earlier)
        #expect(throws: AudioError.fileHung(path: path)) { try load(next) }
        #expect(next.reload().count == 1)
        #expect(try load(next).remark == nil)
        #expect(begun.load(ordering: .relaxed) == 1)
        answers.leave()
        #expect(ended.wait(within: .seconds(20)))
    }

    @Test func `a file that was never whole, or is not in the config, is read from the disk`() throws {
        let missing = directory.file("other.mp3")
        let recordings = KeptRecordings([missing])
        #expect(recordings.reload() == [.broken(.fileMissing(path: missing), kept: false)])
        #expect(throws: AudioError.fileMissing(path: missing)) { try recordings.load(missing) {} }
        #expect(try load(recordings).file.sha256 == SoundFile(path: path).sha256)
        #expect(recordings.formats == [SoundFormat(rate: 44_100, channels: 2)])
    }

    @Test func `a thorough look finds damage behind an unchanged stamp`() throws {
        let recordings = KeptRecordings([path])
        _ = recordings.reload()
        var status = stat()
        stat(path, &status)
        // In place: the same inode, size and time.
        let stream = try #require(fopen(path, "r+"))
        let noise = [UInt8](repeating: 0x55, count: Int(status.st_size))
        fwrite(noise, 1, noise.count, stream)
        fclose(stream)
        var times = [status.st_atim, status.st_mtim]
        utimensat(AT_FDCWD, path, &times, 0)
        #expect(recordings.reload().isEmpty)
        let isBroken =
            if case .broken(_, kept: true)? = recordings.reload(isThorough: true).first { true } else { false }
        #expect(isBroken, "\(recordings.faults)")
    }

    @Test func `a new config takes over the copies of the same files`() throws {
        let recordings = KeptRecordings([path, directory.file("gone.mp3")])
        _ = recordings.reload()
        unlink(path)
        _ = recordings.reload()
        let next = KeptRecordings([path])
        next.adopt(recordings)
        #expect(try load(next).remark != nil)
        #expect(next.reload().isEmpty)
        #expect(next.faults == [.fileMissing(path: path)])
    }

    @Test func `a mirror's recording of that name is played, and the original once it is gone`() throws {
        let (mirror, lookup) = try mirror(roots: [directory.path])
        let recordings = KeptRecordings([path], lookup: lookup)
        let original = try SoundFile(path: path).sha256
        _ = recordings.reload()
        #expect(try load(recordings).file.sha256 == original)
        let mirrored = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: mirror)
        #expect(recordings.reload().count == 1)
        #expect(try load(recordings).file.path == mirrored)
        #expect(recordings.reload().isEmpty)
        // Also by a player that has no copy in memory.
        #expect(try load(KeptRecordings([path], lookup: lookup)).file.path == mirrored)
        #expect(unlink(mirrored) == 0)
        #expect(recordings.reload().count == 1)
        #expect(try load(recordings).file.sha256 == original)
    }

    @Test func `where a mirror does not answer, the original sounds, unless the mirror's was read before`() throws {
        let (mirror, lookup) = try mirror()
        let mirrored = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: mirror)
        let before = KeptRecordings([path], lookup: lookup)
        _ = before.reload()
        let gate = WaitGroup(1)
        defer { gate.leave() }
        let answer: Bool? = TimeLimit.run(.zero, on: mirror.path) { gate.wait(within: .seconds(60)) }
        #expect(answer == nil)
        let started = KeptRecordings([path], lookup: lookup)
        _ = started.reload()
        #expect(try load(started).file.path == path)
        #expect(try load(KeptRecordings([path], lookup: lookup)).file.path == path)
        _ = before.reload()
        #expect(try load(before).file.path == mirrored)
    }

    @Test func `where a mirror's recording is broken, the original sounds`() throws {
        let (mirror, lookup) = try mirror()
        let broken = try mirror.write(Array("no sound".utf8), to: String(path.split(separator: "/").last ?? ""))
        let recordings = KeptRecordings([path], lookup: lookup)
        #expect(recordings.reload().count == 1)
        let words = "'\(broken)' is not an MP3 file: it begins like plain text; \(path) sounds instead"
        #expect(recordings.problems.map(\.words) == [words])
        let taken = try load(recordings)
        #expect(taken.file.path == path && taken.remark?.hasPrefix("the mirror's recording is broken") == true)
    }
}
