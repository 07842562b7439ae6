import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@testable import adhand_notify

/// Programs that are told.
struct ProgramReceiverTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func receiver(_ script: String, limit: Duration = .seconds(20)) throws -> ProgramReceiver {
        let file = try directory.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "tell")
        chmod(file, 0o755)
        return ProgramReceiver(file, .sample(.german), supervisor: try Self.supervisor, limit: limit)
    }

    private static var supervisor: String { get throws { PathName.folder(of: try Binary.path) + "/adhand-notify" } }

    @Test func `a program has the message in its environment`() throws {
        let output = directory.file("said")
        let words = "$ADHAN_KEY|$ADHAN_KIND|$ADHAN_SEVERITY|$ADHAN_TITLE|$ADHAN_TEXT|$ADHAN_FAULT|$ADHAN_FAULT_PHASE"
        let program = try receiver("echo \"\(words)|$ADHAN_DUE|$ADHAN_OCCASION|${HOME-none}\" >>\(output)")
        #expect(program.deliver(.sample("1")) == .done)
        var message = Message.fault("2", .critical)
        message.words = "The \u{0}disk; $(touch \(directory.file("not-me")))"
        #expect(program.deliver(message) == .done)
        let said = String(decoding: TestDirectory.bytes(of: output), as: UTF8.self)
        let lines = said.split(separator: "\n").map(String.init)
        #expect(
            lines.first == "1|adhan|info|Es ist Zeit für das Fadschr-Gebet|05:48|||1795240080|adhan-fajr|none",
            "\(said)"
        )
        #expect(said.contains("2|fault|critical|Das Adhan-System hat eine Störung|The \\u{0}disk; $(touch "), "\(said)")
        #expect(access(directory.file("not-me"), F_OK) != 0)
    }

    @Test func `a program that fails, hangs or is missing is run again`() throws {
        #expect(
            try receiver("echo token hunter2; exit 3").deliver(.sample("1"))
                == .again(after: .zero, reason: "it exited with code 3")
        )
        let hanging = try receiver("sleep 1000", limit: .milliseconds(300)).deliver(.sample("1"))
        guard case .again(_, let reason) = hanging else { return #expect(Bool(false)) }
        #expect(reason.hasPrefix("it had not ended after"), "\(reason)")
        let absent = ProgramReceiver(directory.file("none"), .sample(), supervisor: try Self.supervisor)
        let missing = absent.deliver(.sample("1"))
        guard case .again(_, let why) = missing else { return #expect(Bool(false)) }
        #expect(why.contains("No such file"), "\(why)")
    }
}
