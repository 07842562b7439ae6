import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanPanel

/// The view *Set up* through the real server: from a box without a place to the method that was shown.
@Suite struct SetupPageTests {
    private let rig: PanelRig
    private let login: PanelRig.Answer

    init() throws {
        rig = try PanelRig()
        try rig.add("Amina", .caretaker)
        login = try rig.logIn("Amina")
    }

    private static var rochdale: [String: Any] {
        ["name": "Rochdale", "latitude": 53.6177, "longitude": -2.1552, "timezone": "Europe/London"]
    }
    private static var british: [String: Any] {
        [
            "method": "moonsighting", "madhab": "hanafi", "highLatitude": "seventh-of-night", "ramadanIsha": true,
            "offsets": [String: Int](),
        ]
    }

    private func write(_ text: String) throws { try rig.directory.write(Array(text.utf8), to: "config.toml") }

    private func post(_ path: String, _ body: [String: Any]) throws -> PanelRig.Answer {
        try rig.post("/api/setup/\(path)", any: body, cookie: login.cookie, token: login.token)
    }

    private func state() throws -> PanelRig.Answer { try rig.get("/api/setup/state", cookie: login.cookie) }

    /// Saves the form over the settings as they are.
    private func save(_ form: [String: Any]) throws -> PanelRig.Answer {
        try post("save", ["base": try #require(try state().json["revision"] as? String), "form": form])
    }

    private var saved: Configuration { get throws { try rig.service.settings.draft().configuration } }

    private func isDone(_ name: String) throws -> Bool? {
        let steps = try state().json["steps"] as? [[String: Any]]
        return steps?.first { $0["name"] as? String == name }?["isDone"] as? Bool
    }

    @Test func `an empty box is set up: place, method, languages, and what is saved is what was shown`() throws {
        #expect(login.json["needsPlace"] as? Bool == true)
        let empty = try state()
        #expect(empty.json["fixed"] as? [String] == [] && (empty.json["form"] as? [String: Any])?["place"] == nil)
        #expect(try isDone("place") == false)
        let found = try post("place", ["text": "Rochdale"])
        let place = try #require(found.json["place"] as? [String: Any])
        #expect(place["name"] as? String == "Rochdale" && place["timezone"] as? String == "Europe/London")
        #expect(place["latitude"] as? Double == 53.6177 && place["longitude"] as? Double == -2.1552)
        #expect(found.json["languages"] as? [String] == ["en", "ar"])
        let proposals = try #require(try methods("methods", place))
        #expect(proposals.map { $0["source"] as? String } == ["customary"])
        let calculation = try #require(proposals.first?["calculation"] as? [String: Any])
        #expect(NSDictionary(dictionary: calculation).isEqual(to: Self.british))
        #expect((proposals.first?["reason"] as? String)?.contains("widespread in Britain") == true)
        let form: [String: Any] = ["place": place, "calculation": calculation, "languages": ["en", "ur"]]
        let tomorrow = try post("tomorrow", ["form": form])
        let rows = try #require(tomorrow.json["rows"] as? [[String: Any]])
        #expect(rows.count == 6 && tomorrow.json["hasTimetable"] as? Bool == false)
        #expect(try saved.place.isSet == false, "the preview has saved it")
        let answer = try save(form)
        #expect(answer.status == 200 && answer.json["words"] as? String == "done: reload", "\(answer.text)")
        let after = try saved
        #expect(after.place.place.name == "Rochdale" && after.place.knowledge == .given)
        #expect(after.calculation.method == .moonsighting && after.calculation.madhab == .hanafi)
        #expect(after.display.languages.map(\.rawValue) == ["en", "ur"])
        // The times that were shown are those of the config that is saved.
        let zone = try after.place.zone.get().rules
        let day = after.calculation.calculator(after.place.place, zone, after.hijri.calendar)
            .day(try CivilDate(try #require(tomorrow.json["date"] as? String)))
        #expect(rows.map { $0["time"] as? String } == Prayer.allCases.map { zone.clockText(day[$0]) })
        #expect(try isDone("place") == true && isDone("times") == false)
        #expect(
            rig.asked.requests.last { $0.command == .reload }?.value?.hasPrefix("setup: Rochdale, moonsighting") == true
        )
        #expect(try rig.get("/api/session", cookie: login.cookie).json["needsPlace"] as? Bool == false)
        // Nothing of it is in the box's own file, so it can be changed again here.
        #expect(try state().json["fixed"] as? [String] == [])
    }

    private func methods(_ route: String, _ place: [String: Any]) throws -> [[String: Any]]? {
        let answer = try post(route, ["form": ["place": place]])
        return try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]]
    }

    @Test func `one of several cities is chosen by its number`() throws {
        let several = try post("place", ["text": "Springfield"])
        let choices = try #require(several.json["choices"] as? [String])
        #expect(choices.count > 3 && several.json["place"] == nil && several.status == 200)
        let chosen = try post("place", ["text": "Springfield", "choice": 1])
        let place = try #require(chosen.json["place"] as? [String: Any])
        #expect(place["timezone"] as? String == "America/Chicago")
        #expect(chosen.json["near"] as? String == choices.first)
        #expect(try post("place", ["text": "Springfield", "choice": 99]).json["place"] == nil)
    }

    @Test(arguments: [
        ("53.60970, -2.15610", 53.6097), ("https://www.openstreetmap.org/#map=15/53.6097/-2.1561", 53.6097),
        ("53°36'34.92\"N 2°9'21.96\"W", 53.6097),
    ])
    func `coordinates, as a phone or a map has them, are a place`(text: String, latitude: Double) throws {
        let place = try #require(try post("place", ["text": text]).json["place"] as? [String: Any])
        #expect((place["latitude"] as? Double).map { abs($0 - latitude) < 0.0001 } == true)
        #expect(place["timezone"] as? String == "Europe/London")
    }

    @Test func `a place that nobody knows, and a long text, are refused in the words of setup`() throws {
        for text in ["Masjid an-Noor", String(repeating: "a", count: 9000), "0, 0", "\u{0}\u{1b}[31m", "95.1, 3.2"] {
            let answer = try post("place", ["text": text])
            #expect(answer.error == "wrong-setup" || answer.json["choices"] != nil, "\(text.prefix(20)) \(answer.text)")
            #expect(answer.json["place"] == nil)
        }
        #expect(try post("place", ["text": " "]).error == "bad-request", "it would take the proposal")
    }

    private static var wrongForms: [[String: Any]] {
        [
            ["place": ["name": "x", "latitude": 91, "longitude": 0, "timezone": "Europe/London"]],
            ["place": ["name": "x", "latitude": 1, "longitude": 0, "timezone": "../../etc/passwd"]],
            ["place": ["name": "x", "latitude": 1, "longitude": 0, "timezone": "Moon/Base"]],
            ["place": ["name": "a\nb = 1", "latitude": 1, "longitude": 0, "timezone": "Europe/London"]],
            ["place": ["name": " ", "latitude": 1, "longitude": 0, "timezone": "Europe/London"]],
            [
                "place": [
                    "name": String(repeating: "x", count: 241), "latitude": 1, "longitude": 0,
                    "timezone": "Europe/London",
                ]
            ],
            ["calculation": british.merging(["method": "nobody"]) { $1 }],
            ["calculation": british.merging(["madhab": "x"]) { $1 }],
            ["calculation": british.merging(["highLatitude": "x"]) { $1 }],
            ["calculation": british.merging(["offsets": ["fajr": 100_000]]) { $1 }],
            ["calculation": british.merging(["offsets": ["noon": 1]]) { $1 }],
            ["calculation": british.merging(["method": "custom", "custom": ["fajr": 91, "isha": 17]]) { $1 }],
            ["languages": ["xx"]], ["languages": ["en", "ar", "tr"]], ["languages": [String]()],
        ]
    }

    @Test(arguments: wrongForms.indices)
    func `a form that no page sends is refused, and nothing is written`(index: Int) throws {
        let base: [String: Any] = ["place": Self.rochdale, "calculation": Self.british]
        let form = base.merging(Self.wrongForms[index]) { $1 }
        for answer in [try post("tomorrow", ["form": form]), try save(form)] {
            #expect(["wrong-setup", "wrong-config"].contains(answer.error), "\(form) \(answer.text)")
        }
        #expect(!FileManager.default.fileExists(atPath: rig.service.settings.folder.config))
    }

    @Test func `where the box's own config has the place, it is shown, and cannot be changed`() throws {
        try write(TimesSample.place)
        let page = try state()
        #expect(page.json["fixed"] as? [String] == ["place", "calculation"])
        #expect(try rig.get("/api/session", cookie: login.cookie).json["needsPlace"] as? Bool == false)
        #expect(try save(["place": Self.rochdale]).error == "fixed-setup")
        #expect(try save(["calculation": Self.british]).error == "fixed-setup")
        #expect(try save(["languages": ["tr"]]).status == 200)
        // The box has no method, and the page may not set one.
        #expect(try isDone("place") == true)
        // Explicitly left to the page.
        try write(TimesSample.place + "[panel]\nfixed = [\"clock\"]\n")
        #expect(try isDone("place") == false)
        #expect(try save(["place": Self.rochdale, "calculation": Self.british]).status == 200)
        #expect(try saved.place.place.name == "Rochdale")
    }

    @Test func `a place that the box's own file gets later leaves the rest of the panel's settings in force`() throws {
        #expect(try save(["place": Self.rochdale, "calculation": Self.british, "languages": ["ur"]]).status == 200)
        try write("[place]\nlatitude = 51.5\nlongitude = -0.1\ntimezone = \"Europe/London\"\n")
        let draft = try rig.service.settings.draft()
        #expect(!draft.problems.isEmpty && draft.configuration.place.place.coordinates.latitude == 51.5)
        #expect(draft.configuration.display.languages.map(\.rawValue) == ["ur"])
        #expect(draft.tables["place"] == nil && draft.tables["display"] != nil)
        #expect(try rig.service.settings.candidate(draft).display.languages.map(\.rawValue) == ["ur"])
    }

    @Test func `a timetable that cannot be read is named where the method is compared with it`() throws {
        #expect(try save(["place": Self.rochdale]).status == 200)
        try write("[timetable]\nfile = \"\(rig.directory.file("gone.csv"))\"\n")
        let answer = try post("fit", ["form": ["place": Self.rochdale]])
        #expect(answer.status == 409 && answer.error == "unread-timetable", "\(answer.text)")
        #expect((answer.json["lines"] as? [String])?.first?.contains("gone.csv") == true)
    }

    @Test func `far away the customary method comes first, before that of the former place`() throws {
        #expect(try save(["place": Self.rochdale, "calculation": Self.british]).status == 200)
        let makkah = try #require(try post("place", ["text": "Makkah"]).json["place"] as? [String: Any])
        let proposals = try #require(try methods("methods", makkah))
        #expect(proposals.map { $0["source"] as? String } == ["customary", "current"], "\(proposals)")
        let methods = proposals.map { ($0["calculation"] as? [String: Any])?["method"] as? String }
        #expect(methods == ["umm-al-qura", "moonsighting"])
    }

    @Test func `the link of a map that names no point gets the way to one`() throws {
        let answer = try post("place", ["text": "Masjid an-Noor https://maps.app.goo.gl/abcd"])
        let words = "that is a short link: open it in a browser, then copy the coordinates from there"
        #expect(answer.error == "wrong-setup" && answer.text.contains(words), "\(answer.text)")
    }

    @Test func `a line of the box's own file that would change what was shown`() throws {
        // The mosque's minutes belong to another method: they are set to none.
        try write("[calculation]\nmethod = \"mwl\"\nramadan_isha = false\n[calculation.offsets]\nfajr = 2\n")
        #expect(try save(["place": Self.rochdale, "calculation": Self.british]).status == 200)
        #expect(try saved.calculation.offsets == .none && saved.calculation.method == .moonsighting)
        // One that has no default cannot be set back.
        try write("[calculation.custom]\nisha_minutes = 90\n")
        let custom: [String: Any] = Self.british.merging(["method": "custom", "custom": ["fajr": 18.25, "isha": 16]]) {
            $1
        }
        let answer = try save(["calculation": custom])
        #expect(answer.error == "differs", "\(answer.text)")
        try write("")
        #expect(try save(["calculation": custom]).status == 200)
        #expect(try saved.calculation.custom?.fajrAngle == 18.25)
    }

    @Test func `two who save at once: the second is shown the first's change`() throws {
        let base = try #require(try state().json["revision"] as? String)
        #expect(try save(["place": Self.rochdale, "calculation": Self.british]).status == 200)
        #expect(try post("save", ["base": base, "form": ["languages": ["tr"]]]).error == "changed")
    }

    @Test func `the method is fitted to the mosque's file, once, and saved with its minutes`() throws {
        let sample = try TimesSample()
        try rig.directory.write(Array(sample.csv(try sample.days("2026-01-01", "2026-12-31")).utf8), to: "times.csv")
        let file = "[timetable]\nfile = \"\(rig.directory.file("times.csv"))\"\n"
        try write(TimesSample.place + file + "[panel]\nfixed = []\n")
        let place: [String: Any] = [
            "name": "Central Mosque", "latitude": 51.5074, "longitude": -0.1278, "timezone": "Europe/London",
        ]
        let fitted = try #require(try methods("fit", place)?.first)
        #expect(fitted["source"] as? String == "fitted" && fitted["spread"] as? Int == 0, "\(fitted)")
        let calculation = try #require(fitted["calculation"] as? [String: Any])
        #expect(calculation["method"] as? String == "mwl")
        let begin = ContinuousClock.now
        #expect(try methods("fit", place)?.count == 3)
        let again = ContinuousClock.now - begin
        #expect(again < .seconds(2), "the comparison was made again: \(again)")
        #expect(try save(["calculation": calculation]).status == 200)
        #expect(try saved.calculation.method == .mwl)
        let tomorrow = try post("tomorrow", ["form": [String: Any]()])
        #expect(tomorrow.json["hasTimetable"] as? Bool == true)
        #expect(try isDone("times") == true)
    }

    @Test func `one comparison runs at a time, and others wait for nothing`() throws {
        let sample = try TimesSample()
        let days = try sample.days("2026-01-01", "2026-12-31")
        let desk = rig.service.setup
        let refused = Mutex<[String]>([])
        var threads: [SystemThread] = []
        for number in 0..<8 {
            let others = Array(days.dropLast(number))
            let thread = try SystemThread {
                do throws(PanelRefusal) {
                    _ = try desk.fit(others, sample.calculator)
                } catch {
                    refused.withLock { $0.append(error.code) }
                }
            }
            threads.append(thread)
        }
        #expect(try state().status == 200)
        for thread in threads { thread.join() }
        let codes = refused.withLock(\.self)
        #expect(!codes.isEmpty && Set(codes) == ["fitting"], "\(codes)")
        #expect(try desk.fit(days, sample.calculator)?.calculator.method == .mwl)
    }

    @Test func `only a caretaker may ask or change anything of it`() throws {
        try rig.add("Bilal", .committee)
        try rig.add("Zayd", .volunteer, "402917")
        for other in [try rig.logIn("Bilal"), try rig.logIn("Zayd", "402917")] {
            #expect(other.json["needsPlace"] == nil)
            #expect(try rig.get("/api/setup/state", cookie: other.cookie).error == "forbidden")
            for path in ["place", "methods", "fit", "tomorrow", "save"] {
                let answer = try rig.post("/api/setup/\(path)", any: [:], cookie: other.cookie, token: other.token)
                #expect(answer.error == "forbidden", "\(path)")
            }
        }
        for path in ["place", "methods", "fit", "tomorrow", "save"] {
            #expect(try rig.post("/api/setup/\(path)", any: [:]).status == 401)
            #expect(try post(path, ["text": 5, "form": "x"]).error == "bad-request", "\(path)")
        }
    }
}
