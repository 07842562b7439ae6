import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand

/// The files that an export takes, and those that it leaves out with a sentence.
struct ExportPlanTests {
    private let box: Box

    init() throws {
        box = try Box()
        box.makeFolders("etc", "etc/conf.d", "etc/before-import-x", "srv", "srv/slides", "state", "state/panel")
        box.makeFolders("state/panel/private", "cache", "cache/mirror")
        for file in [
            "etc/notes", "etc/before-import-x/config.toml", "srv/fajr.mp3", "srv/times-2026.json",
            "srv/times-2020.json", "srv/slides/one.md", "state/settings.json", "state/config.json",
            "state/ledger.sqlite", "home.mp3",
            "cache/mirror/adhan.mp3", "state/panel/config.toml", "state/panel/recording-1.mp3",
            "state/panel/private/accounts.sqlite", "state/panel/private/key.pem",
        ] { try box.write("# \(file)\n", file) }
        symlink(box.file("srv/slides/one.md"), box.file("etc/linked.md"))
        symlink(box.file("srv/slides"), box.file("etc/linked"))
        symlink("/etc/shadow", box.file("state/panel/recording-2.mp3"))
        symlink("nowhere", box.file("etc/broken"))
    }

    private func plan(_ more: String = "") throws -> ExportPlan {
        let text = """
            [audio]
            adhan = "\(box.file("srv/fajr.mp3"))"
            dua = "\(box.file("home.mp3"))"
            dua_fajr = "\(box.file("srv/missing.mp3"))"
            [timetable]
            bundle = "\(box.file("srv/times-{year}.json"))"
            [hooks]
            before = ["/usr/local/bin/relay", "on"]
            after = ["logger"]
            [display]
            slides = "\(box.file("srv/slides"))"
            adhkar = "\(box.file("srv/adhkar"))"
            [mirror]
            bucket = "b"
            region = "eu-west-2"
            directory = "\(box.file("cache/mirror"))"
            \(more)
            """
        let file = try box.write(text, "etc/config.toml")
        let environment = [
            "STATE_DIRECTORY": box.file("state"), "CACHE_DIRECTORY": box.file("cache"),
            "RUNTIME_DIRECTORY": box.directory.path, "CONFIGURATION_DIRECTORY": box.file("etc"),
        ]
        let locations = Locations(resources: Binary.root + "/Resources", daemon: false, environment: environment)
        return try ExportPlan(
            try Configuration.load(file, locations),
            locations,
            OutsideFolders(folders: [box.file("srv")]),
            today: CivilDate("2026-11-27")
        )
    }

    @Test func `it has the config folder, what the config names elsewhere and what people have set`() throws {
        let plan = try plan()
        #expect(
            plan.items.map(\.part.name).sorted() == [
                "config/config.toml", "config/linked.md", "config/notes", "files\(box.file("srv/fajr.mp3"))",
                "files\(box.file("srv/slides/one.md"))", "files\(box.file("srv/times-2026.json"))",
                "panel/config.toml", "panel/recording-1.mp3", "state/settings.json",
            ]
        )
        // What is left out is named, unless it is fetched or made again.
        let named = [
            "etc/broken", "etc/linked is not in it", "home.mp3", "srv/missing.mp3", "/usr/local/bin/relay",
            "srv/adhkar", "state/panel/recording-2.mp3",
        ]
        for name in named { #expect(plan.leftOut.contains { $0.contains(name) }, "\(name): \(plan.leftOut)") }
        #expect(plan.leftOut.count == named.count, "\(plan.leftOut)")
    }

    @Test func `the ledger's files in the config folder are not among the files`() throws {
        for name in ["", "-journal", "-wal", "-shm", ".lock"] { try box.write("x", "etc/own.sqlite\(name)") }
        let names = try plan("[ledger]\nfile = \"own.sqlite\"").items.map(\.part.name)
        #expect(names.contains("config/notes") && !names.contains { $0.contains("own.sqlite") }, "\(names)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a link away"))
    func `a link of another user in the place of the panel's folder is left out`() throws {
        let panel = box.file("state/panel")
        #expect(rename(panel, box.file("real")) == 0 && symlink(box.file("real"), panel) == 0)
        func hasPanel(_ plan: ExportPlan) -> Bool {
            plan.items.contains { if case .panel = $0.part { true } else { false } }
        }
        #expect(try hasPanel(plan()), "root's own link is followed")
        #expect(lchown(panel, 12345, 12345) == 0)
        #expect(try !hasPanel(plan()))
        #expect(try plan().leftOut.contains { $0.hasPrefix("\(panel) is not in it: it is a link of the user 12345") })
    }

    @Test func `a file that would not fit into an archive is left out`() throws {
        #expect(truncate(box.file("srv/fajr.mp3"), off_t(MosqueArchive.largestFile) + 1) == 0)
        #expect(try plan().leftOut.contains { $0.contains("fajr.mp3 is not in it: it has more than 1024 MB") })
    }
}
