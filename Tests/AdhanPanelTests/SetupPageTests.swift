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
        login = try rig.enter("Amina", .caretaker)
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

    private func post(_ path: String, _ body: [String: Any]) throws -> PanelRig.Answer {
        try rig.post("/api/setup/\(path)", body, as: login)
    }

    private func state() throws -> PanelRig.Answer { try rig.get("/api/setup/state", as: login) }

    /// Saves the form over the settings as they are.
    private func save(_ form: [String: Any]) throws -> PanelRig.Answer {
        try post("save", ["base": try state().revision, "form": form])
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
        #expect(try rig.get("/api/session", as: login).json["needsPlace"] as? Bool == false)
        // Nothing of it is in the box's own file, so it can be changed again here.
        #expect(try state().json["fixed"] as? [String] == [])
    }

    private func methods(_ route: String, _ place: [String: Any]) throws -> [[String: Any]]? {
        let answer = try post(route, ["form": ["place": place]])
        return try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [[String: Any]]
    }

    @Test func `one of several cities is chosen by its number, and far away the customary method comes first`() throws {
        let several = try post("place", ["text": "Springfield"])
        let choices = try #require(several.json["choices"] as? [String])
        #expect(choices.count > 3 && several.json["place"] == nil && several.status == 200)
        let chosen = try post("place", ["text": "Springfield", "choice": 1])
        let place = try #require(chosen.json["place"] as? [String: Any])
        #expect(place["timezone"] as? String == "America/Chicago")
        #expect(chosen.json["near"] as? String == choices.first)
        #expect(try post("place", ["text": "Springfield", "choice": 99]).json["place"] == nil)
        // Before that of the former place.
        #expect(try save(["place": Self.rochdale, "calculation": Self.british]).status == 200)
        let makkah = try #require(try post("place", ["text": "Makkah"]).json["place"] as? [String: Any])
        let proposals = try #require(try methods("methods", makkah))
        #expect(proposals.map { $0["source"] as? String } == ["customary", "current"], "\(proposals)")
        let methods = proposals.map { ($0["calculation"] as? [String: Any])?["method"] as? String }
        #expect(methods == ["umm-al-qura", "moonsighting"])
    }

    @Test func `coordinates of a phone or a map are a place; what nobody knows is refused in the words of setup`()
        throws
    {
        for text in [
            "53.60970, -2.15610", "https://www.openstreetmap.org/#map=15/53.6097/-2.1561",
            "53°36'34.92\"N 2°9'21.96\"W",
        ] {
            let place = try #require(try post("place", ["text": text]).json["place"] as? [String: Any])
            #expect((place["latitude"] as? Double).map { abs($0 - 53.6097) < 0.0001 } == true, "\(text)")
            #expect(place["timezone"] as? String == "Europe/London", "\(text)")
        }
        for text in ["Masjid an-Noor", String(repeating: "a", count: 9000), "0, 0", "\u{0}\u{1b}[31m", "95.1, 3.2"] {
            let answer = try post("place", ["text": text])
            #expect(answer.error == "wrong-setup" || answer.json["choices"] != nil, "\(text.prefix(20)) \(answer.text)")
            #expect(answer.json["place"] == nil)
        }
        #expect(try post("place", ["text": " "]).error == "bad-request", "it would take the proposal")
        // The link of a map that names no point gets the way to one.
        let link = try post("place", ["text": "Masjid an-Noor https://maps.app.goo.gl/abcd"])
        let words = "that is a short link: open it in a browser, then copy the coordinates from there"
        #expect(link.error == "wrong-setup" && link.text.contains(words), "\(link.text)")
    }

    /// Parts of forms that no page sends.
    private static var wrongForms: [[String: Any]] {
        func place(_ name: String = "x", _ latitude: Int = 1, _ zone: String = "Europe/London") -> [String: Any] {
            ["place": ["name": name, "latitude": latitude, "longitude": 0, "timezone": zone] as [String: Any]]
        }
        let calculations: [[String: Any]] = [
            ["method": "nobody"], ["madhab": "x"], ["highLatitude": "x"], ["offsets": ["fajr": 100_000]],
            ["offsets": ["noon": 1]], ["method": "custom", "custom": ["fajr": 91, "isha": 17]],
        ]
        let languages = [["xx"], ["en", "ar", "tr"], []]
        return [
            place("x", 91), place("x", 1, "../../etc/passwd"), place("x", 1, "Moon/Base"), place("a\nb = 1"),
            place(" "),
            place(String(repeating: "x", count: 241)),
        ] + calculations.map { ["calculation": british.merging($0) { $1 }] } + languages.map { ["languages": $0] }
    }

    @Test func `a form that no page sends is refused, and nothing is written`() throws {
        let base: [String: Any] = ["place": Self.rochdale, "calculation": Self.british]
        for wrong in Self.wrongForms {
            let form = base.merging(wrong) { $1 }
            for answer in [try post("tomorrow", ["form": form]), try save(form)] {
                #expect(["wrong-setup", "wrong-config"].contains(answer.error), "\(form) \(answer.text)")
            }
            #expect(!FileManager.default.fileExists(atPath: rig.service.settings.folder.config))
        }
        for path in ["place", "methods", "fit", "tomorrow", "save"] {
            #expect(try post(path, ["text": 5, "form": "x"]).error == "bad-request", "\(path)")
        }
    }

    @Test func `where the box's own config has the place, it is shown, and cannot be changed`() throws {
        try rig.write(TimesSample.place)
        let page = try state()
        #expect(page.json["fixed"] as? [String] == ["place", "calculation"])
        #expect(try rig.get("/api/session", as: login).json["needsPlace"] as? Bool == false)
        #expect(try save(["place": Self.rochdale]).error == "fixed-setup")
        #expect(try save(["calculation": Self.british]).error == "fixed-setup")
        #expect(try save(["languages": ["tr"]]).status == 200)
        // The box has no method, and the page may not set one.
        #expect(try isDone("place") == true)
        // Explicitly left to the page.
        try rig.write(TimesSample.place + "[panel]\nfixed = [\"clock\"]\n")
        #expect(try isDone("place") == false)
        #expect(try save(["place": Self.rochdale, "calculation": Self.british]).status == 200)
        #expect(try saved.place.place.name == "Rochdale")
    }

    @Test func `a place that the box's own file gets later leaves the rest of the panel's settings in force`() throws {
        let base = try state().revision
        #expect(try save(["place": Self.rochdale, "calculation": Self.british, "languages": ["ur"]]).status == 200)
        // The second of two who save at once is shown the first's change.
        #expect(try post("save", ["base": base, "form": ["languages": ["tr"]]]).error == "changed")
        try rig.write("[place]\nlatitude = 51.5\nlongitude = -0.1\ntimezone = \"Europe/London\"\n")
        let draft = try rig.service.settings.draft()
        #expect(!draft.problems.isEmpty && draft.configuration.place.place.coordinates.latitude == 51.5)
        #expect(draft.configuration.display.languages.map(\.rawValue) == ["ur"])
        #expect(draft.tables["place"] == nil && draft.tables["display"] != nil)
        #expect(try rig.service.settings.candidate(draft).display.languages.map(\.rawValue) == ["ur"])
    }

    @Test
    func `a timetable that cannot be read is named, and a line of the box's own file that would change what was shown`()
        throws
    {
        #expect(try save(["place": Self.rochdale]).status == 200)
        try rig.write("[timetable]\nfile = \"\(rig.directory.file("gone.csv"))\"\n")
        let answer = try post("fit", ["form": ["place": Self.rochdale]])
        #expect(answer.status == 409 && answer.error == "unread-timetable", "\(answer.text)")
        #expect((answer.json["lines"] as? [String])?.first?.contains("gone.csv") == true)
        // The mosque's minutes belong to another method: they are set to none.
        try rig.write("[calculation]\nmethod = \"mwl\"\nramadan_isha = false\n[calculation.offsets]\nfajr = 2\n")
        #expect(try save(["place": Self.rochdale, "calculation": Self.british]).status == 200)
        #expect(try saved.calculation.offsets == .none && saved.calculation.method == .moonsighting)
        // One that has no default cannot be set back.
        try rig.write("[calculation.custom]\nisha_minutes = 90\n")
        let custom: [String: Any] = Self.british.merging(["method": "custom", "custom": ["fajr": 18.25, "isha": 16]]) {
            $1
        }
        let differing = try save(["calculation": custom])
        #expect(differing.error == "differs", "\(differing.text)")
        try rig.write("")
        #expect(try save(["calculation": custom]).status == 200)
        #expect(try saved.calculation.custom?.fajrAngle == 18.25)
    }

    @Test func `the method is fitted to the mosque's file, once, and saved with its minutes`() throws {
        let sample = try TimesSample()
        try rig.directory.write(Array(sample.csv(try sample.days("2026-01-01", "2026-12-31")).utf8), to: "times.csv")
        let file = "[timetable]\nfile = \"\(rig.directory.file("times.csv"))\"\n"
        try rig.write(TimesSample.place + file + "[panel]\nfixed = []\n")
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
                do throws(PanelRefusal) { _ = try desk.fit(others, sample.calculator) } catch {
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
}
