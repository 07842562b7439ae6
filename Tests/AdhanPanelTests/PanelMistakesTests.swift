import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// The mistakes at the panel in docs/mistakes.md, each with the sentence that the page shows for it.
@Suite struct PanelMistakesTests {
    private let rig: PanelRig
    private let login: PanelRig.Answer

    init() throws {
        rig = try PanelRig()
        try rig.write(TimesSample.place)
        login = try rig.enter("Amina", .caretaker)
    }

    private func post(_ path: String, _ body: [String: Any], _ who: PanelRig.Answer? = nil) throws -> PanelRig.Answer {
        try rig.post("/api/" + path, body, as: who ?? login)
    }

    private func upload(_ path: String, _ bytes: [UInt8]) throws -> PanelRig.Answer {
        try rig.upload("/api/" + path, bytes, as: login)
    }

    private func person(_ name: String, _ role: String, _ secret: String) throws -> PanelRig.Answer {
        try post("people/add", ["name": name, "role": role, "secret": secret])
    }

    private func timetable(_ text: String, name: String = "times.csv") throws -> PanelRig.Answer {
        try upload("times/upload?name=\(name)", Array(text.utf8))
    }

    /// The iqama of a prayer, previewed or saved.
    private func iqama(_ prayer: String, _ at: String, _ order: String = "preview") throws -> PanelRig.Answer {
        let state = try rig.get("/api/iqama", as: login).json
        var form = try #require(state["form"] as? [String: Any])
        var prayers = try #require(form["prayers"] as? [String: Any])
        prayers[prayer] = ["at": at]
        form["prayers"] = prayers
        return try post("iqama/" + order, ["base": state["revision"] ?? "", "form": form])
    }

    /// Two people open a form at once; the second one saves it too late.
    private func savedTwice() throws -> PanelRig.Answer {
        let other = try rig.enter("Bilal", .committee)
        let state = try rig.get("/api/iqama", as: login).json
        var form = try #require(state["form"] as? [String: Any])
        form["fitr"] = ["08:30"]
        let body: [String: Any] = ["base": state["revision"] ?? "", "form": form]
        #expect(try post("iqama/save", body, other).status == 200)
        return try post("iqama/save", body)
    }

    private func lateCode() throws -> PanelRig.Answer {
        let code = try rig.makeSetupCode()
        rig.wait(.seconds(15 * 60))
        return try rig.setUp(code)
    }

    private func lastYears() throws -> PanelRig.Answer {
        let sample = try TimesSample()
        let finding = try timetable(sample.csv(try sample.days("2026-01-01", "2026-12-31")))
        let id = (finding.json["upload"] as? [String: Any])?["id"] ?? ""
        let body: [String: Any] = ["id": id, "base": finding.json["base"] ?? "", "keep": [String](), "others": true]
        return try post("times/confirm", body)
    }

    private var mistakes: [String: () throws -> PanelRig.Answer] {
        let text = "Dear all,\nthe lessons begin on Sunday.\n"
        return [
            "code: the right one, after 15 minutes": lateCode,
            "code: AAAAA-AAAAA": { try rig.setUp("AAAAA-AAAAA", "A") },
            "log in: a wrong password": { try rig.logIn("Amina", "not the password") },
            "log in: a wrong password, again and again": {
                for _ in 0..<10 { _ = try rig.logIn("Amina", "not the password") }
                return try rig.logIn("Amina", "not the password")
            },
            "people: PIN 123456": { try person("Zayd", "volunteer", "123456") },
            "people: PIN 1111": { try person("Zayd", "volunteer", "1111") },
            "people: password amina": { try person("Bilal", "committee", "amina") },
            "people: no name": { try person(" ", "committee", PanelRig.password) },
            "people: a name that is there": { try person("amina", "committee", PanelRig.password) },
            "people: remove the only caretaker": { try post("people/remove", ["name": "Amina"]) },
            "times: times.pdf": { try timetable("%PDF-1.7\n", name: "times.pdf") },
            "times: photo.jpg": { try upload("times/upload?name=photo.jpg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]) },
            "times: letter.txt": { try timetable(text, name: "letter.txt") },
            "times: last year's file": lastYears,
            "sound: adhan.wav": { try upload("sound/upload?name=adhan.wav", Array("RIFF....WAVEfmt ".utf8)) },
            "sound: a failed download": { try upload("sound/upload?name=a.mp3", Array("<html>Not found</html>".utf8)) },
            "sound: a picture": { try upload("sound/upload?name=a.mp3", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]) },
            "screen: poster.pdf": { try upload("screen/upload", Array("%PDF-1.7\n".utf8)) },
            "screen: a picture of 30000 × 30000": { try upload("screen/upload", PanelScreenTests.png(30_000, 30_000)) },
            "iqama: Isha 25:00": { try iqama("isha", "25:00", "save") },
            "iqama: Fajr -20m": { try iqama("fajr", "-20m") },
            "iqama: Isha 03:00": { try iqama("isha", "03:00") },
            "iqama: saved by two people at once": savedTwice,
        ]
    }

    /// The page's English texts of all views.
    private static let texts: [String: String] = {
        let folder = Binary.root + "/Resources/panel/texts"
        return Folder.names(in: folder, limit: 100).reduce(into: [:]) { texts, part in
            let bytes = TestDirectory.bytes(of: "\(folder)/\(part)/en.json")
            // reason: PanelPageTests checks the files
            let found: [String: String]? = try? JSONText.decode(from: bytes)
            texts.merge(found ?? [:]) { $1 }
        }
    }()

    /// The sentence of the page for a refusal, or the remarks of a preview.
    private func sentence(_ answer: PanelRig.Answer) throws -> String {
        guard let code = answer.error else {
            let remarks = try #require(answer.json["remarks"] as? [String], "\(answer.text)")
            return remarks.joined(separator: " ")
        }
        var text = Self.texts["error_" + code] ?? answer.json["words"] as? String ?? ""
        for (name, value) in answer.json["values"] as? [String: String] ?? [:] {
            text = text.replacing("{\(name)}", with: value)
        }
        return ([text] + (answer.json["lines"] as? [String] ?? [])).joined(separator: " ")
    }

    @Test func `each mistake at the panel gets its sentence`() throws {
        let rows = MistakeRow.rows { $0.hasPrefix("panel: ") }
        let known = mistakes
        #expect(Set(rows.map { "\($0.place.dropFirst("panel: ".count)): \($0.typed)" }) == Set(known.keys))
        for row in rows {
            let name = "\(row.place.dropFirst("panel: ".count)): \(row.typed)"
            guard let make = known[name] else { continue }
            let found = try sentence(try make())
            #expect(found == row.answer, "| \(row.place) | \(row.typed) | \(found) |")
        }
    }
}
