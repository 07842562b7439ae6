import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// The view *Iqama and Friday* through the server. The clock is at 08:00 on Friday 15 January 2027.
@Suite struct IqamaPageTests {
    private let rig: PanelRig
    private let login: PanelRig.Answer

    private static let config = """
        [place]
        name = "Central Mosque"
        latitude = 53.61
        longitude = -2.16
        timezone = "Europe/London"
        [iqama]
        fajr = "+20m"
        isha = { at = "+15m", round = "5m" }
        [[iqama.when]]
        days = ["sat", "sun"]
        dhuhr = "13:30"
        [jumuah]
        times = ["12:30"]
        [eid]
        fitr = ["08:00"]
        """

    init() throws {
        rig = try PanelRig()
        _ = try rig.directory.write(Array(Self.config.utf8), to: "config.toml")
        try rig.add("Bilal", .committee)
        login = try rig.logIn("Bilal")
    }

    private func state() throws -> PanelRig.Answer { try rig.get("/api/iqama", cookie: login.cookie) }

    private func send(_ path: String, _ body: [String: Any]) throws -> PanelRig.Answer {
        let headers = [
            "Content-Type: application/json", "Origin: https://localhost", "X-Adhand-Token: \(login.token)",
        ]
        let bytes = Array(try JSONSerialization.data(withJSONObject: body))
        return try rig.ask(path, "POST", cookie: login.cookie, headers, bytes)
    }

    /// The form in force with Isha at 19:30 from 23 January on.
    private func changed() throws -> [String: Any] {
        var form = try #require(state().json["form"] as? [String: Any])
        var exceptions = try #require(form["exceptions"] as? [[String: Any]])
        exceptions.append([
            "when": ["from": "2027-01-23"], "shared": [:] as [String: Any], "prayers": ["isha": ["at": "19:30"]],
        ])
        form["exceptions"] = exceptions
        return form
    }

    private func panelFile() throws -> String {
        try String(contentsOfFile: rig.directory.file("panel/config.toml"), encoding: .utf8)
    }

    @Test func `the form begins with what the box's config has, and sent back unchanged it changes nothing`() throws {
        let answer = try state()
        let form = try #require(answer.json["form"] as? [String: Any])
        let prayers = try #require(form["prayers"] as? [String: [String: String]])
        #expect(prayers["fajr"] == ["at": "+20m"] && prayers["isha"] == ["at": "+15m", "round": "5m"])
        #expect(prayers["dhuhr"] == ["at": "timetable"], "the default")
        #expect(form["khutbahs"] as? [String] == ["12:30"] && form["fitr"] as? [String] == ["08:00"])
        let trial = try send("/api/iqama/preview", ["form": form])
        let (times, current) = (trial.json["times"] as? [String: Any], trial.json["current"] as? [String: Any])
        let days = try #require(times?["days"] as? [NSDictionary])
        #expect(days.count == 14 && days == current?["days"] as? [NSDictionary])
        var tables = ConfigTree()
        let read: IqamaForm = try JSONText.decode(from: Array(try JSONSerialization.data(withJSONObject: form)))
        read.apply(to: &tables, fixed: [], over: read)
        #expect(tables == ConfigTree())
    }

    @Test func `a time from a date on is shown before it is saved, and is in the config then`() throws {
        let form = try changed()
        let trial = try send("/api/iqama/preview", ["form": form])
        #expect(trial.status == 200 && trial.json["faults"] as? [String] == [], "\(trial.text)")
        let times = try #require(trial.json["times"] as? [String: Any])
        let days = try #require(times["days"] as? [[String: Any]])
        let ishas = days.compactMap { day in (day["iqama"] as? [String: String])?["isha"]?.prefix(16) }
        #expect(ishas.count == 14 && ishas[7] == "2027-01-22T18:35" && ishas[8] == "2027-01-23T19:30", "\(ishas)")
        let changes = try #require(times["changes"] as? [[String: Any]])
        #expect(changes.map { $0["occasion"] as? String } == ["iqama-isha"])
        #expect((changes.first?["new"] as? [String: Any])?["at"] as? String == "2027-01-23T19:30:00+00:00")
        let hijri = try #require(HijriCalendar.ummAlQura.date(CivilDate("2027-01-23")))
        #expect(trial.json["hijri"] as? [String: String] == ["2027-01-23": hijri.description])

        let base = try #require(state().json["revision"] as? String)
        let saved = try send("/api/iqama/save", ["base": base, "form": form])
        #expect(saved.status == 200, "\(saved.text)")
        #expect(try panelFile().contains("from = \"2027-01-23\"\nisha = \"19:30\""))
        // The other exception is in the list that takes the place of the config's.
        #expect(try panelFile().contains("dhuhr = \"13:30\""))
        let again = try #require(state().json["form"] as? [String: Any])
        #expect(again as NSDictionary == form as NSDictionary)
        // The second of two who began with the same is told of the first.
        let late = try send("/api/iqama/save", ["base": base, "form": form])
        #expect(late.status == 409 && late.error == "changed")
    }

    @Test func `faults are the config's own sentences, and nothing is saved`() throws {
        var form = try changed()
        var exceptions = try #require(form["exceptions"] as? [[String: Any]])
        exceptions[1]["when"] = ["from": "2027-01-23", "to": "2027-01-20"]
        exceptions[1]["prayers"] = ["isha": ["at": "7:30 pm"]]
        form["exceptions"] = exceptions
        let trial = try send("/api/iqama/preview", ["form": form])
        let faults = try #require(trial.json["faults"] as? [String])
        #expect(faults.count == 2 && trial.json["times"] == nil)
        #expect(faults.contains { $0.hasPrefix("to = \"2027-01-20\" is before from") }, "\(faults)")
        #expect(faults.contains { $0.contains("did you mean \"19:30\"?") }, "\(faults)")
        let base = try #require(state().json["revision"] as? String)
        let saved = try send("/api/iqama/save", ["base": base, "form": form])
        #expect(saved.status == 422 && saved.error == "wrong-config")
        #expect(!FileManager.default.fileExists(atPath: rig.directory.file("panel/config.toml")))
    }

    @Test func `one iqama set by phone switches on no other, and writes no other`() throws {
        let text = Self.config.split(separator: "[iqama]").first.map(String.init) ?? ""
        try rig.directory.write(Array(text.utf8), to: "config.toml")
        var form = try #require(state().json["form"] as? [String: Any])
        var prayers = try #require(form["prayers"] as? [String: [String: String]])
        #expect(prayers.values.allSatisfy { $0 == ["at": "timetable"] })
        prayers["asr"] = ["at": "+15m"]
        form["prayers"] = prayers
        let trial = try send("/api/iqama/preview", ["form": form])
        let times = try #require(trial.json["times"] as? [String: Any])
        let days = try #require(times["days"] as? [[String: Any]])
        #expect(days.allSatisfy { ($0["iqama"] as? [String: String])?.keys.sorted() == ["asr"] })
        let changes = try #require(times["changes"] as? [[String: Any]])
        #expect(changes.map { $0["occasion"] as? String } == ["iqama-asr"] && changes.first?["old"] == nil)
        #expect(trial.json["remarks"] as? [String] == [], "\(trial.text)")
        let base = try #require(state().json["revision"] as? String)
        #expect(try send("/api/iqama/save", ["base": base, "form": form]).status == 200)
        let lines = try panelFile().split(separator: "\n").filter { $0.contains(" = ") }
        // A later line in config.toml counts for the others.
        #expect(lines == ["asr = \"+15m\""])
    }

    @Test func `a time that replaces the timetable's says which, and a khutbah given back is the timetable's`() throws {
        let rows = try (0..<60).map { number in
            let date = try CivilDate("2027-01-10").adding(days: number)
            return "\(date),06:20,08:15,12:20,14:10,16:20,18:20,18:45,12:55"
        }
        let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_iqama,jumuah"
        let file = try rig.directory.write(Array(([head] + rows).joined(separator: "\n").utf8), to: "times.csv")
        let text = Self.config + "\n[timetable]\nfile = \"\(file)\"\ncheck = \"off\"\n"
        try rig.directory.write(
            Array(text.replacing("isha = { at = \"+15m\", round = \"5m\" }\n", with: "").utf8),
            to: "config.toml"
        )
        var form = try changed()
        form["khutbahs"] = [String]()
        let trial = try send("/api/iqama/preview", ["form": form])
        let replaced = try #require(trial.json["replaced"] as? [NSDictionary])
        #expect(replaced == [["key": "iqama.isha", "date": "2027-01-23", "clocks": ["18:45"]]], "\(trial.text)")
        let times = try #require(trial.json["times"] as? [String: Any])
        let changes = try #require(times["changes"] as? [[String: Any]])
        let told = changes.map { change in
            let clocks = [change["old"], change["new"]].map {
                (($0 as? [String: Any])?["at"] as? String)?.dropFirst(11).prefix(5) ?? "-"
            }
            return "\(change["date"] ?? "") \(change["occasion"] ?? "") \(clocks.joined(separator: " > "))"
        }
        #expect(told == ["2027-01-15 jumuah-1 12:30 > 12:55", "2027-01-23 iqama-isha 18:45 > 19:30"])
        let base = try #require(state().json["revision"] as? String)
        #expect(try send("/api/iqama/save", ["base": base, "form": form]).status == 200)
        #expect(try panelFile().contains("times = \"timetable\""))
        #expect(try state().json["form"] as? NSDictionary == form as NSDictionary)
    }

    @Test func `a remark on the panel's own line names no file`() throws {
        var form = try changed()
        var exceptions = try #require(form["exceptions"] as? [[String: Any]])
        exceptions[1]["when"] = ["from": "2026-01-01", "to": "2026-01-10"]
        form["exceptions"] = exceptions
        let trial = try send("/api/iqama/preview", ["form": form])
        let remarks = try #require(trial.json["remarks"] as? [String])
        #expect(remarks.contains { $0.hasPrefix("this exception is over") }, "\(remarks)")
    }

    @Test func `exceptions, khutbahs and Eid prayers of the box's config can be taken away`() throws {
        var form = try #require(state().json["form"] as? [String: Any])
        (form["exceptions"], form["khutbahs"], form["fitr"]) = ([String](), [String](), [String]())
        let base = try #require(state().json["revision"] as? String)
        #expect(try send("/api/iqama/save", ["base": base, "form": form]).status == 200)
        let again = try #require(state().json["form"] as? [String: Any])
        #expect(again as NSDictionary == form as NSDictionary)
    }

    @Test func `a table that the box's config fixes stays as it is`() throws {
        _ = try rig.directory.write(Array((Self.config + "\n[panel]\nfixed = [\"jumuah\"]\n").utf8), to: "config.toml")
        var form = try changed()
        form["khutbahs"] = ["13:00"]
        #expect(try state().json["fixed"] as? [String] == ["jumuah"])
        let base = try #require(state().json["revision"] as? String)
        let refused = try send("/api/iqama/save", ["base": base, "form": form])
        #expect(refused.error == "fixed-part" && refused.text.contains("[jumuah]"), "what is dropped is not saved")
        form["khutbahs"] = ["12:30"]
        #expect(try send("/api/iqama/save", ["base": base, "form": form]).status == 200)
        #expect(try !panelFile().contains("jumuah"))
        #expect((try state().json["form"] as? [String: Any])?["khutbahs"] as? [String] == ["12:30"])
    }

    @Test func `a volunteer may not see or change it`() throws {
        try rig.add("Zayd", .volunteer, "274910")
        let volunteer = try rig.logIn("Zayd", "274910")
        #expect(try rig.get("/api/iqama", cookie: volunteer.cookie).error == "forbidden")
        for path in ["/api/iqama/preview", "/api/iqama/save"] {
            let answer = try rig.post(path, ["base": ""], cookie: volunteer.cookie, token: volunteer.token)
            #expect(answer.error == "forbidden")
        }
    }
}
