import AdhanTestSupport
import Testing

@testable import AdhanConfig

/// Plausible mistakes, and the hints that they get.
@Suite struct ConfigHintTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func fault(_ text: String) throws -> String {
        let file = try directory.write(Array(text.utf8), to: "config.toml")
        let locations = Locations(resources: "/resources", daemon: true, environment: ["STATE_DIRECTORY": "/state"])
        do {
            _ = try Configuration.load(file, locations)
            return "none"
        } catch {
            return "\(error)".replacing(file, with: "F")
        }
    }

    @Test(arguments: [
        ("", "F:2: file is empty; leave the line out for the default"),
        ("/etc", "F:2: file = \"/etc\" is a folder; name a file in it: \"/etc/ledger.sqlite\""),
        ("/nowhere/", "F:2: file = \"/nowhere/\" is a folder; name a file in it: \"/nowhere/ledger.sqlite\""),
        ("/dev/null", "F:2: file = \"/dev/null\" is a device, a pipe or a socket; name a file on a disk"),
        ("/nowhere/ledger.sqlite", "none"),
    ])
    func `a ledger path that cannot be a file is refused with its line`(file: String, sentence: String) throws {
        #expect(try fault("[ledger]\nfile = \"\(file)\"\n") == sentence)
    }

    @Test func `a text without quotes, and a school instead of a method, get a hint`() throws {
        let unquoted = try fault("[place]\ntimezone = Europe/London\n")
        #expect(
            unquoted.hasPrefix("F:2: ") && unquoted.hasSuffix("; a text must be in quotes, as in \"Europe/London\"")
        )
        let school = try fault("[calculation]\nmethod = \"hanafi\"\n")
        #expect(school.hasSuffix("; that is a school; write it on its own line: madhab = \"hanafi\""), "\(school)")
    }
}
