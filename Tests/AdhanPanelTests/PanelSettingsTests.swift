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
        var draft = try settings.draft()
        draft.tables[table: "iqama"][value: prayer] = .text(time)
        let what = "iqama of \(prayer) at \(time)"
        return try settings.save(draft, base: base ?? draft.revision, who: who, what: what, at: now)
    }

    private func refusal(_ body: () throws -> Void) -> PanelRefusal? {
        #expect(throws: PanelRefusal.self, performing: body)
    }

    @Test func `a change is a file that the daemon reads after the others`() throws {
        try rig.directory.write(Array("[iqama]\nfajr = \"+10m\"\nisha = \"20:00\"\n".utf8), to: "config.toml")
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
    }

    @Test func `a change by hand meanwhile is told as such`() throws {
        let seen = try settings.draft().revision
        try rig.directory.write(Array("[iqama]\nfajr = \"+5m\"\n".utf8), to: "panel/config.toml")
        #expect(refusal { try save("asr", "16:00", base: seen) }?.code == "changed-by-hand")
    }

    @Test func `a config that would be wrong is refused in the config's words, and nothing is written`() throws {
        let refused = try #require(refusal { try save("isha", "soon") })
        #expect(refused.code == "wrong-config")
        #expect(refused.lines.count == 1 && refused.lines.first?.contains("soon") == true)
        #expect(!FileManager.default.fileExists(atPath: settings.folder.config))
        #expect(try rig.service.store.states().allSatisfy { $0.who.isEmpty })
    }

    @Test func `a table that may not be set is refused`() throws {
        var draft = try settings.draft()
        draft.tables[table: "hooks"][value: "before"] = .texts(["/bin/sh"])
        let refused = refusal { _ = try settings.save(draft, base: draft.revision, who: "A", what: "", at: 0) }
        #expect(refused?.code == "wrong-config" && refused?.lines == ["the panel may not set 'hooks'"])
    }

    @Test func `nothing can be changed while the main file is wrong`() throws {
        try rig.directory.write(Array("[iqama]\nfajr = 5\n".utf8), to: "config.toml")
        let refused = try #require(refusal { _ = try settings.draft() })
        #expect(refused.code == "broken-config" && refused.lines.first?.contains("config.toml:2") == true)
    }

    @Test func `settings that have become wrong are left out until the next change`() throws {
        try save("isha", "19:30")
        try rig.directory.write(Array("[panel]\nfixed = [\"iqama\"]\n".utf8), to: "config.toml")
        var draft = try settings.draft()
        #expect(draft.problems.count == 1 && draft.tables.names == [])
        #expect(draft.configuration.iqama.rules.isEmpty)
        draft.tables[table: "jumuah"][value: "times"] = .texts(["13:15"])
        _ = try settings.save(draft, base: draft.revision, who: "Amina", what: "Friday", at: 1)
        #expect(try settings.draft().problems == [])
    }

    @Test func `a person goes back through the page, and the daemon is told who did so`() throws {
        try rig.add("Amina", .committee)
        let login = try rig.logIn("Amina")
        let first = try save("isha", "19:30")
        try save("isha", "20:00")
        let states = try rig.get("/api/states", cookie: login.cookie)
        let list = try #require(states.json["states"] as? [[String: Any]])
        #expect(list.map { $0["what"] as? String } == ["iqama of isha at 20:00", "iqama of isha at 19:30", ""])
        #expect(list.map { $0["isInForce"] as? Bool } == [true, false, false])
        #expect(list.first?["lines"] as? [String] == ["- isha = \"19:30\"", "+ isha = \"20:00\""])
        let answer = try rig.post(
            "/api/states/restore",
            any: ["id": try #require(list[1]["id"] as? Int), "base": try #require(states.json["revision"] as? String)],
            cookie: login.cookie,
            token: login.token
        )
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
        try rig.add("Amina", .committee)
        let login = try rig.logIn("Amina")
        for (prayer, time) in [("fajr", "+20m"), ("isha", "19:30"), ("isha", "20:00")] { try save(prayer, time) }
        let states = try rig.get("/api/states", cookie: login.cookie)
        let list = try #require(states.json["states"] as? [[String: Any]])
        let answer = try rig.post(
            "/api/states/restore",
            any: ["id": try #require(list[1]["id"] as? Int), "base": try #require(states.json["revision"] as? String)],
            cookie: login.cookie,
            token: login.token
        )
        #expect(answer.json["notes"] as? [String] == ["no adhan sounds", "is wrong", "on isha = \"19:30\""])
    }

    @Test func `the committee goes back with its own tables alone`() throws {
        try rig.add("Amina", .committee)
        let login = try rig.logIn("Amina")
        try save("isha", "19:30")
        var draft = try settings.draft()
        draft.tables[table: "audio"][value: "volume"] = .integer(40)
        let revision = try settings.save(draft, base: draft.revision, who: "Root", what: "volume", at: 1)
        let first = try #require(try rig.service.store.states().last)
        let body: [String: Any] = ["id": Int(first.id), "base": revision]
        let answer = try rig.post("/api/states/restore", any: body, cookie: login.cookie, token: login.token)
        #expect(answer.status == 200)
        #expect((answer.json["notes"] as? [String])?.contains { $0.hasPrefix("[audio] stays as it is: ") } == true)
        #expect(try settings.draft().tables.names == ["audio"])
    }

    @Test func `what a save or a way back leaves out is named`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        func change(_ path: String, _ body: [String: Any]) throws -> [String] {
            let body = body.merging(["base": try settings.draft().revision]) { $1 }
            let answer = try rig.post(path, any: body, cookie: login.cookie, token: login.token)
            #expect(answer.status == 200, "\(answer.text)")
            return answer.json["notes"] as? [String] ?? []
        }
        func announce(_ text: String) throws -> [String] {
            try change("/api/screen/announcements", ["screen": ["announcements": [["text": text]]]])
        }
        var draft = try settings.draft()
        for (key, value) in [("latitude", 53.6), ("longitude", -2.15)] {
            draft.tables[table: "place"][value: key] = .number(value)
        }
        draft.tables[table: "place"][value: "timezone"] = .text("Europe/London")
        draft.tables[table: "iqama"][value: "isha"] = .text("19:30")
        _ = try settings.save(draft, base: draft.revision, who: "Amina", what: "the place", at: 1)
        let first = try #require(try rig.service.store.states().first)
        #expect(try announce("one").isEmpty)
        // The box gets a place of its own: that of the page is forbidden from then on.
        try rig.directory.write(Array(TimesSample.place.utf8), to: "config.toml")
        #expect(try announce("two").contains { $0.hasPrefix("[place] is left out: ") })
        #expect(try announce("three").isEmpty)
        let notes = try change("/api/states/restore", ["id": Int(first.id)])
        #expect(notes.contains { $0.hasPrefix("[place] stays as it is: ") }, "\(notes)")
        // A way back that changes nothing says so, too.
        #expect(try change("/api/states/restore", ["id": Int(first.id)]).contains { $0.hasPrefix("[place] stays") })
        try rig.directory.write(Array("[iqama]\nisha = ".utf8), to: "panel/config.toml")
        #expect(try announce("four").contains { $0.hasPrefix("the settings of the page were not readable") })
    }

    @Test func `the last 20 states are kept, and the one in force`() throws {
        for minute in 1...30 { try save("isha", "+\(minute)m") }
        let states = try rig.service.store.states()
        #expect(states.count == 21)
        #expect(states.first?.what == "iqama of isha at +30m" && states.last?.what == "iqama of isha at +10m")
        let gone = refusal {
            var draft = try settings.draft()
            _ = try settings.restore(1, in: &draft, by: .caretaker)
        }
        #expect(gone?.code == "no-state")
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

    /// A daemon that takes everything up.
    private func willingDaemon(_ asked: PanelRig.Asked, _ changes: [Settings.Change] = []) throws -> ControlServer {
        try rig.replaceDaemon { request, replier in
            guard request.command == .reload else {
                return replier.answer(Settings(settings: [], changes: changes, problem: nil))
            }
            asked.add(request)
            replier.answer(Done("taken up"))
        }
    }

    @Test func `a change that is saved while the daemon is told of another one is told behind it`() throws {
        let (asked, settings) = (PanelRig.Asked(), settings)
        let server = try rig.replaceDaemon { request, replier in
            asked.add(request)
            if asked.requests.count == 1 {
                #expect(throws: Never.self) { try Self.save("fajr", "+20m", who: "Bilal", in: settings) }
            }
            replier.answer(Done("taken up"))
        }
        defer { server.stop() }
        try save("isha", "19:30")
        #expect(try rig.service.tellStates()?.words == "taken up")
        #expect(asked.requests.map(\.value) == ["iqama of isha at 19:30", "iqama of fajr at +20m"] && isConfirmed())
    }

    @Test func `a change that is taken up is told as such, though the next person's is not`() throws {
        let (asked, settings) = (PanelRig.Asked(), settings)
        let server = try rig.replaceDaemon { request, replier in
            asked.add(request)
            guard asked.requests.count == 1 else { return replier.refuse(ControlFailure("wrong", code: EX_CONFIG)) }
            #expect(throws: Never.self) { try Self.save("fajr", "+20m", who: "Bilal", in: settings) }
            replier.answer(Done("taken up"))
        }
        defer { server.stop() }
        try save("isha", "19:30")
        #expect(try rig.service.tellStates()?.words == "taken up")
        #expect(asked.requests.count == 2 && !isConfirmed())
    }

    @Test func `a correction that is saved while the daemon refuses a change is told behind it`() throws {
        let (asked, settings) = (PanelRig.Asked(), settings)
        let server = try rig.replaceDaemon { request, replier in
            asked.add(request)
            guard asked.requests.count == 1 else { return replier.answer(Done("taken up")) }
            #expect(throws: Never.self) { try Self.save("isha", "20:00", who: "Bilal", in: settings) }
            replier.refuse(ControlFailure("wrong", code: EX_CONFIG))
        }
        defer { server.stop() }
        try save("isha", "19:30")
        #expect(refusal { try rig.service.tellStates() }?.code == "not-taken-up")
        #expect(asked.requests.map(\.person) == ["Amina", "Bilal"] && isConfirmed())
    }

    @Test func `the ledger gets each change, also of more than the page keeps`() throws {
        let store = rig.service.store
        for minute in 1...30 { try save("isha", "+\(minute)m") }
        #expect(try store.states().count == 21)
        #expect(try store.untoldStates().map(\.what) == (1...30).map { "iqama of isha at +\($0)m" })
        try store.confirm(through: try #require(try store.lastUnconfirmed()))
        try save("isha", "+31m")
        #expect(try store.read { try $0.count("SELECT count(*) AS n FROM state") } == 21)
        for minute in 1...300 { try save("isha", "+\(minute % 40)m") }
        #expect(try store.untoldStates().count == 200, "there is a bound")
    }

    @Test func `of two changes with the same words, one in the ledger is one`() throws {
        rig.daemon.stop()
        for words in ["19:30", "19:45", "19:30"] { try save("isha", words) }
        let (asked, at) = (PanelRig.Asked(), ZoneRules.utc.formatted(rig.clock.wall()))
        let known = Settings.Change(key: "panel", value: "iqama of isha at 19:30", who: "uid 0 for Amina", at: at)
        let server = try willingDaemon(asked, [known])
        defer { server.stop() }
        #expect(try rig.service.tellStates(isAgain: true) != nil)
        #expect(asked.requests.map(\.value) == ["iqama of isha at 19:45", "iqama of isha at 19:30"])
    }

    @Test func `a row of the ledger is of the first change with its words, also of one that is told already`() throws {
        rig.daemon.stop()
        for words in ["19:30", "19:45", "19:30"] { try save("isha", words) }
        let (store, asked) = (rig.service.store, PanelRig.Asked())
        try store.markRecorded(try #require(try store.untoldStates().first))
        let at = ZoneRules.utc.formatted(rig.clock.wall())
        let known = Settings.Change(key: "panel", value: "iqama of isha at 19:30", who: "uid 0 for Amina", at: at)
        let server = try willingDaemon(asked, [known])
        defer { server.stop() }
        #expect(try rig.service.tellStates(isAgain: true) != nil)
        #expect(asked.requests.map(\.value) == ["iqama of isha at 19:45", "iqama of isha at 19:30"])
    }

    @Test func `a change that was told long ago claims no row of a later one`() throws {
        rig.daemon.stop()
        for words in ["19:30", "19:45", "19:30"] { try save("isha", words) }
        let (store, asked) = (rig.service.store, PanelRig.Asked())
        for state in try store.untoldStates().prefix(2) { try store.markRecorded(state) }
        let later = ZoneRules.utc.formatted(rig.clock.wall() + .seconds(5))
        let rows = (0..<Settings.mostChanges).map { row in
            Settings.Change(
                key: "panel",
                value: row == 0 ? "iqama of isha at 19:30" : "another \(row)",
                who: "uid 0 for Amina",
                at: later
            )
        }
        let server = try willingDaemon(asked, rows)
        defer { server.stop() }
        #expect(try rig.service.tellStates(isAgain: true) != nil)
        #expect(asked.requests.map(\.value) == [nil], "the config alone")
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
        var draft = try settings.draft()
        draft.tables[table: "timetable"][value: "file"] = .text(name.replacing("2027", with: "{year}"))
        _ = try settings.save(draft, base: draft.revision, who: "Amina", what: "times", at: 1)
        try files.removeUnused(.timetable)
        #expect(files.names(.timetable) == [name])
        #expect(files.path(other, .timetable) == nil && files.path("../config.toml", .timetable) == nil)
        #expect(try !files.remove(name, .timetable))
        for minute in 1...21 {
            var draft = try settings.draft()
            draft.tables[table: "timetable"] = ConfigTree()
            draft.tables[table: "iqama"][value: "isha"] = .text("+\(minute)m")
            _ = try settings.save(draft, base: draft.revision, who: "Amina", what: "", at: 1)
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
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        func save(_ text: String) throws -> PanelRig.Answer {
            let base = try rig.get("/api/screen", cookie: login.cookie).json["revision"] as? String ?? ""
            let body: [String: Any] = ["base": base, "screen": ["announcements": [["text": text]]]]
            return try rig.post("/api/screen/announcements", any: body, cookie: login.cookie, token: login.token)
        }
        let first = try save("Class at 7")
        let states = try rig.service.store.states()
        #expect(states.count == 2 && first.json["before"] as? Int == states.last.map { Int($0.id) })
        let again = try save("Class at 7")
        #expect(again.status == 200 && again.json["before"] == nil)
        #expect(again.json["revision"] as? String == first.json["revision"] as? String)
        #expect(try rig.service.store.states() == states)
        #expect(rig.asked.requests.count { $0.command == .reload } == 1)
        // A volunteer may not go back.
        try rig.add("Zayd", .volunteer, "402917")
        let volunteer = try rig.logIn("Zayd", "402917")
        let body: [String: Any] = [
            "base": first.json["revision"] as? String ?? "", "screen": ["announcements": [["text": "At 8"]]],
        ]
        let path = "/api/screen/announcements"
        let theirs = try rig.post(path, any: body, cookie: volunteer.cookie, token: volunteer.token)
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
    }

    @Test func `a state that is in force and was not marked as such stays, though the next is saved`() throws {
        try save("isha", "19:30")
        let (store, text) = (rig.service.store, try settings.draft().text)
        let written = text + "# written"
        let id = try store.add(who: "Bilal", what: "iqama", written, at: 4)
        try rig.directory.write(Array(written.utf8), to: "panel/config.toml")
        try save("isha", "20:00")
        #expect(try store.states().map(\.id).contains(id) && store.untoldStates().map(\.id).contains(id))
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
