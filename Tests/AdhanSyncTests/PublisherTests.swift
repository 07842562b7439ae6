import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand_sync

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
