import Foundation
import AdhanSupport
import AdhanTestSupport
import Testing

/// Names and encodings of other programs, and the expected messages.
@Suite struct ForeignConfigTests {
    private let directory: TestDirectory
    private let locations = Locations(resources: "/nowhere", daemon: false, environment: [:])

    init() throws { directory = try TestDirectory() }

    @Test(arguments: [
        (
            "[place]\ntimezone = \"London\"",
            "timezone 'London': that is not the full name of a place's zone; did you mean \"Europe/London\"?"
        ),
        ("[place]\ntimezone = \"europe/london\"", "did you mean \"Europe/London\"?"),
        ("[calculation]\nmethod = \"ISNA\"", "; did you mean 'isna'?"),
        ("[calculation]\nmethod = \"North America\"", "; did you mean 'isna'?"),
        ("[calculation]\nmethod = \"Umm_al_Qura\"", "; did you mean 'umm-al-qura'?"),
        ("[calculation]\nmethod = \"Diyanet\"", "; did you mean 'turkey'?"),
        ("[calculation]\nhigh_latitude = \"Middle of Night\"", "; did you mean 'middle-of-night'?"),
    ])
    func `a foreign name gets the name to use here as a hint`(text: String, hint: String) throws {
        let file = try Binary.config(text, in: directory)
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func `a config in UTF-16 is reported as such, with what to do, and a timetable in UTF-16 is read`(
        encoding: String.Encoding
    ) throws {
        let words = ": this is UTF-16, which Notepad and Excel call \"Unicode\"; save the file as UTF-8"
        let bytes = try #require("[place]\nname = \"the mosque\"\n".data(using: encoding))
        let file = try directory.write(Array(bytes), to: "config.toml")
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        #expect(error?.description == file + words)
        let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2099-12-31,06:00,08:00,12:10,14:00,16:00,18:00\n"
        let table = try #require(text.data(using: encoding))
        let path = try directory.write(Array(table), to: "t.csv")
        let check = try Binary.run(["timetable", "check", path], in: directory)
        #expect(check.output.contains("line 2, 2099-01-01: the 364 days from here"), "\(check.text)")
    }
}
