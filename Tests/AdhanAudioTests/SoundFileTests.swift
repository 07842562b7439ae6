import AdhanAudio
import AdhanTestSupport
import Glibc
import Testing

struct SoundFileTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func sentence(_ path: String) -> String {
        do throws(AudioError) {
            return "no error, but \(try SoundCheck.verify(path))"
        } catch {
            return error.description
        }
    }

    @Test func `what cannot be a recording is reported with what to do`() throws {
        let path = directory.file("adhan.mp3")
        #expect(sentence(path) == "there is no file '\(path)'; put the recording there, or correct its path")
        try directory.write([], to: "adhan.mp3")
        #expect(sentence(path) == "'\(path)' is empty; copy the recording again")
        let folder = directory.path
        #expect(sentence(folder) == "'\(folder)' is a directory, not a sound file; put an MP3 in its place")
        // Its writer is not waited for.
        let pipe = directory.file("pipe")
        mkfifo(pipe, 0o600)
        #expect(sentence(pipe).contains("a device or a pipe"))
        // Root may read everything, so a name that is too long replaces the refusal.
        #expect(sentence(folder + "/" + String(repeating: "a", count: 300)).contains("File name too long; "))
        // A path with a NUL is none, though a file has the name before it.
        #expect(sentence(path + "\u{0}.txt").hasPrefix("cannot read '\(path)\u{0}.txt': Invalid argument"))
    }

    @Test func `a file above the limit is refused before it is read, and each block of another is reported`() throws {
        let path = try directory.write([0], to: "adhan.mp3")
        truncate(path, SoundFile.limit + 1)
        #expect(sentence(path).contains("larger than 64 MiB"))
        var blocks = 0
        #expect(throws: AudioError.self) { try SoundFile(path: path) { blocks += 1 } }
        #expect(blocks == 0)
        try directory.write([UInt8](repeating: 1, count: 600_000), to: "adhan.mp3")
        #expect(try SoundFile(path: path) { blocks += 1 }.bytes.count == 600_000)
        #expect(blocks == 3)
    }

    private static let others: [(head: [UInt8], kind: String)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG picture"),
        ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"), (Array("GIF89a".utf8), "a GIF picture"),
        (Array("RIFF....WEBPVP8 ".utf8), "a WebP picture"), (Array("%PDF-1.7".utf8), "a PDF document"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP archive or an office document"),
        ([0x1F, 0x8B, 8, 0], "a gzip archive"), ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM film"),
        (Array("RIFF....WAVEfmt ".utf8), "a WAV recording, which must be converted to MP3 first"),
        (Array("OggS".utf8), "an Ogg recording, which must be converted to MP3 first"),
        (Array("fLaC".utf8), "a FLAC recording, which must be converted to MP3 first"),
        (Array("....ftypM4A ".utf8), "an MP4 or M4A recording, which must be converted to MP3 first"),
        (Array("<!DOCTYPE html>".utf8), "a web page, as a failed download leaves behind"),
        (Array("<html>".utf8), "a web page, as a failed download leaves behind"),
        (Array("<?xml version".utf8), "an XML document, as a failed download leaves behind"),
        (Array("version https://git-lfs.github.com/spec/v1".utf8), "a Git LFS pointer instead of the file itself"),
    ]

    @Test func `a file of another kind is named as such, though there is sound in it`() throws {
        let sound = [UInt8](repeating: 7, count: 5000) + (try Fixture(seconds: 1).bytes)
        let without: [([UInt8], String)] = [
            (.zeros(5000), "a file of zeros, as a power cut leaves behind"),
            (Array("the adhan is to be copied here\r\n".utf8), "plain text"),
        ]
        for (bytes, kind) in Self.others.map({ ($0.head + sound, $0.kind) }) + without {
            let path = try directory.write(bytes, to: "adhan.mp3")
            let converted = path.replacing(".mp3", with: "-converted.mp3")
            let advice = kind.hasSuffix("to MP3 first") ? "ffmpeg -i \(path) \(converted)" : "put an MP3 in its place"
            #expect(sentence(path) == "'\(path)' is not an MP3 file: it begins like \(kind); \(advice)")
        }
        for seed in 1...3 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let random = (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let path = try directory.write(random, to: "adhan.mp3")
            #expect(sentence(path) == "'\(path)' is not an MP3 file; put an MP3 in its place", "seed \(seed)")
        }
    }

    @Test
    func
        `a recording whose name differs in capital letters, or in a folder that the service does not see, gets its own advice`()
        throws
    {
        _ = try directory.write([1], to: "Fajr.mp3")
        let path = directory.file("fajr.mp3")
        #expect(
            sentence(path)
                == "there is no file '\(path)', but there is 'Fajr.mp3' in its folder; write 'Fajr.mp3' in the config; capital letters count"
        )
        #expect(
            sentence("/home/nobody-here/fajr.mp3")
                == "there is no file '/home/nobody-here/fajr.mp3'; the service sees nothing in /home; put the recording into "
                + "/etc/adhand, and correct its path"
        )
    }

    @Test func `the digest is the one sha256sum prints`() throws {
        let path = try directory.write(Array("abc".utf8), to: "abc")
        #expect(try SoundFile(path: path).sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func `a recording is described by its length and format, and adhand's tone as a placeholder`() throws {
        let path = try Fixture(seconds: 3, options: ["-t"]).path
        let whole = try SoundCheck.describe(path).get()
        #expect(whole.hasPrefix("\(path): 3s") && whole.contains(", 44100 Hz, stereo, sha256 "), "\(whole)")
        let tone = TestDirectory.bytes(of: Binary.root + "/Resources/adhan.mp3")
        let words = try SoundCheck.describe(directory.write(tone, to: "muezzin.mp3")).get()
        #expect(words.hasPrefix("placeholder tone (no recording chosen): 28s, "), "\(words)")
        #expect(words.hasSuffix("; to choose a recording: sudo adhand config set audio.adhan FILE"), "\(words)")
    }
}
