import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanControl

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
}
