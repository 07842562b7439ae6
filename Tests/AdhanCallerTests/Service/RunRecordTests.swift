import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// How a start knows that the box had lost its power.
@Suite struct RunRecordTests {
    private let directory: TestDirectory
    private let record: RunRecord

    init() throws {
        directory = try TestDirectory()
        for folder in ["state", "run"] {
            try FileManager.default.createDirectory(atPath: directory.file(folder), withIntermediateDirectories: true)
        }
        record = RunRecord(state: directory.file("state"), runtime: directory.file("run"))
    }

    private func reboot() throws { try FileManager.default.removeItem(atPath: directory.file("run/boot.json")) }

    @Test func `a shutdown, a crash of the daemon and a stop are no power cut`() throws {
        #expect(try record.begin() == nil)
        try record.end()
        try reboot()
        #expect(try record.begin() == nil)
        // Killed, and started again.
        #expect(try record.begin() == nil)
        try record.end()
        try reboot()
        // A boot without a daemon, and its power cut.
        #expect(try record.begin() == nil)
    }

    @Test func `each power cut has its number, which the boot keeps`() throws {
        #expect(try record.begin() == nil)
        try reboot()
        #expect(try record.begin()?.number == 1)
        #expect(try record.begin()?.number == 1)
        try record.end()
        #expect(try record.begin()?.number == 1)
        try reboot()
        #expect(try record.begin()?.number == 2)
        try record.end()
        try reboot()
        #expect(try record.begin() == nil)
    }

    @Test(arguments: [Int.max, Int.min, -1]) func `a number that nobody wrote stops nothing`(_ cuts: Int) throws {
        try directory.write(Array("{\"isRunning\": true, \"cuts\": \(cuts)}".utf8), to: "state/run.json")
        let number = try #require(try record.begin()?.number)
        #expect((1...1_000_000).contains(number))
    }

    @Test func `a damaged record is replaced, and kept beside the new one`() throws {
        try directory.write(Array("no record".utf8), to: "state/run.json")
        try directory.write(Array("none either".utf8), to: "run/boot.json")
        #expect(try record.begin() == nil)
        try reboot()
        #expect(try record.begin()?.number == 1)
        let kept = TestDirectory.bytes(of: directory.file("state/run.json.damaged"))
        #expect(String(decoding: kept, as: UTF8.self) == "no record")
    }

    @Test func `a disk that refuses is an error`() throws {
        try FileManager.default.removeItem(atPath: directory.file("state"))
        try directory.write([], to: "state")
        #expect(throws: AtomicFile.Fault.self) { try record.begin() }
        #expect(throws: AtomicFile.Fault.self) { try record.end() }
    }
}
