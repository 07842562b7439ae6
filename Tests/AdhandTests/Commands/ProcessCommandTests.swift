import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Glibc
import Testing

/// How `adhand` gives a command to the executable that runs it.
@Suite struct ProcessCommandTests {
    @Test func `a long command line arrives whole`() throws {
        let directory = try TestDirectory()
        let config = try Binary.config("[mirror]\nbucket = \"b\"\nregion = \"r\"\n", in: directory)
        // More than Linux allows in one argument. A piece may end within a character.
        let files = (0..<400).map { "\($0)-" + String(repeating: "e\u{301}👨‍👩‍👧\r\n\"\\", count: 20) }
        let command = ProcessCommand.publish(
            BoxOptions(config: config, resources: Binary.root + "/Resources"),
            .init(files: files, folder: "", mirror: "main", isTimetable: false, isTrial: true)
        )
        let words = try command.program().words
        #expect(words.reduce(0) { $0 + $1.utf8.count } > 200_000)
        #expect(words.allSatisfy { $0.utf8.count < 128 << 10 })
        let arrived: ProcessCommand = try JSONText.decode(from: words.flatMap { Array($0.utf8) })
        guard case .publish(_, let publication) = arrived else {
            Issue.record("\(arrived)")
            return
        }
        #expect(publication.files == files)
        // The process reads all of it before it says which mirror it lacks.
        let outcome = try Binary.run(
            ["publish", "--dry-run", "--mirror", "other", "--config", config] + files,
            in: directory
        )
        #expect(outcome.code == EX_CONFIG, "\(outcome.text.prefix(2000))")
        #expect(outcome.errors.contains("the config names no mirror 'other'"), "\(outcome.text.prefix(2000))")
    }
}
