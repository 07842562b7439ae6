import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AdhanPanel
@testable import AdhanSupport

/// The settings that the page saves: one file, its last states, and what the daemon is told.
@Suite struct PanelSettingsTests {
    private let rig: PanelRig
    private var settings: PanelSettings { rig.service.settings }

    init() throws { rig = try PanelRig() }

    /// Saves the iqama of a prayer.
    @discardableResult
    private func save(_ prayer: String, _ time: String, who: String = "Amina", base: String? = nil) throws -> String {
        try Self.save(prayer, time, who: who, base: base, in: settings, at: rig.service.now)
    }

    @discardableResult
    private static func save(
        _ prayer: String,
        _ time: String,
        who: String,
        base: String? = nil,
        in settings: PanelSettings,
        at now: Int64 = 1
    ) throws -> String {
        let what = "iqama of \(prayer) at \(time)"
        return try change(what, who: who, base: base, in: settings, at: now) {
            $0[table: "iqama"][value: prayer] = .text(time)
        }
    }

    @discardableResult
    private static func change(
        _ what: String,
        who: String = "Amina",
        base: String? = nil,
        in settings: PanelSettings,
        at now: Int64 = 1,
        _ change: (inout ConfigTree) -> Void
    ) throws -> String {
        var draft = try settings.draft()
        change(&draft.tables)
        return try settings.save(draft, base: base ?? draft.revision, who: who, what: what, at: now)
    }

    private func change(_ what: String, _ change: (inout ConfigTree) -> Void) throws -> String {
        try Self.change(what, in: settings, change)
    }

    private func refusal(_ body: () throws -> Void) -> PanelRefusal? {
        #expect(throws: PanelRefusal.self, performing: body)
    }

    @Test func `a change is a file that the daemon reads after the others`() throws {
        try rig.write("[iqama]\nfajr = \"+10m\"\nisha = \"20:00\"\n")
        try save("isha", "19:30")
        let text = try String(contentsOfFile: settings.folder.config, encoding: .utf8)
        #expect(text.hasSuffix("[iqama]\nisha = \"19:30\"\n") && text.hasPrefix("# "))
        let draft = try settings.draft()
        #expect(draft.problems == [])
        let rules = draft.configuration.iqama.rules
        #expect(rules[.isha]?.usual?.time == .clock(19 * 3600 + 1800))
        #expect(rules[.fajr]?.usual?.time == .beside(.adhan, seconds: 600), "the main file's")
    }

    @Test func `of two who save at once the second is shown the first's change, and nothing is lost`() throws {
        try save("fajr", "+20m")
        let seen = try settings.draft().revision
        try save("isha", "19:30", who: "Bilal")
        let refused = try #require(refusal { try save("asr", "16:00", base: seen) })
        #expect(refused.code == "changed" && refused.status == 409)
        #expect(refused.values == ["who": "Bilal", "what": "iqama of isha at 19:30"])
        #expect(refused.lines == ["+ isha = \"19:30\""])
        #expect(try settings.draft().tables[table: "iqama"].names == ["fajr", "isha"])
        // A change by hand is told as such.
        let own = try settings.draft().revision
        try rig.directory.write(Array("[iqama]\nfajr = \"+5m\"\n".utf8), to: "panel/config.toml")
        #expect(refusal { try save("asr", "16:00", base: own) }?.code == "changed-by-hand")
    }

    @Test func `a config that would be wrong is refused in the config's words, and nothing is written`() throws {
        let refused = try #require(refusal { try save("isha", "soon") })
        #expect(refused.code == "wrong-config")
        #expect(refused.lines.count == 1 && refused.lines.first?.contains("soon") == true)
        #expect(!FileManager.default.fileExists(atPath: settings.folder.config))
        #expect(try rig.service.store.states().allSatisfy { $0.who.isEmpty })
        let forbidden = refusal { _ = try change("") { $0[table: "hooks"][value: "before"] = .texts(["/bin/sh"]) } }
        #expect(forbidden?.code == "wrong-config" && forbidden?.lines == ["the panel may not set 'hooks'"])
        // Nothing can be changed while the main file is wrong.
        try rig.write("[iqama]\nfajr = 5\n")
        let broken = try #require(refusal { _ = try settings.draft() })
        #expect(broken.code == "broken-config" && broken.lines.first?.contains("config.toml:2") == true)
    }

    @Test func `settings that have become wrong are left out until the next change`() throws {
        try save("isha", "19:30")
        try rig.write("[panel]\nfixed = [\"iqama\"]\n")
        let draft = try settings.draft()
        #expect(draft.problems.count == 1 && draft.tables.names == [])
        #expect(draft.configuration.iqama.rules.isEmpty)
        _ = try change("Friday") { $0[table: "jumuah"][value: "times"] = .texts(["13:15"]) }
        #expect(try settings.draft().problems == [])
    }

    @Test func `a person goes back through the page, and the daemon is told who did so`() throws {
        let login = try rig.enter("Amina", .committee)
        let first = try save("isha", "19:30")
        try save("isha", "20:00")
        let states = try rig.get("/api/states", as: login)
        let list = try #require(states.json["states"] as? [[String: Any]])
        #expect(list.map { $0["what"] as? String } == ["iqama of isha at 20:00", "iqama of isha at 19:30", ""])
        #expect(list.map { $0["isInForce"] as? Bool } == [true, false, false])
        #expect(list.first?["lines"] as? [String] == ["- isha = \"19:30\"", "+ isha = \"20:00\""])
        let body: [String: Any] = ["id": try #require(list[1]["id"] as? Int), "base": states.revision]
        let answer = try rig.post("/api/states/restore", body, as: login)
        #expect(answer.status == 200 && answer.json["revision"] as? String == first)
        #expect(answer.json["words"] as? String == "done: reload")
        let told = rig.asked.requests.filter { $0.command == .reload }
        #expect(told.map(\.person) == ["Amina", "Amina", "Amina"])
        #expect(told.last?.value == "back to the state of: iqama of isha at 19:30")
    }

    @Test func `a change brings the daemon's remarks on its own lines alone, and all faults, without their place`()
        throws
    {
        let file = settings.folder.config
        let server = try rig.replaceDaemon { request, replier in
            guard request.command == .reload else { return replier.answer(Settings.sample) }
            let lines = (try? String(contentsOfFile: file, encoding: .utf8))?.split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            func at(_ line: Int, _ words: String, in file: String = file) -> ConfigNote {
                ConfigNote(SourceLocation(file: file, line: line), words)
            }
            replier.answer(
                Done(
                    "taken up",
                    objections: [ConfigNote("no adhan sounds"), at(1, "is wrong")],
                    remarks: (lines ?? []).enumerated().map { at($0 + 1, "on \($1)") } + [
                        at(1, "of the box", in: "/etc/adhand/config.toml"),
                        ConfigNote("of the day"),
                        at(0, "of it"),
                    ]
                )
            )
        }
        defer { server.stop() }
        let login = try rig.enter("Amina", .committee)
        for (prayer, time) in [("fajr", "+20m"), ("isha", "19:30"), ("isha", "20:00")] { try save(prayer, time) }
        let states = try rig.get("/api/states", as: login)
        let list = try #require(states.json["states"] as? [[String: Any]])
        let body: [String: Any] = ["id": try #require(list[1]["id"] as? Int), "base": states.revision]
        let answer = try rig.post("/api/states/restore", body, as: login)
        #expect(answer.json["notes"] as? [String] == ["no adhan sounds", "is wrong", "on isha = \"19:30\""])
    }

    @Test func `the committee goes back with its own tables alone`() throws {
        let login = try rig.enter("Amina", .committee)
        try save("isha", "19:30")
        let revision = try change("volume") { $0[table: "audio"][value: "volume"] = .integer(40) }
        let first = try #require(try rig.service.store.states().last)
        let body: [String: Any] = ["id": Int(first.id), "base": revision]
        let answer = try rig.post("/api/states/restore", body, as: login)
        #expect(answer.status == 200)
        #expect((answer.json["notes"] as? [String])?.contains { $0.hasPrefix("[audio] stays as it is: ") } == true)
        #expect(try settings.draft().tables.names == ["audio"])
    }

    @Test func `what a save or a way back leaves out is named`() throws {
        let login = try rig.enter("Amina", .caretaker)
        func change(_ path: String, _ body: [String: Any]) throws -> [String] {
            let body = body.merging(["base": try settings.draft().revision]) { $1 }
            let answer = try rig.post(path, body, as: login)
            #expect(answer.status == 200, "\(answer.text)")
            return answer.json["notes"] as? [String] ?? []
        }
        func announce(_ text: String) throws -> [String] {
            try change("/api/screen/announcements", ["screen": ["announcements": [["text": text]]]])
        }
        _ = try self.change("the place") { tables in
            tables[table: "place"][value: "latitude"] = .number(53.6)
            tables[table: "place"][value: "longitude"] = .number(-2.15)
            tables[table: "place"][value: "timezone"] = .text("Europe/London")
            tables[table: "iqama"][value: "isha"] = .text("19:30")
        }
        let first = try #require(try rig.service.store.states().first)
        #expect(try announce("one").isEmpty)
        // The box gets a place of its own: that of the page is forbidden from then on.
        try rig.write(TimesSample.place)
        #expect(try announce("two").contains { $0.hasPrefix("[place] is left out: ") })
        #expect(try announce("three").isEmpty)
        let notes = try change("/api/states/restore", ["id": Int(first.id)])
        #expect(notes.contains { $0.hasPrefix("[place] stays as it is: ") }, "\(notes)")
        // A way back that changes nothing says so, too.
        #expect(try change("/api/states/restore", ["id": Int(first.id)]).contains { $0.hasPrefix("[place] stays") })
        try rig.directory.write(Array("[iqama]\nisha = ".utf8), to: "panel/config.toml")
        #expect(try announce("four").contains { $0.hasPrefix("the settings of the page were not readable") })
    }

    @Test func `the last 20 states are kept and the one in force, and the ledger gets each change`() throws {
        let store = rig.service.store
        for minute in 1...30 { try save("isha", "+\(minute)m") }
        let states = try store.states()
        #expect(states.count == 21)
        #expect(states.first?.what == "iqama of isha at +30m" && states.last?.what == "iqama of isha at +10m")
        let gone = refusal {
            var draft = try settings.draft()
            _ = try settings.restore(1, in: &draft, by: .caretaker)
        }
        #expect(gone?.code == "no-state")
        #expect(try store.untoldStates().map(\.what) == (1...30).map { "iqama of isha at +\($0)m" })
        try store.confirm(through: try #require(try store.lastUnconfirmed()))
        try save("isha", "+31m")
        #expect(try store.read { try $0.count("SELECT count(*) AS n FROM state") } == 21)
        for minute in 1...300 { try save("isha", "+\(minute % 40)m") }
        #expect(try store.untoldStates().count == 200, "there is a bound")
    }

    @Test func `a daemon that was away is told later`() throws {
        rig.daemon.stop()
        try save("isha", "19:30")
        #expect(try rig.service.tellStates() == nil)
        #expect(try rig.service.store.untoldStates().map(\.who) == ["Amina"])
        let asked = PanelRig.Asked()
        let again = try ControlServer(path: rig.directory.file("adhand.sock")) { request, _, replier in
            asked.add(request)
            replier.answer(Done("taken up"))
        }
        defer { again.stop() }
        #expect(try rig.service.tellStates()?.words == "taken up")
        #expect(asked.requests.map(\.value) == ["iqama of isha at 19:30"])
        #expect(try rig.service.tellStates() == nil, "once")
    }

    private func isConfirmed() -> Bool { (try? rig.service.store.lastUnconfirmed()) == .some(nil) }

    @Test func `a change that came too fast is told again until it is taken up, and recorded once`() throws {
        let (asked, clock) = (PanelRig.Asked(), rig.clock)
        let server = try rig.replaceDaemon { request, replier in
            let reloads = asked.requests.filter { $0.command == .reload }
            switch request.command {
            case .settings:
                // The ledger has what was ordered with words. The answer to the second order is lost.
                let at = ZoneRules.utc.formatted(clock.wall())
                let changes = reloads.dropFirst().compactMap { reload in
                    reload.value.map { Settings.Change(key: "panel", value: $0, who: "uid 0 for Amina", at: at) }
                }
                replier.answer(Settings(settings: [], changes: changes, problem: nil))
            case .reload:
                asked.add(request)
                switch reloads.count {
                case 0: replier.refuse(ControlFailure(ControlRefusal.tooFast(wait: .seconds(1))))
                case 1: replier.refuse(ControlFailure("no answer came in time"))
                case 2: replier.refuse(ControlFailure("isha: no time", code: EX_CONFIG))
                default: replier.answer(Done("taken up"))
                }
            default: replier.refuse(ControlFailure("?"))
            }
        }
        defer { server.stop() }
        try save("isha", "19:30")
        #expect(try rig.service.tellStates() == nil)
        #expect(try rig.service.store.untoldStates().count == 1, "an order that was refused for its haste is untold")
        try rig.service.keepTelling(every: .milliseconds(300))
        #expect(eventually { isConfirmed() })
        let words = "iqama of isha at 19:30"
        #expect(asked.requests.map(\.value) == [words, words, nil, nil])
    }

    /// What is saved while the daemon is told of Isha at 19:30, whether it refuses that or the next, and what comes of it.
    private static let meanwhile: [(prayer: String, time: String, refuses: Int?, isConfirmed: Bool)] = [
        ("fajr", "+20m", nil, true), ("fajr", "+20m", 2, false),
        // A correction.
        ("isha", "20:00", 1, true),
    ]

    @Test(arguments: meanwhile)
    func `a change that is saved while the daemon is told of another one is told behind it`(
        prayer: String,
        time: String,
        refuses: Int?,
        isTaken: Bool
    ) throws {
        let (asked, settings) = (PanelRig.Asked(), settings)
        let server = try rig.replaceDaemon { request, replier in
            asked.add(request)
            let number = asked.requests.count
            if number == 1 { #expect(throws: Never.self) { try Self.save(prayer, time, who: "Bilal", in: settings) } }
            number == refuses
                ? replier.refuse(ControlFailure("wrong", code: EX_CONFIG)) : replier.answer(Done("taken up"))
        }
        defer { server.stop() }
        try save("isha", "19:30")
        if refuses == 1 {
            #expect(refusal { try rig.service.tellStates() }?.code == "not-taken-up")
        } else {
            #expect(try rig.service.tellStates()?.words == "taken up", "though the next person's is not")
        }
        #expect(asked.requests.map(\.value) == ["iqama of isha at 19:30", "iqama of \(prayer) at \(time)"])
        #expect(asked.requests.map(\.person) == ["Amina", "Bilal"] && isConfirmed() == isTaken)
    }

    /// Isha is set to 19:30, 19:45 and 19:30: how many of these the ledger has been found to have, the seconds after
    /// which its row of 19:30 is, the number of later rows, and what the daemon is told again.
    private static let rows: [(recorded: Int, seconds: Int, others: Int, told: [String?])] = [
        // Of two changes with the same words, one in the ledger is one.
        (0, 0, 0, ["iqama of isha at 19:45", "iqama of isha at 19:30"]),
        // A row is of the first change with its words, also of one that is told already.
        (1, 0, 0, ["iqama of isha at 19:45", "iqama of isha at 19:30"]),
        // A change that was told long ago claims no row of a later one: the config alone is told.
        (2, 5, Settings.mostChanges - 1, [nil]),
    ]

    @Test(arguments: rows) func `a row of the ledger is of one change`(
        recorded: Int,
        seconds: Int,
        others: Int,
        told: [String?]
    ) throws {
        rig.daemon.stop()
        for words in ["19:30", "19:45", "19:30"] { try save("isha", words) }
        let (store, asked) = (rig.service.store, PanelRig.Asked())
        for state in try store.untoldStates().prefix(recorded) { try store.markRecorded(state) }
        let at = ZoneRules.utc.formatted(rig.clock.wall() + .seconds(seconds))
        let values = ["iqama of isha at 19:30"] + (0..<others).map { "another \($0)" }
        let changes = values.map { Settings.Change(key: "panel", value: $0, who: "uid 0 for Amina", at: at) }
        let server = try rig.replaceDaemon { request, replier in
            guard request.command == .reload else {
                return replier.answer(Settings(settings: [], changes: changes, problem: nil))
            }
            asked.add(request)
            replier.answer(Done("taken up"))
        }
        defer { server.stop() }
        #expect(try rig.service.tellStates(isAgain: true) != nil)
        #expect(asked.requests.map(\.value) == told)
    }

    @Test func `a config that the daemon refuses is not taken up, and counts as such until it is`() throws {
        let isFine = Atomic(false)
        let server = try rig.replaceDaemon { _, replier in
            isFine.load(ordering: .sequentiallyConsistent)
                ? replier.answer(Done("taken up")) : replier.refuse(ControlFailure("wrong", code: EX_CONFIG))
        }
        defer { server.stop() }
        try save("isha", "19:30")
        #expect(refusal { try rig.service.tellStates() }?.code == "not-taken-up")
        #expect(try rig.service.store.untoldStates().isEmpty && !isConfirmed())
        isFine.store(true, ordering: .sequentiallyConsistent)
        #expect(try rig.service.tellStates()?.words == "taken up")
        #expect(isConfirmed())
    }

    @Test func `whoever saves does not wait for one who waits for a daemon that hangs`() throws {
        let isAsked = Atomic(0)
        // It never answers.
        let server = try rig.replaceDaemon { _, _ in isAsked.add(1, ordering: .sequentiallyConsistent) }
        defer { server.stop() }
        try save("isha", "19:30")
        let service = rig.service
        Thread.detachNewThread { _ = try? service.tellStates() }
        #expect(eventually { isAsked.load(ordering: .sequentiallyConsistent) == 1 })
        let start = BootClock.now()
        #expect(try service.tellStates() == nil)
        #expect(BootClock.now() - start < .seconds(2) && !isConfirmed())
    }

    @Test func `files stay as long as a kept state names them`() throws {
        let files = PanelFiles(folder: settings.folder, store: rig.service.store)
        let name = try files.keep([1, 2, 3], .timetable, ending: "-2027.csv")
        #expect(name.hasPrefix("timetable-") && name.hasSuffix("-2027.csv"))
        #expect(try files.keep([1, 2, 3], .timetable, ending: "-2027.csv") == name)
        let other = try files.keep([4], .timetable, ending: ".csv")
        let file = name.replacing("2027", with: "{year}")
        _ = try change("times") { $0[table: "timetable"][value: "file"] = .text(file) }
        try files.removeUnused(.timetable)
        #expect(files.names(.timetable) == [name])
        #expect(files.path(other, .timetable) == nil && files.path("../config.toml", .timetable) == nil)
        #expect(try !files.remove(name, .timetable))
        for minute in 1...21 {
            _ = try change("") { tables in
                tables[table: "timetable"] = ConfigTree()
                tables[table: "iqama"][value: "isha"] = .text("+\(minute)m")
            }
        }
        #expect(try files.remove(name, .timetable) && files.names(.timetable) == [])
    }

    @Test func `a file that the settings in force name stays, although the accounts' file is new`() throws {
        let files = PanelFiles(folder: settings.folder, store: rig.service.store)
        let inUse = try files.keep([1], .timetable, ending: ".csv")
        let unused = try files.keep([2], .timetable, ending: ".csv")
        let recording = try files.keep([3], .recording, ending: ".mp3")
        let text = "[timetable]\nfile = \"\(inUse)\"\n[audio]\nfiles = [\"\(recording)\"]\n"
        try rig.directory.write(Array(text.utf8), to: "panel/config.toml")
        #expect(try rig.service.store.states().isEmpty)
        try files.removeUnused(.timetable)
        #expect(try !files.remove(recording, .recording))
        #expect(files.names(.timetable) == [inUse] && files.names(.recording) == [recording])
        #expect(files.path(unused, .timetable) == nil)
    }

    @Test func `pictures do not take the room of a timetable`() throws {
        let files = PanelFiles(folder: settings.folder, store: rig.service.store)
        let megabyte = [UInt8](repeating: 0, count: 1 << 20)
        let room = PanelFiles.Kind.picture.room
        for number in 0..<(room.bytes >> 20) {
            _ = try files.keep(megabyte, .picture, ending: ".png", digest: "\(1_000_000_000_000_000 + number)")
        }
        #expect(refusal { _ = try files.keep(megabyte, .picture, ending: ".png") }?.code == "full")
        #expect(try files.keep(megabyte, .timetable, ending: ".csv").hasPrefix("timetable-"))
        #expect(PanelFiles.Kind.allCases.map(\.room.bytes).reduce(0, +) <= 512 << 20)
    }

    @Test func `a save without a change adds no state, and offers no way back`() throws {
        let login = try rig.enter("Amina", .caretaker)
        func announce(_ text: String, base: String, as login: PanelRig.Answer) throws -> PanelRig.Answer {
            let body: [String: Any] = ["base": base, "screen": ["announcements": [["text": text]]]]
            return try rig.post("/api/screen/announcements", body, as: login)
        }
        func save(_ text: String) throws -> PanelRig.Answer {
            try announce(text, base: rig.get("/api/screen", as: login).revision, as: login)
        }
        let first = try save("Class at 7")
        let states = try rig.service.store.states()
        #expect(states.count == 2 && first.json["before"] as? Int == states.last.map { Int($0.id) })
        let again = try save("Class at 7")
        #expect(again.status == 200 && again.json["before"] == nil)
        #expect(again.revision == first.revision)
        #expect(try rig.service.store.states() == states)
        #expect(rig.asked.requests.count { $0.command == .reload } == 1)
        // A volunteer may not go back.
        let volunteer = try rig.enter("Zayd", .volunteer)
        let theirs = try announce("At 8", base: first.revision, as: volunteer)
        #expect(theirs.status == 200 && theirs.json["before"] == nil)
    }

    @Test func `a state that never came into force is forgotten at the start, and a change by hand is none`() throws {
        try save("isha", "19:30")
        let (states, text) = (try rig.service.store.states(), try settings.draft().text)
        // The panel is killed before it has replaced the file.
        _ = try rig.service.store.add(who: "Bilal", what: "iqama", text + "# killed", at: 2)
        try settings.settle()
        #expect(try rig.service.store.states() == states)
        try settings.settle()
        let store = rig.service.store
        try rig.directory.write(Array("[iqama]\nisha = \"20:00\"\n".utf8), to: "panel/config.toml")
        _ = try store.add(who: "Bilal", what: "iqama", text + "# killed again", at: 3)
        #expect(try store.untoldStates().map(\.who) == ["Amina"], "what is not written is not told")
        try settings.settle()
        #expect(try store.states() == states)
        // It is killed behind the file, before the state is marked.
        let written = text + "# written"
        let id = try store.add(who: "Bilal", what: "iqama", written, at: 4)
        try rig.directory.write(Array(written.utf8), to: "panel/config.toml")
        try settings.settle()
        #expect(try store.lastUnconfirmed() == id && store.states().first?.id == id)
        // It stays though it was not marked before the next is saved.
        let other = written + " again"
        let unmarked = try store.add(who: "Bilal", what: "iqama", other, at: 5)
        try rig.directory.write(Array(other.utf8), to: "panel/config.toml")
        try save("isha", "21:00")
        #expect(try store.states().map(\.id).contains(unmarked) && store.untoldStates().map(\.id).contains(unmarked))
    }
}

/// Tables that a program writes.
@Suite struct ConfigTreeTests {
    @Test func `a tree is read as it was written`() throws {
        var tree = ConfigTree()
        tree[value: "odd name"] = .text("a \"quoted\" \\ line\nand more")
        tree[table: "iqama"][value: "isha"] = .text("19:30")
        tree[table: "iqama"][table: "fajr"][value: "at"] = .list([.integer(1), .integer(2)])
        var exception = ConfigTree()
        exception[value: "days"] = .texts(["friday"])
        exception[table: "audio.x"][value: "y"] = .boolean(true)
        tree[table: "iqama"][tables: "when"] = [exception, exception]
        #expect(try ConfigTree(Array(tree.toml.utf8), file: "F") == tree)
        #expect(tree.toml.contains("\n[[iqama.when]]\n"))
        tree[table: "iqama"] = ConfigTree()
        #expect(tree.names == ["odd name"])
    }

    @Test func `a date without quotes is refused with its line`() throws {
        let fault = #expect(throws: ConfigFault.self) {
            try ConfigTree(Array("a = 1\nb = 2026-11-27\n".utf8), file: "F")
        }
        #expect(fault?.spot.line == 2)
    }
}
