import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand_sync

/// `adhand mirror sync`, killed at random moments; ADHAND_MIRROR_KILLS says how often.
struct MirrorKillTests {
    private static let kills = ProcessInfo.processInfo.environment["ADHAND_MIRROR_KILLS"].flatMap(Int.init) ?? 20
    private let rig: MirrorRig

    init() throws { rig = try MirrorRig() }

    private func start(_ name: String, prefix: [String] = []) throws -> Binary.Running {
        let server = try S3Server.shared
        let config = try Binary.config(
            """
            [mirror]
            bucket = "\(rig.bucket.name)"
            endpoint = "\(server.endpoint)"
            region = "\(S3Server.region)"
            directory = "\(rig.mirror.directory)"
            """,
            in: rig.directory
        )
        return try Binary.start(
            ["mirror", "sync", "--config", config],
            in: rig.directory,
            environment: [
                "AWS_ACCESS_KEY_ID": server.right.accessKeyID, "AWS_SECRET_ACCESS_KEY": server.right.secretAccessKey,
            ],
            prefix: prefix,
            output: name
        )
    }

    @Test(arguments: [3, 12]) func `each file is on the disk before it has its name`(_ count: Int) throws {
        try rig.bucket.put(sizes: Dictionary(uniqueKeysWithValues: (0..<count).map { ("file-\($0)", 5000) }))
        let trace = rig.directory.file("trace")
        let sync = try start("traced", prefix: ["strace", "-f", "-y", "-e", "trace=fsync,syncfs,rename", "-o", trace])
        #expect(sync.process.wait() == 0, "\(sync.text)")
        #expect(try rig.files() == rig.objects())
        var settled = 0
        for line in String(decoding: TestDirectory.bytes(of: trace), as: UTF8.self).split(separator: "\n") {
            let isPart = line.contains("/.adhand-mirror/parts-")
            // One call for all, or one for each.
            if line.contains("syncfs("), line.hasSuffix("= 0") { settled = count }
            if line.contains("fsync("), isPart, line.hasSuffix("= 0") { settled += 1 }
            if line.contains("rename("), isPart {
                #expect(settled > 0, "\(line)")
                settled -= 1
            }
        }
        #expect(settled == 0)
    }

    @Test func `killed at any moment, it leaves whole files only, and the next pass completes`() throws {
        var generator = SeededGenerator(seed: UInt64.random(in: 0...UInt64.max))
        let names = (0..<24).map { "d\($0 % 3)/file-\($0)" }
        // What each name has ever had.
        var versions: [String: Set<String>] = [:]
        var round = 0
        func change() throws {
            round += 1
            let chosen = names.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
            let sizes = Dictionary(
                uniqueKeysWithValues: chosen.map { ($0, Int.random(in: 0...120_000, using: &generator)) }
            )
            // The ETags of some are no MD5s.
            let etags = Dictionary(
                uniqueKeysWithValues: chosen.filter { $0.hasSuffix("3") }.map {
                    ($0, "\(String(repeating: "0", count: 24))\(String(format: "%08x", round))-2")
                }
            )
            try rig.bucket.put(sizes: sizes, etags: etags)
            for (name, md5) in try rig.objects() { versions[name, default: []].insert(md5) }
        }
        try change()
        for kill in 0..<Self.kills {
            if kill % 2 == 0 { try change() }
            let running = try start("adhand-\(kill)")
            // The first is killed before it can have made its folder.
            if kill > 0 { usleep(UInt32.random(in: 0..<400_000, using: &generator)) }
            running.process.signal(SIGKILL)
            _ = running.finish()
            for (name, md5) in try rig.files() {
                #expect(versions[name]?.contains(md5) == true, "\(name) is no whole version after kill \(kill)")
            }
        }
        let outcome = try start("adhand").finish()
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(try rig.files() == rig.objects())
        // Nothing is left of what was not whole.
        #expect(try FileManager.default.contentsOfDirectory(atPath: rig.folder.parts).isEmpty)
    }

    @Test func `the command says what it does, and ends with 69 and the reason where it cannot`() throws {
        try rig.bucket.put(["a": "a", "../b": "b"])
        let done = try start("done").finish()
        #expect(done.code == 0)
        #expect(done.output.contains("main: added a (1 bytes)\n"))
        #expect(done.errors.contains("adhand: mirror main: refused ../b: its name has the part . or .."))
        let config = try Binary.config(
            "[mirror]\nbucket = \"x\"\nendpoint = \"http://127.0.0.1:9\"\ndirectory = \"\(rig.mirror.directory)\"\n",
            in: rig.directory
        )
        let failed = try Binary.run(["mirror", "sync", "--config", config], in: rig.directory)
        #expect(failed.code == EX_UNAVAILABLE)
        #expect(failed.errors.contains("main: failed: s3: http://127.0.0.1:9/x/"))
        let without = try Binary.run(
            ["mirror", "sync", "--config", Binary.config("# defaults\n", in: rig.directory)],
            in: rig.directory
        )
        #expect(without.code == EX_CONFIG && without.errors.contains("there is no [mirror] in the config"))
    }

    @Test func `a config that a power cut has emptied does not end the service, also where no daemon has accepted one`()
        throws
    {
        let config = try Binary.config("", in: rig.directory)
        let mirror = try Binary.start(["mirror", "--config", config], in: rig.directory, output: "empty")
        defer { mirror.process.signal(SIGKILL) }
        #expect(eventually { mirror.text.contains("nothing is mirrored: \(config) has no [mirror]") }, "\(mirror.text)")
        #expect(!mirror.process.hasEnded)
        mirror.process.signal(SIGTERM)
        #expect(mirror.finish().code == 0)
    }
}
