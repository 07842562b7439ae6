import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The mosque's file is lost while the box is off.
@Suite(.serialized) struct KeptTimetableRestartTests {
    @Test func `after a power cut without the mosque's file its times are called, and the loss is said`() throws {
        let directory = try TestDirectory()
        let day = try DayAtNoon(dhuhrIn: 1800)
        try day.write(in: directory)
        let first = try RunningDaemon(day.config(), in: directory)
        let wanted = try first.command("times", "--config", first.config).output
        #expect(wanted.contains("file"), "\(wanted)")
        let kept = directory.file("state/timetable.json")
        #expect(eventually { FileManager.default.fileExists(atPath: kept) }, "\(first.running.text)")
        first.running.process.signal(SIGKILL)
        first.running.process.wait()

        try FileManager.default.removeItem(atPath: directory.file("timetable.json"))
        let second = try RunningDaemon(nil, in: directory)
        let sentence = "its last usable version is used, which is kept since "
        #expect(second.says(sentence), "\(second.running.text)")
        let report = try second.report()
        let problem = try #require(report.problems.first { $0.what.contains("timetable.json") })
        #expect(problem.what.contains(sentence) && problem.advice.hasPrefix("put the timetable there"), "\(problem)")
        #expect(report.sources.first { $0.name == "file" }?.state == "faulty")
        // A command reads the same folder.
        let times = try second.command("times", "--config", second.config)
        #expect(times.output == wanted && times.errors.contains(sentence), "\(times.text)")
        let check = try second.command(
            "timetable",
            "check",
            directory.file("timetable.json"),
            "--config",
            second.config
        )
        #expect(check.code == EX_NOINPUT && check.errors.contains("this is about the file alone"), "\(check.text)")
        let config = try second.command("check-config", second.config)
        #expect(config.text.contains(sentence), "\(config.text)")
        second.stop()
    }

    /// The times of the coming days as a mosque's own table, which no known format reads.
    private func table(_ directory: TestDirectory) throws -> String {
        let config = try Binary.config(QuietMorning.config, in: directory)
        let times = try Binary.run(["times", "--days", "60", "--format", "csv", "--config", config], in: directory)
        return times.output.replacing(#/(?m)^(\d{4})-(\d\d)-(\d\d)/#) { "\($0.3)/\($0.2)/\($0.1)" }
    }

    @Test func `a table is recognised by a child, and a start without the child has its days`() throws {
        let directory = try TestDirectory()
        try directory.write(Array(try table(directory).utf8), to: "table.csv")
        let first = try RunningDaemon(QuietMorning.config + "[timetable]\nfile = \"table.csv\"\n", in: directory)
        let kept = directory.file("state/timetable.json")
        // The child has the lowest priority, and 90 s.
        let isKept = eventually(within: .seconds(120)) {
            String(decoding: TestDirectory.bytes(of: kept), as: UTF8.self).contains("\"days\"")
        }
        #expect(isKept, "\(first.running.text)")
        #expect(try first.report().sources.first { $0.name == "file" }?.state == "ok")
        first.running.process.signal(SIGKILL)
        first.running.process.wait()

        // A program of another name, which finds no adhand beside it.
        let caller = directory.file("caller")
        try FileManager.default.copyItem(atPath: "\(try Binary.path)-caller", toPath: caller)
        let options = BoxOptions(config: directory.file("config.toml"), resources: Binary.root + "/Resources")
        let command = try JSONText.encode(
            ProcessCommand.run(options, rehearse: false, isService: false),
            isPretty: false
        )
        // The same command as `adhand run` gives.
        let prefix = ["bash", "-c", "exec '\(caller)' '\(command)'", "--"]
        // The same bytes need no child.
        let second = try RunningDaemon(nil, in: directory, prefix: prefix)
        let report = try second.report()
        #expect(report.sources.first { $0.name == "file" }?.state == "ok" && report.next?.source == "file")
        #expect(!report.problems.contains { $0.what.contains("table.csv") }, "\(report.problems)")
        second.running.process.signal(SIGKILL)
        second.running.process.wait()

        // Other bytes do, and their days are used all the same.
        try directory.write(TestDirectory.bytes(of: directory.file("table.csv")) + [0x0A], to: "table.csv")
        let third = try RunningDaemon(nil, in: directory, prefix: prefix)
        let found = try third.report()
        #expect(found.next?.source == "file" && found.next?.at == report.next?.at, "\(third.running.text)")
        let problem = try #require(found.problems.first { $0.what.contains("table.csv") })
        let words = "install adhand again: sudo make install; its last usable version is used, which is kept since "
        #expect(problem.what.contains(words), "\(problem)")
        #expect(problem.advice.hasSuffix("at once with: adhand refresh"), "\(problem)")
        third.stop()
    }
}
