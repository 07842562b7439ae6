import AdhanCore
import AdhanImport
import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSetup

/// The mistakes in docs/mistakes.md, each with the sentence that it gets.
struct MistakesTests {
    private let directory: TestDirectory
    private let plan: SetupPlan
    private let source: ConfigSource

    init() throws {
        directory = try TestDirectory()
        let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
        for (name, text) in [
            ("config.toml", "[place]\nlatitude = 53.6\nlongitude = -2.1\ntimezone = \"Europe/London\"\n"),
            ("times.pdf", "%PDF-1.7\n"), ("empty.csv", ""),
            ("letter.txt", "Dear all,\nthe lessons begin on Sunday.\n"),
            ("2019.csv", head + "2019-01-01,06:21,08:22,12:16,14:09,16:02,17:33\n"),
            ("adhan.wav", "RIFF\0\0\0\0WAVEfmt "), ("adhan.mp3", "<html>Not found</html>"),
        ] {
            try directory.write(Array(text.utf8), to: name)
        }
        try directory.write([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], to: "times.xls")
        try directory.write([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], to: "photo.jpg")
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: false,
            environment: ["HOME": directory.path, "XDG_CONFIG_HOME": directory.path]
        )
        let box = try SetupBox(
            locations,
            folders: [],
            timezone: "Europe/London",
            hasDisplay: true,
            servesDisplay: false,
            DocumentReader()
        )
        source = try ConfigSource(reading: directory.file("config.toml"))
        plan = try SetupPlan(box, source)
    }

    /// The sentence for an answer, with the names of the folder's files alone.
    private func answer(_ topic: String, _ typed: String) throws -> String {
        let words: String
        if let topic = SetupTopic(rawValue: topic) {
            var plan = plan
            let name = directory.file(typed)
            let isFile = access(name, F_OK) == 0
            do throws(SetupRefusal) {
                try plan.answer(topic, isFile ? name : typed)
                words = "taken"
            } catch {
                words = error.description
            }
            // A refused answer changes nothing.
            #expect(try plan.revision().texts.main == self.plan.revision().texts.main, "\(topic) \(typed)")
        } else {
            let parts = typed.split(separator: " ", maxSplits: 1).map(String.init)
            let input = ConfigInput(key: parts.first ?? "", text: parts.dropFirst().first ?? "")
            do {
                let faults = try ConfigRevision.revise(source, [input], plan.box.locations).faults
                words = faults.map(\.sentence).joined(separator: " ")
            } catch let fault as ConfigFault {
                words = fault.sentence
            }
        }
        return words.replacing(directory.path + "/", with: "").replacing("\n", with: " ")
    }

    private static let rows = MistakeRow.rows { !$0.hasPrefix("panel: ") && !["adhand", "mute"].contains($0) }

    @Test func `each mistake gets its sentence`() throws {
        #expect(Self.rows.count >= 60)
        for row in Self.rows {
            let found = try answer(row.place, row.typed)
            #expect(found == row.answer, "| \(row.place) | `\(row.typed)` | \(found) |")
        }
    }
}
