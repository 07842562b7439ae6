import AdhanAudio
import AdhanTestSupport
import Glibc
import Testing

struct SoundFileTests {
    let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
    }

    private func sentence(_ path: String) -> String {
        do throws(AudioError) {
            return "no error, but \(try SoundCheck.verify(path))"
        } catch {
            return error.description
        }
    }

    @Test func `a missing file is a sentence`() {
        let path = directory.file("adhan.mp3")
        #expect(sentence(path) == "there is no file '\(path)'; put the recording there or correct the path in [audio]")
    }

    @Test func `an empty file is a sentence`() throws {
        let path = try directory.write([], to: "adhan.mp3")
        #expect(sentence(path) == "'\(path)' is empty; copy the recording again")
    }

    @Test func `a directory is a sentence`() {
        #expect(sentence(directory.path) == "'\(directory.path)' is a directory, not a sound file; name an MP3 file")
    }

    @Test func `a pipe is a sentence and nobody waits for its writer`() {
        let path = directory.file("pipe")
        mkfifo(path, 0o600)
        #expect(sentence(path).contains("a device or a pipe"))
    }

    @Test func `a file above the limit is refused before it is read`() throws {
        let path = try directory.write([0], to: "adhan.mp3")
        truncate(path, SoundFile.limit + 1)
        #expect(sentence(path).contains("larger than 64 MiB"))
    }

    @Test func `a file that may not be read is a sentence with the system's reason`() throws {
        // Root may read everything, so a name that is too long stands in for the refusal.
        let path = directory.path + "/" + String(repeating: "a", count: 300)
        #expect(sentence(path).contains("File name too long (36)"))
    }

    @Test func `a PNG picture is called by its name`() throws {
        let path = try directory.write(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 9000),
            to: "adhan.mp3"
        )
        #expect(sentence(path) == "'\(path)' is not an MP3 file: it begins like a PNG picture; put an MP3 in its place")
    }

    @Test func `a web page is called by its name`() throws {
        let path = try directory.write(Array("<!DOCTYPE html><title>404</title>".utf8), to: "adhan.mp3")
        #expect(sentence(path).contains("a web page"))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random bytes are no MP3`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let path = try directory.write(
            (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) },
            to: "adhan.mp3"
        )
        #expect(sentence(path) == "'\(path)' is not an MP3 file; put an MP3 in its place")
    }

    @Test func `the digest is the one sha256sum prints`() throws {
        let path = try directory.write(Array("abc".utf8), to: "abc")
        #expect(
            try SoundFile(path: path).sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }
}
