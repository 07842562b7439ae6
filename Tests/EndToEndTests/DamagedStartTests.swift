import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// A start after a power cut or a bad sector: each file that it needs is damaged.
@Suite struct DamagedStartTests {
    /// What a start may need, relative to the box's folder. Files of a row are read apart from each other, and are
    /// damaged together: each start takes a while.
    private static let daemonFiles = [
        ["etc"], ["etc/config.toml"], ["etc/conf.d"], ["run"], ["state"], ["zones"], ["zones/" + UsedBox.zone],
        ["cache"] + ["zone.tab", "zone1970.tab", "tzdata.zi"].map { "zones/" + $0 },
        ["etc/adhan.mp3", "etc/times.json", "resources/adhan.mp3", "resources/timetables"],
        [
            "ledger.sqlite", "config.json", "place.json", "zone.json", "settings.json", "mute.json", "timetable.json",
            "congregations.json", "hook.json", "clock-floor",
        ].map { "state/" + $0 },
        ["etc/conf.d/50-more.toml"]
            + ["adhand.sock", "marks", "clock-confirmed", "clock-synchronised"].map { "run/" + $0 },
    ]
    private static let clientFiles = [["zones"], ["zones/" + UsedBox.zone], ["state"]]
    private static let displayFiles = clientFiles + [["etc/config.toml"], ["resources/display"]]
    private static let mirrorFiles =
        clientFiles + [["cache"], ["etc/config.toml", UsedBox.mirrorFolder + "/status.json"]]

    private static let starts: [(command: String, damage: Damage)] = Damage.allCases.flatMap { damage in
        ["run", "display", "mirror"].map { ($0, damage) }
    }

    @Test(arguments: starts)
    func `a start survives each damaged file that it needs`(command: String, damage: Damage) throws {
        let box = try UsedBox.left.get()
        let files =
            [
                "run": Self.daemonFiles, "display": Self.displayFiles, "mirror": Self.mirrorFiles,
            ][command] ?? []
        for row in files {
            let isResource = row.contains { $0.hasPrefix("resources") }
            let directory = try box.copy(withResources: isResource)
            defer { try? FileManager.default.removeItem(atPath: directory.path) }  // reason: it only takes room
            let damaged = try row.filter { try damage.inflict(on: directory.file($0)) }
            guard !damaged.isEmpty else { continue }
            defer { for file in damaged { chmod(directory.file(file), 0o700) } }
            let notify = try NotifySocket(in: directory)
            let running = try box.start(
                command,
                in: directory,
                withOwnResources: isResource,
                ["NOTIFY_SOCKET": notify.path]
            )
            var ready: String?
            _ = eventually {
                ready = ready ?? notify.messages().first { $0.hasPrefix("READY=1") }
                return ready != nil || running.process.hasEnded
            }
            let details = "\(command), \(damaged) \(damage): \(running.text)"
            #expect(ready != nil && !running.process.hasEnded, "\(details)")
            // The display has nothing to show without its page.
            let isIdle = ready?.contains("waiting") == true && row != ["resources/display"]
            #expect(!isIdle, "\(details)")
            // A read that goes on after the start may fail, too.
            if command == "run" { _ = eventually { running.text.contains("(start)") } }
            running.process.signal(SIGTERM)
            #expect(running.finish().code == 0, "\(details)")
        }
    }
}

/// How a power cut, a bad sector or a slip of the hand leaves a file or a folder.
enum Damage: String, CaseIterable {
    case missing, empty, cut, random, folder, unreadable

    /// - Returns: false where the file is not there, and so is not damaged.
    func inflict(on path: String) throws -> Bool {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        let isThere = manager.fileExists(atPath: path, isDirectory: &isFolder)
        func write(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
        func remove() throws { if isThere { try manager.removeItem(atPath: path) } }
        if !isThere, [.missing, .cut, .unreadable].contains(self) { return false }
        // The same as an empty one.
        if isFolder.boolValue, self == .folder { return false }
        switch self {
        case .missing: try remove()
        case .empty:
            try remove()
            if isFolder.boolValue { mkdir(path, 0o700) } else { try write([], path) }
        case .cut where isFolder.boolValue:
            for (number, name) in try manager.contentsOfDirectory(atPath: path).sorted().enumerated()
            where number % 2 == 0 {
                try manager.removeItem(atPath: path + "/" + name)
            }
        case .cut: truncate(path, TestDirectory.bytes(of: path).count / 2)
        case .random:
            try remove()
            let bytes = (0..<600).map { UInt8(truncatingIfNeeded: ($0 &* 7919 &+ 13) &* ($0 &+ 31) >> 3) }
            try write(bytes, path)
        case .folder:
            try remove()
            mkdir(path, 0o700)
        case .unreadable: chmod(path, 0)
        }
        return true
    }
}

/// A box on which a daemon has run, as it was when the power failed.
struct UsedBox {
    static let left = Result { try UsedBox() }
    static let zone = String(QuietMorning.config.firstMatch(of: #/timezone = "(.*)"/#)?.output.1 ?? "")

    static let mirrorFolder = "cache/mirrors/main/.adhand-mirror"

    private struct Unusable: Error { let description: String }

    private let directory: TestDirectory
    private static let config =
        QuietMorning.config.replacing("\"always\"", with: "\"auto\"") + """
            [audio]
            devices = ["silent"]
            adhan = "adhan.mp3"
            [timetable]
            file = "times.json"
            check = "off"
            [hooks]
            after = ["/bin/true"]
            [display]
            listen = "127.0.0.1:0"
            [mirror]
            bucket = "mosque"
            endpoint = "http://127.0.0.1:9"
            region = "here"

            """

    private init() throws {
        directory = try TestDirectory()
        for folder in ["etc", "etc/conf.d", "state", "zones", "cache"] { mkdir(directory.file(folder), 0o755) }
        try directory.write(Array(Self.config.utf8), to: "etc/config.toml")
        try directory.write(Array("[iqama]\nfajr = \"+20m\"\n".utf8), to: "etc/conf.d/50-more.toml")
        try directory.write(
            Array(
                """
                {"year": 2026, "location": {"latitude": 0.0, "longitude": 0.0}, "prayerTimes": [{"date": "2026-01-01",
                "fajr": "04:00", "sunrise": "06:00", "dhuhr": "12:00", "asr": "16:00", "maghrib": "18:00", "isha": "20:00"}]}
                """.utf8
            ),
            to: "etc/times.json"
        )
        let (manager, installed) = (FileManager.default, "/usr/share/zoneinfo/")
        try manager.copyItem(atPath: Binary.root + "/Resources", toPath: directory.file("resources"))
        // It is decoded at each start.
        let recording = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 2), in: directory)
        try manager.moveItem(atPath: recording, toPath: directory.file("etc/adhan.mp3"))
        mkdir(directory.file("zones/" + (Self.zone.split(separator: "/").first ?? "")), 0o755)
        for name in [Self.zone, "zone.tab", "zone1970.tab", "tzdata.zi"] {
            try directory.write(TestDirectory.bytes(of: installed + name), to: "zones/" + name)
        }
        let running = try start("run", in: directory)
        defer {
            running.process.signal(SIGKILL)
            running.process.wait()
        }
        guard eventually({ running.process.hasEnded || running.text.contains("refreshed (start)") }) else {
            throw Unusable(description: running.text)
        }
        let mirror = try start("mirror", in: directory, output: "mirror")
        defer {
            mirror.process.signal(SIGKILL)
            mirror.process.wait()
        }
        guard eventually({ access(directory.file(Self.mirrorFolder + "/status.json"), F_OK) == 0 }) else {
            throw Unusable(description: mirror.text)
        }
        func order(_ words: String...) throws {
            let outcome = try Binary.run(words, in: directory, environment: environment(directory), output: "order")
            guard outcome.code == 0 else { throw Unusable(description: outcome.text) }
        }
        try order("set", "volume.asr", "80")
        try order("mute", "1m")
        let kept = ["config.json", "place.json", "zone.json", "timetable.json"].map { directory.file("state/" + $0) }
        guard eventually({ kept.allSatisfy { access($0, F_OK) == 0 } }) else {
            throw Unusable(description: "the daemon has not kept \(kept): \(running.text)")
        }
    }

    private func environment(_ directory: TestDirectory) -> [String: String] {
        ["TZDIR": directory.file("zones"), "AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"]
    }

    /// A copy in a folder of its own, whose files name that folder. The resources are large, and copied only if asked for.
    func copy(withResources: Bool) throws -> TestDirectory {
        let (copy, manager) = (try TestDirectory(), FileManager.default)
        let names = try manager.contentsOfDirectory(atPath: directory.path).filter {
            withResources || $0 != "resources"
        }
        try ChildProcess.run(["cp", "-a"] + names.map(directory.file) + [copy.path])
        for name in ["config.json", "timetable.json"] {
            let text = String(decoding: TestDirectory.bytes(of: copy.file("state/" + name)), as: UTF8.self)
            try copy.write(Array(text.replacing(directory.path, with: copy.path).utf8), to: "state/" + name)
        }
        return copy
    }

    func start(
        _ command: String,
        in directory: TestDirectory,
        withOwnResources: Bool = true,
        _ more: [String: String] = [:],
        output: String = "adhand"
    ) throws -> Binary.Running {
        try Binary.start(
            [command],
            in: directory,
            environment: environment(directory).merging(more) { $1 },
            prefix: Binary.withoutOverride,
            output: output,
            resources: (withOwnResources ? directory : self.directory).file("resources")
        )
    }
}
