import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// A daemon that is started with closed standard streams, as some supervisors do.
@Suite struct StandardStreamsTests {
    @Test(arguments: ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
    func `a closed one is /dev/null, and no other file gets its number`(closed: String) throws {
        let directory = try TestDirectory()
        let config = try Binary.config(QuietMorning.config, in: directory)
        let running = try Binary.start(
            ["run", "--config", config],
            in: directory,
            prefix: ["sh", "-c", "exec \"$@\" \(closed)", "--"]
        )
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        #expect(eventually { (try? client.ask(.init(.status))) != nil }, "\(running.text)")
        for descriptor in 0...2 {
            let link = "/proc/\(running.process.pid)/fd/\(descriptor)"
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
            #expect(target == "/dev/null" || target.hasPrefix(directory.path), "\(descriptor): \(target)")
            if closed.contains("\(descriptor)") { #expect(target == "/dev/null") }
        }
        running.process.signal(SIGTERM)
        #expect(running.finish().code == 0)
    }

    /// Its threads run until the process has ended, so C libraries must not free at exit what these still use.
    @Test func `the daemon ends without running exit handlers and destructors`() throws {
        let directory = try TestDirectory()
        let (source, shim) = (directory.file("at-exit.c"), directory.file("at-exit.so"))
        let text =
            "#include <stdlib.h>\n__attribute__((destructor)) static void orderly(void) { if (getenv(\"AT_EXIT\")) abort(); }\n"
        try directory.write(Array(text.utf8), to: "at-exit.c")
        try ChildProcess.run(["cc", "-shared", "-fPIC", "-o", shim, source])
        let config = try Binary.config(QuietMorning.config, in: directory)
        let running = try Binary.start(
            ["run", "--config", config],
            in: directory,
            environment: ["LD_PRELOAD": shim, "AT_EXIT": "1"]
        )
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        #expect(eventually { (try? client.ask(.init(.status))) != nil }, "\(running.text)")
        running.process.signal(SIGTERM)
        #expect(running.finish().code == 0)
    }
}
