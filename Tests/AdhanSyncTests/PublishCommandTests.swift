import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand_sync

/// `adhand publish` and `adhand resources`, against moto.
struct PublishCommandTests {
    private let rig: MirrorRig
    private let config: String

    init() throws {
        rig = try MirrorRig()
        config = try Binary.config(
            """
            [place]
            latitude = 53.6097
            longitude = -2.1561
            timezone = "Europe/London"
            [audio]
            adhan = "adhan.mp3"
            [mirror]
            bucket = "\(rig.bucket.name)"
            prefix = "box"
            endpoint = "\(S3Server.shared.endpoint)"
            region = "\(S3Server.region)"
            directory = "\(rig.mirror.directory)"
            """,
            in: rig.directory
        )
    }

    private func run(_ arguments: String..., keys: S3Credentials? = nil) throws -> Binary.Outcome {
        let keys = try keys ?? S3Server.shared.writing
        return try Binary.run(
            arguments + ["--config", config],
            in: rig.directory,
            environment: ["AWS_ACCESS_KEY_ID": keys.accessKeyID, "AWS_SECRET_ACCESS_KEY": keys.secretAccessKey]
        )
    }

    private func timetable(_ change: (String) -> String = { $0 }) throws -> String {
        let shipped = Binary.root + "/Resources/timetables/PrayerTimes2026.json"
        let text = change(try String(contentsOfFile: shipped, encoding: .utf8))
        return try rig.directory.write(Array(text.utf8), to: "PrayerTimes2026.json")
    }

    @Test func `a recording is uploaded with its type, and the mirror has it then`() throws {
        let samples = MP3Fixture.phrase(seconds: 1)
        let file = try MP3Fixture.encode(samples, in: rig.directory, name: "adhan.mp3")
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        let dry = try run("publish", "--dry-run", file)
        #expect(dry.code == 0 && dry.output == "box/adhan.mp3: new, \(size) bytes\n", "\(dry.text)")
        #expect(try rig.objects().isEmpty)
        let done = try run("publish", file)
        #expect(done.code == 0, "\(done.text)")
        #expect(done.output == "box/adhan.mp3: uploaded, new: \(size) bytes\n")
        #expect(try rig.bucket.objects()["box/adhan.mp3"]?.contentType == "audio/mpeg")
        #expect(try run("publish", file).output == "box/adhan.mp3: the same is there already\n")
        #expect(try run("resources", "--mirror-only").output == "no file comes from a mirror\n")
        #expect(try run("mirror", "sync").code == 0)
        let resources = try run("resources", "--mirror-only", "--format", "json")
        let found = try JSONDecoder().decode([ResourceList.Resource].self, from: Data(resources.output.utf8))
        #expect(found.map(\.name) == ["adhan.mp3"], "\(resources.text)")
        #expect(found.first?.mirror == "main" && found.first?.size == size && found.first?.changed != nil)
        #expect(try found.first?.md5 == rig.objects()["box/adhan.mp3"])
        #expect(found.first?.path == "\(rig.mirror.directory)/adhan.mp3")
    }

    @Test func `a timetable with faults is refused, and nothing is uploaded`() throws {
        let slide = try rig.directory.write(Array("# Welcome".utf8), to: "welcome.md")
        let faulty = try timetable { $0.replacing("\"2026-11-21\"", with: "\"2026-11-31\"") }
        for arguments in [["--timetable", faulty], [slide, faulty]] {
            let refused = try run("publish", arguments[0], arguments[1])
            #expect(refused.code == EX_DATAERR, "\(refused.text)")
            #expect(refused.errors.contains("\(faulty) is not published: "), "\(refused.text)")
        }
        #expect(try rig.objects().isEmpty)
        let good = try timetable()
        let done = try run("publish", "--timetable", good)
        #expect(done.code == 0, "\(done.text)")
        #expect(try rig.bucket.objects()["box/PrayerTimes2026.json"]?.contentType == "application/json")
        // The days that would be others.
        let fajr = "\"adhan\" : \"06:43\""
        let changed = try timetable { $0.replacing(fajr, with: "\"adhan\" : \"06:44\"", maxReplacements: 1) }
        let dry = try run("publish", "--dry-run", changed)
        #expect(dry.code == 0 && dry.output.contains("another is there"), "\(dry.text)")
        #expect(dry.output.contains("  2026-01-01: fajr "), "\(dry.text)")
        // A fault of the one that is there is told by its name in the bucket.
        let there = try String(contentsOfFile: good, encoding: .utf8).replacing(
            "\"2026-11-21\"",
            with: "\"2026-11-31\""
        )
        try rig.bucket.put("box/PrayerTimes2026.json", Array(there.utf8))
        let faults = try run("publish", "--dry-run", changed)
        #expect(faults.errors.contains("adhand: the bucket's box/PrayerTimes2026.json: line "), "\(faults.text)")
        #expect(!faults.errors.contains("/adhand-"), "\(faults.text)")
    }

    @Test func `each reason has its exit code`() throws {
        let slide = try rig.directory.write(Array("# Welcome".utf8), to: "welcome.md")
        #expect(try run("publish", rig.directory.file("none.md")).code == EX_NOINPUT)
        let denied = try run("publish", slide, keys: S3Server.shared.right)
        #expect(
            denied.code == EX_UNAVAILABLE && denied.errors.contains("the keys may not put it there"),
            "\(denied.text)"
        )
        let unknown = try run("publish", slide, "--mirror", "second")
        #expect(unknown.code == EX_CONFIG && unknown.errors.contains("its table would be [mirror.second]"))
        let to = try run("publish", slide, "--to", "slides")
        #expect(to.code == 0, "\(to.text)")
        #expect(try rig.bucket.objects()["box/slides/welcome.md"]?.contentType == "text/markdown; charset=utf-8")
    }

    @Test func `a name that nothing asks for is said, and a file too large or unchecked is refused`() throws {
        let slide = try rig.directory.write(Array("# Welcome".utf8), to: "welcome.md")
        let stray = try run("publish", "--dry-run", slide)
        #expect(stray.code == 0 && stray.errors.contains("nothing in this config asks for welcome.md"), "\(stray.text)")
        #expect(stray.errors.contains("it asks for adhan.mp3"), "\(stray.text)")
        let used = try run("publish", "--dry-run", slide, "--to", "slides")
        #expect(used.code == 0 && used.errors.isEmpty, "\(used.text)")
        let dated = try rig.directory.write(Array("+++\nuntil = 2026-13-01\n+++\n![](hall.jpg)".utf8), to: "dated.md")
        let wrong = try run("publish", "--dry-run", dated, "--to", "slides")
        #expect(wrong.code == 0 && wrong.errors.contains("adhand: dated.md:2: "), "\(wrong.text)")
        let large = rig.directory.file("large.md")
        try ChildProcess.run(["truncate", "-s", "65M", large])
        let refused = try run("publish", "--dry-run", large)
        #expect(
            refused.code == EX_DATAERR && refused.errors.contains("file_megabytes of [mirror] allows 64 MB"),
            "\(refused.text)"
        )
        let homeless = try String(contentsOfFile: config, encoding: .utf8).split(separator: "[audio]")[1]
        try rig.directory.write(Array(("[audio]" + homeless).utf8), to: "homeless.toml")
        let keys = try S3Server.shared.writing
        let outcome = try Binary.run(
            ["publish", "--timetable", try timetable(), "--config", rig.directory.file("homeless.toml")],
            in: rig.directory,
            environment: ["AWS_ACCESS_KEY_ID": keys.accessKeyID, "AWS_SECRET_ACCESS_KEY": keys.secretAccessKey]
        )
        #expect(outcome.code == EX_DATAERR && outcome.errors.contains("without a place"), "\(outcome.text)")
        #expect(try rig.objects().isEmpty)
    }

    @Test func `the object of the timetable's source is asked for, and checked`() throws {
        let good = try timetable()
        let name = rig.directory.file("hall-2026.json")
        try FileManager.default.moveItem(atPath: good, toPath: name)
        let unused = try run("publish", "--dry-run", name)
        #expect(unused.errors.contains("nothing in this config asks for hall-2026.json"), "\(unused.text)")
        let text = try String(contentsOfFile: config, encoding: .utf8)
        try Data(
            """
            \(text)
            [timetable]
            sources = ["s3"]
            [timetable.s3]
            bucket = "\(rig.bucket.name)"
            endpoint = "\(S3Server.shared.endpoint)"
            key = "box/hall-{year}.json"
            """.utf8
        ).write(to: URL(filePath: config))
        let asked = try run("publish", "--dry-run", name)
        #expect(asked.code == 0 && asked.errors.isEmpty, "\(asked.text)")
        // That of another bucket is not this mirror's.
        let both = try String(contentsOfFile: config, encoding: .utf8)
        let other = both.replacing("[timetable.s3]\nbucket = \"", with: "[timetable.s3]\nbucket = \"other-")
        try Data(other.utf8).write(to: URL(filePath: config))
        let foreign = try run("publish", "--dry-run", name)
        #expect(foreign.errors.contains("nothing in this config asks for hall-2026.json"), "\(foreign.text)")
        try Data(both.utf8).write(to: URL(filePath: config))
        try rig.directory.write(Array("{}".utf8), to: "hall-2026.json")
        let refused = try run("publish", "--dry-run", name)
        #expect(refused.code == EX_DATAERR && refused.errors.contains("is not published"), "\(refused.text)")
    }
}

struct PublisherTests {
    private let rig: MirrorRig

    init() throws { rig = try MirrorRig() }

    private func publisher(
        _ keys: S3Credentials? = nil,
        of mirror: MirrorConfiguration.Mirror? = nil
    ) throws -> Publisher {
        let keys = try keys ?? S3Server.shared.writing
        let settings = S3Client.Settings(rig.mirror.bucket, table: rig.mirror.table)
        let client = try S3Client(settings, version: "1", pause: { _ in }) { () throws(FetchFault) in keys }
        return Publisher(mirror ?? rig.mirror, ContentCheck(validator: nil), client)
    }

    private var soon: BootInstant { BootClock.now() + .seconds(60) }

    @Test func `a file is put under its name with its content type, and the mirror has it then`() throws {
        let publisher = try publisher()
        let samples = MP3Fixture.phrase(seconds: 1)
        let recording = try MP3Fixture.encode(samples, in: rig.directory, name: "adhan ü+.mp3")
        let slide = try rig.directory.write(Array("# Welcome".utf8), to: "welcome.md")
        for (file, folder, type) in [(recording, "", "audio/mpeg"), (slide, "slides", "text/markdown; charset=utf-8")] {
            let item = try publisher.item(file, folder: folder, isTimetable: false)
            #expect(try publisher.difference(item, until: soon) == .new(size: item.bytes.count))
            try publisher.upload(item, until: soon)
            #expect(try publisher.difference(item, until: soon) == .same)
            #expect(try rig.bucket.objects()[item.key]?.contentType == type)
        }
        #expect(try rig.run().error == nil)
        #expect(try rig.files().keys.sorted() == ["adhan ü+.mp3", "slides/welcome.md"])
        try rig.directory.write(Array("# Welcome all".utf8), to: "welcome.md")
        let item = try publisher.item(slide, folder: "slides", isTimetable: false)
        #expect(try publisher.difference(item, until: soon) == .changed(from: 9, to: 13))
    }

    @Test func `what the box would refuse is not published`() throws {
        let publisher = try publisher()
        let broken = try rig.directory.write(Array("no sound".utf8), to: "adhan.mp3")
        #expect(throws: PublishFault.self) { try publisher.item(broken, isTimetable: false) }
        let empty = try rig.directory.write([], to: "empty.md")
        #expect(throws: PublishFault.self) { try publisher.item(empty, isTimetable: false) }
        let slide = try rig.directory.write([1], to: "a.md")
        #expect(throws: PublishFault.self) { try publisher.item(slide, folder: "../x", isTimetable: false) }
        #expect(throws: FileFault.self) { try publisher.item(rig.directory.file("none"), isTimetable: false) }
    }

    @Test func `neither keys nor the target of a link are published`() throws {
        let keys = try rig.directory.write(
            Array("access_key_id = \"AKIA\"\nsecret_access_key = \"no secret\"\n".utf8),
            to: "keys.md"
        )
        let copy = try rig.directory.write(
            Array("[default]\naws_access_key_id=AKIA\naws_secret_access_key=no secret\n".utf8),
            to: "copy.md"
        )
        let named = try rig.directory.write(Array("# Welcome".utf8), to: "named.md")
        let (hard, soft) = (rig.directory.file("hard.md"), rig.directory.file("soft.md"))
        #expect(link(named, hard) == 0 && symlink(named, soft) == 0)
        var mirror = rig.mirror
        mirror.credentials = named
        for (file, reason) in [
            (keys, "it contains a secret key"), (copy, "it contains a secret key"), (named, "it is the key file"),
            (hard, "it is the key file"), (soft, "it is a symbolic link; name the file itself"),
        ] {
            let fault = #expect(throws: PublishFault.self) { try publisher(of: mirror).item(file, isTimetable: false) }
            #expect(fault?.reason.hasPrefix(reason) == true, "\(file): \(String(describing: fault))")
        }
    }

    @Test func `keys that may only read are told so`() throws {
        let publisher = try publisher(S3Server.shared.right)
        let slide = try rig.directory.write([1], to: "a.md")
        let item = try publisher.item(slide, isTimetable: false)
        let fault = #expect(throws: FetchFault.self) { try publisher.upload(item, until: soon) }
        #expect(fault?.kind == .denied && fault?.words.contains("the keys may not put it there") == true)
        #expect(try rig.bucket.objects().isEmpty)
    }
}
