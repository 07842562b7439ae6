import AdhanCore
import AdhanTestSupport
import AdhanWeb
import Foundation
import Testing

@testable import AdhanPanel
@testable import AdhanSupport

/// The view *Screen*, through the real server.
@Suite struct PanelScreenTests {
    private let rig: PanelRig
    private let (caretaker, member, volunteer): (PanelRig.Answer, PanelRig.Answer, PanelRig.Answer)

    init() throws {
        rig = try PanelRig()
        (caretaker, member) = (try rig.enter("Amina", .caretaker), try rig.enter("Bilal", .committee))
        volunteer = try rig.enter("Dawud", .volunteer)
    }

    /// Saves a part of the screen, or previews it.
    private func change(
        _ path: String,
        _ session: PanelRig.Answer,
        _ screen: [String: Any],
        base: String? = nil
    ) throws -> PanelRig.Answer {
        let base = try base ?? screenOf(session).revision
        return try rig.post("/api/screen/" + path, ["base": base, "screen": screen], as: session)
    }

    private func screenOf(_ session: PanelRig.Answer) throws -> (revision: String, screen: [String: Any]) {
        let answer = try rig.get("/api/screen", as: session)
        #expect(answer.status == 200, "\(answer.text)")
        return (answer.revision, answer.json["screen"] as? [String: Any] ?? [:])
    }

    private func announcements(_ session: PanelRig.Answer) throws -> [[String: Any]] {
        try screenOf(session).screen["announcements"] as? [[String: Any]] ?? []
    }

    private func upload(_ bytes: [UInt8]) throws -> PanelRig.Answer {
        try rig.upload("/api/screen/upload", bytes, as: member)
    }

    private let png = png(4, 3)

    /// The chunks of a PNG picture, without its pixels.
    static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let head = number(13) + Array("IHDR".utf8) + number(width) + number(height) + [8, 2, 0, 0, 0] + number(0)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + head + number(0) + Array("IEND".utf8) + number(0)
    }

    // MARK: Announcements

    @Test func `a volunteer announces in two languages, with days, and the config has it`() throws {
        let texts: [[String: Any]] = [
            ["text": "Class at 7/8 pm \"sharp\"", "language": "en", "until": "2026-12-31"],
            ["text": "درس بعد العشاء", "language": "ar", "days": ["friday"]],
        ]
        let saved = try change("announcements", volunteer, ["announcements": texts])
        #expect(saved.status == 200, "\(saved.text)")
        let messages = try rig.service.settings.draft().configuration.display.messages
        #expect(messages.map(\.text) == ["Class at 7/8 pm \"sharp\"", "درس بعد العشاء"])
        #expect(messages[0].days.until == (try CivilDate("2026-12-31")) && messages[1].days.weekdays == [5])
        #expect(try announcements(member).map { $0["days"] as? [String] } == [nil, ["friday"]])
        #expect(rig.asked.requests.contains { $0.command == .reload && $0.person == "Dawud" })
        // None is a choice, too, and other settings stay.
        #expect(try change("announcements", volunteer, ["announcements": []]).status == 200)
        #expect(try announcements(member).isEmpty)
        // Who saves second sees that another was first.
        let (revision, _) = try screenOf(member)
        #expect(try change("announcements", volunteer, ["announcements": [["text": "one"]]]).status == 200)
        let second = try change("announcements", member, ["announcements": [["text": "two"]]], base: revision)
        #expect(second.status == 409 && second.error == "changed")
        #expect(try announcements(member).map { $0["text"] as? String } == ["one"])
    }

    @Test func `a wrong announcement gets the config's sentence, and nothing is saved`() throws {
        let long = String(repeating: "a", count: 241)
        for wrong in [
            ["text": ""], ["text": long], ["text": "a", "from": "2026-12-02", "until": "2026-12-01"],
            ["text": "a", "until": "tomorrow"], ["text": "a", "language": "xx"],
        ] {
            let refused = try change("announcements", volunteer, ["announcements": [wrong]])
            #expect(refused.status == 422 && refused.error == "wrong-config", "\(refused.text)")
            #expect((refused.json["lines"] as? [String])?.count == 1, "\(refused.text)")
        }
        #expect(try announcements(member).isEmpty)
    }

    // MARK: Roles

    @Test func `each route changes its own part alone`() throws {
        let look = try #require(try screenOf(caretaker).screen["look"] as? [String: Any])
        #expect(try change("pictures", member, ["pictures": []]).status == 200)
        var other = look
        other["languages"] = ["tr"]
        let both: [String: Any] = ["announcements": [["text": "one"]], "look": other]
        #expect(try change("announcements", volunteer, both).status == 200)
        #expect(try rig.service.settings.draft().configuration.display.languages == [.english])
        #expect(try change("announcements", volunteer, ["look": other]).status == 400)
        #expect(try change("look", caretaker, ["look": other]).status == 200)
        #expect(try rig.service.settings.draft().configuration.display.languages == [.turkish])
    }

    // MARK: Pictures

    @Test func `an uploaded picture is a slide with its days, and lies behind the day`() throws {
        let file = try #require(try upload(png).json["file"] as? String)
        #expect(file.hasPrefix("picture-") && file.hasSuffix(".png"))
        let shown: [String: Any] = ["file": file, "place": "after-prayer", "from": "2026-12-01", "seconds": 20]
        #expect(try change("pictures", member, ["pictures": [shown]]).status == 200)
        var look = try #require(try screenOf(caretaker).screen["look"] as? [String: Any])
        look["background"] = file
        #expect(try change("look", caretaker, ["look": look]).status == 200)
        let files = try rig.service.settings.draft().configuration.display.files
        #expect(files.pictures.map(\.path) == [rig.service.settings.folder.path + "/" + file])
        #expect(files.pictures[0].place == .afterPrayer && files.pictures[0].settings.length == .seconds(20))
        #expect(files.background == files.pictures[0].path)
        #expect(try rig.get("/api/screen/picture?file=\(file)", as: volunteer).status == 200)
        look["background"] = ""
        #expect(try change("look", caretaker, ["look": look]).status == 200)
        #expect(try rig.service.settings.draft().configuration.display.files.background == nil)
    }

    @Test func `no other file can be named, or asked for`() throws {
        for name in [
            "../accounts.sqlite", "/etc/passwd", "private/key.pem", "config.toml", "picture-0000.png", "", ".",
        ] {
            let refused = try change("pictures", member, ["pictures": [["file": name, "place": "slides"]]])
            #expect(refused.status == 422 && refused.error == "no-picture", "\(name) \(refused.text)")
            let path = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            #expect(try rig.get("/api/screen/picture?file=\(path)", as: member).status == 422, "\(name)")
        }
    }

    @Test func `what is no picture, or one that fills the browser's memory, is refused`() throws {
        let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".utf8)
        let html = Array("<!doctype html><script>alert(1)</script>".utf8)
        for bytes in [svg, html, [], Array("GIF89a".utf8), Array(png.dropLast()), [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]] {
            let refused = try upload(bytes)
            #expect(refused.status == 422 && refused.error == "no-picture", "\(bytes.count) bytes: \(refused.text)")
        }
        #expect(try upload(Self.png(30_000, 30_000)).error == "large-picture")
        #expect(try upload(png).status == 200)
        // The type of the body is the route's, so that no form of another site can send one.
        #expect(try rig.upload("/api/screen/upload", png, as: member, type: "image/png").status == 403)
    }

    // MARK: Preview

    @Test func `the preview is the display's own plan with what is not saved yet`() throws {
        let file = try #require(try upload(png).json["file"] as? String)
        // Without its place, the mosque has no times to show.
        let place = "[place]\nlatitude = 53.6\nlongitude = -2.1\ntimezone = \"Europe/London\"\n"
        try rig.write(place)
        let change: [String: Any] = [
            "announcements": [["text": "Not saved yet"]], "pictures": [["file": file, "place": "slides"]],
        ]
        let answer = try self.change("preview", member, change)
        #expect(answer.status == 200, "\(answer.text)")
        let plan = try #require(answer.json["plan"] as? [String: Any])
        let bar = try #require(plan["bar"] as? [[String: Any]])
        #expect(bar.map { $0["text"] as? String } == ["Not saved yet"])
        let slide = try #require((plan["slides"] as? [[String: Any]])?.first?["image"] as? String)
        #expect(try WebClient(rig.address).ask(slide).status == 200)
        #expect((plan["days"] as? [Any])?.isEmpty == false)
        #expect(try announcements(member).isEmpty)
        #expect(try self.change("preview", member, ["announcements": [["text": ""]]]).error == "wrong-config")
    }

    @Test func `the display's page may be framed by the panel alone, and the panel by nobody`() throws {
        let policies = try ["/", "/screen/", "/screen/page.js"].map { path in
            let answer = try WebClient(rig.address).ask(path)
            #expect(answer.status == 200, "\(path)")
            return answer.headers["content-security-policy"] ?? ""
        }
        #expect(policies[0].contains("frame-src 'self'") && policies[0].contains("frame-ancestors 'none'"))
        #expect(policies.dropFirst().allSatisfy { $0.contains("frame-ancestors 'self'") && !$0.contains("frame-src") })
        #expect(try WebClient(rig.address).ask("/screen/../panel.js").status == 404)
        #expect(try WebClient(rig.address).ask("/screen").status == 404)
    }
}
