import Foundation
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// The loop's thread must not access a disk, which may hang: `Tests/Shims/paths-on-the-loop.c` ends the process if it does.
@Suite struct LoopThreadTests {
    @Test func `no request and no reload makes the loop's thread access a disk`() throws {
        let directory = try TestDirectory()
        let shim = directory.file("paths-on-the-loop.so")
        let source = Binary.root + "/Tests/Shims/paths-on-the-loop.c"
        try ChildProcess.run(["cc", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
        #expect(mkdir(directory.file("elsewhere"), 0o755) == 0)
        func config(_ name: String) -> String {
            QuietMorning.config.replacing("Morning", with: name) + """
                [audio]
                devices = ["silent"]
                adhan = "elsewhere/../adhan.mp3"
                [timetable]
                file = "elsewhere/../times.csv"
                bundle = "elsewhere/../{year}.json"
                [hooks]
                before = ["/bin/true"]

                """
        }
        let daemon = try RunningDaemon(
            config("Morning"),
            in: directory,
            environment: ["LD_PRELOAD": shim, "ADHAND_LOOP_RUNS": directory.file("runs")]
        )
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        func ask(_ command: ControlRequest.Command) throws {
            let file = command == .play ? directory.file("adhan.mp3") : nil
            let (key, value) = command == .set ? ("volume.fajr", "60") : (nil, nil)
            try client.ask(ControlRequest(command, file: file, key: key, value: value))
        }
        #expect(daemon.says("the ledger is read"), "\(daemon.running.text)")
        try directory.write([], to: "runs")
        for (round, name) in ["Once", "Twice"].enumerated() {
            try daemon.write(config(name) + (round == 0 ? "" : "[ledger]\nfile = \"other.sqlite\"\n"))
            try? ask(.reload)
            #expect(daemon.says("place \(name)"), "\(daemon.running.text)")
            for command in ControlRequest.Command.allCases where command != .reload {
                // Some requests are refused; what counts is that the daemon survives.
                try? ask(command)
                try ask(.status)
            }
        }
        unlink(directory.file("runs"))
        #expect(daemon.stop().code == 0, "\(daemon.running.text)")
        #expect(!daemon.running.text.contains("on the loop's thread"), "\(daemon.running.text)")
    }
}
