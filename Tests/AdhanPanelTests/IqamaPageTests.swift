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

    private static let place = """
        [place]
        name = "Central Mosque"
        latitude = 53.61
        longitude = -2.16
        timezone = "Europe/London"

        """
    private static let config =
        place + """
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
        try rig.write(Self.config)
        login = try rig.enter("Bilal", .committee)
    }

    private func state() throws -> PanelRig.Answer { try rig.get("/api/iqama", as: login) }

    private func form() throws -> [String: Any] { try #require(state().json["form"] as? [String: Any]) }

    private func preview(_ form: [String: Any]) throws -> PanelRig.Answer {
        try rig.post("/api/iqama/preview", ["form": form], as: login)
    }

    private func save(_ form: [String: Any], base: String? = nil) throws -> PanelRig.Answer {
        try rig.post("/api/iqama/save", ["base": try base ?? state().revision, "form": form], as: login)
    }

    /// The form in force with one more exception: Isha at 19:30 from 23 January on.
    private func changed(
        when: [String: String] = ["from": "2027-01-23"],
        isha: String = "19:30"
    ) throws -> [String: Any] {
        var form = try form()
        let exceptions = try #require(form["exceptions"] as? [[String: Any]])
        let own: [String: Any] = ["when": when, "shared": [:] as [String: Any], "prayers": ["isha": ["at": isha]]]
        form["exceptions"] = exceptions + [own]
        return form
    }

    private func panelFile() throws -> String {
        try String(contentsOfFile: rig.directory.file("panel/config.toml"), encoding: .utf8)
    }

    /// The iqamas of the days in a preview.
    private func iqamas(_ trial: PanelRig.Answer) throws -> [[String: String]] {
        let times = try #require(trial.json["times"] as? [String: Any])
        return try #require(times["days"] as? [[String: Any]]).map { $0["iqama"] as? [String: String] ?? [:] }
    }

    /// The changes in a preview, as `2027-01-23 iqama-isha 18:45 > 19:30`.
    private func changes(_ trial: PanelRig.Answer) throws -> [String] {
        let times = try #require(trial.json["times"] as? [String: Any])
        return try #require(times["changes"] as? [[String: Any]]).map { change in
            let clocks = [change["old"], change["new"]].map {
                (($0 as? [String: Any])?["at"] as? String)?.dropFirst(11).prefix(5) ?? "-"
            }
            return "\(change["date"] ?? "") \(change["occasion"] ?? "") \(clocks.joined(separator: " > "))"
        }
    }

    @Test func `the form begins with what the box's config has, and sent back unchanged it changes nothing`() throws {
        let form = try form()
        let prayers = try #require(form["prayers"] as? [String: [String: String]])
        #expect(prayers["fajr"] == ["at": "+20m"] && prayers["isha"] == ["at": "+15m", "round": "5m"])
        #expect(prayers["dhuhr"] == ["at": "timetable"], "the default")
        #expect(form["khutbahs"] as? [String] == ["12:30"] && form["fitr"] as? [String] == ["08:00"])
        let trial = try preview(form)
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
        let trial = try preview(form)
        #expect(trial.status == 200 && trial.json["faults"] as? [String] == [], "\(trial.text)")
        let ishas = try iqamas(trial).compactMap { $0["isha"]?.prefix(16) }
        #expect(ishas.count == 14 && ishas[7] == "2027-01-22T18:35" && ishas[8] == "2027-01-23T19:30", "\(ishas)")
        let told = try changes(trial)
        #expect(told.count == 1 && told[0].hasPrefix("2027-01-23 iqama-isha ") && told[0].hasSuffix(" > 19:30"))
        let hijri = try #require(HijriCalendar.ummAlQura.date(CivilDate("2027-01-23")))
        #expect(trial.json["hijri"] as? [String: String] == ["2027-01-23": hijri.description])

        let base = try state().revision
        let saved = try save(form, base: base)
        #expect(saved.status == 200, "\(saved.text)")
        #expect(try panelFile().contains("from = \"2027-01-23\"\nisha = \"19:30\""))
        // The other exception is in the list that takes the place of the config's.
        #expect(try panelFile().contains("dhuhr = \"13:30\""))
        #expect(try self.form() as NSDictionary == form as NSDictionary)
        // The second of two who began with the same is told of the first.
        let late = try save(form, base: base)
        #expect(late.status == 409 && late.error == "changed")
        // Exceptions, khutbahs and Eid prayers of the box's config can be taken away.
        var bare = form
        (bare["exceptions"], bare["khutbahs"], bare["fitr"]) = ([String](), [String](), [String]())
        #expect(try save(bare).status == 200)
        #expect(try self.form() as NSDictionary == bare as NSDictionary)
    }

    @Test func `faults are the config's own sentences, nothing is saved, and a remark names no file`() throws {
        let form = try changed(when: ["from": "2027-01-23", "to": "2027-01-20"], isha: "7:30 pm")
        let trial = try preview(form)
        let faults = try #require(trial.json["faults"] as? [String])
        #expect(faults.count == 2 && trial.json["times"] == nil)
        #expect(faults.contains { $0.hasPrefix("to = \"2027-01-20\" is before from") }, "\(faults)")
        #expect(faults.contains { $0.contains("did you mean \"19:30\"?") }, "\(faults)")
        let saved = try save(form)
        #expect(saved.status == 422 && saved.error == "wrong-config")
        #expect(!FileManager.default.fileExists(atPath: rig.directory.file("panel/config.toml")))
        let past = try preview(try changed(when: ["from": "2026-01-01", "to": "2026-01-10"]))
        let remarks = try #require(past.json["remarks"] as? [String])
        #expect(remarks.contains { $0.hasPrefix("this exception is over") }, "\(remarks)")
    }

    @Test func `one iqama set by phone switches on no other, and writes no other`() throws {
        try rig.write(Self.place)
        var form = try form()
        var prayers = try #require(form["prayers"] as? [String: [String: String]])
        #expect(prayers.values.allSatisfy { $0 == ["at": "timetable"] })
        prayers["asr"] = ["at": "+15m"]
        form["prayers"] = prayers
        let trial = try preview(form)
        #expect(try iqamas(trial).allSatisfy { $0.keys.sorted() == ["asr"] })
        let told = try changes(trial)
        #expect(told.count == 1 && told[0].contains(" iqama-asr - > "), "\(told)")
        #expect(trial.json["remarks"] as? [String] == [], "\(trial.text)")
        #expect(try save(form).status == 200)
        let lines = try panelFile().split(separator: "\n").filter { $0.contains(" = ") }
        // A later line in config.toml counts for the others.
        #expect(lines == ["asr = \"+15m\""])
    }

    @Test func `a time that replaces the timetable's says which, and a khutbah given back is the timetable's`() throws {
        let rows = try (0..<60).map { number in
            "\(try CivilDate("2027-01-10").adding(days: number)),06:20,08:15,12:20,14:10,16:20,18:20,18:45,12:55"
        }
        let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_iqama,jumuah"
        let file = try rig.directory.write(Array(([head] + rows).joined(separator: "\n").utf8), to: "times.csv")
        let text = Self.config.replacing("isha = { at = \"+15m\", round = \"5m\" }\n", with: "")
        try rig.write(text + "\n[timetable]\nfile = \"\(file)\"\ncheck = \"off\"\n")
        var form = try changed()
        form["khutbahs"] = [String]()
        let trial = try preview(form)
        let replaced = try #require(trial.json["replaced"] as? [NSDictionary])
        #expect(replaced == [["key": "iqama.isha", "date": "2027-01-23", "clocks": ["18:45"]]], "\(trial.text)")
        #expect(try changes(trial) == ["2027-01-15 jumuah-1 12:30 > 12:55", "2027-01-23 iqama-isha 18:45 > 19:30"])
        #expect(try save(form).status == 200)
        #expect(try panelFile().contains("times = \"timetable\""))
        #expect(try self.form() as NSDictionary == form as NSDictionary)
    }

    @Test func `a table that the box's config fixes stays as it is`() throws {
        try rig.write(Self.config + "\n[panel]\nfixed = [\"jumuah\"]\n")
        var form = try changed()
        form["khutbahs"] = ["13:00"]
        #expect(try state().json["fixed"] as? [String] == ["jumuah"])
        let refused = try save(form)
        #expect(refused.error == "fixed-part" && refused.text.contains("[jumuah]"), "what is dropped is not saved")
        form["khutbahs"] = ["12:30"]
        #expect(try save(form).status == 200)
        #expect(try !panelFile().contains("jumuah"))
        #expect(try self.form()["khutbahs"] as? [String] == ["12:30"])
    }
}
