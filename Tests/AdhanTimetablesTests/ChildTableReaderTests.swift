import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanTimetables

/// The child process that recognises a table, when it does not do what it should.
@Suite struct ChildTableReaderTests {
    private let calculator: PrayerCalculator

    init() throws { calculator = try .london }

    private var facts: TableFacts { TableFacts(calculator, .local, TableHints(name: "times.csv")) }

    /// A year that no known format reads, since its dates are `01/02/2026`.
    private var table: [UInt8] {
        get throws {
            let days = calculator.days(try CivilDate("2026-01-01")...CivilDate("2026-12-31"))
            let rows = days.map { day in
                let (year, month, number) = day.date.components
                let times = Prayer.allCases.map { calculator.zone.clockText(day[$0]) }
                return (["\(number.padded(to: 2))/\(month.padded(to: 2))/\(year)"] + times).joined(separator: ",")
            }
            return Array((["Date,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha"] + rows).joined(separator: "\n").utf8)
        }
    }

    private func refusal(_ reader: ChildTableReader, _ bytes: [UInt8] = [0x61]) -> TimetableRefusal? {
        #expect(throws: TimetableRefusal.self) { try reader.read(bytes, facts) }
    }

    private func refusal(
        _ script: String,
        _ bytes: [UInt8] = [0x61],
        _ change: (inout ChildTableReader.Limits) -> Void = { _ in }
    ) -> TimetableRefusal? {
        var limits = ChildTableReader.Limits()
        change(&limits)
        return refusal(ChildTableReader("/bin/sh", ["-c", script], limits), bytes)
    }

    /// Open descriptors of this process.
    private var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    @Test func `a known format needs no child, whole or broken`() throws {
        let validator = TimetableValidator(calculator: calculator, reader: ChildTableReader(nil))
        let day = "2026-02-03,05:41,07:36,12:20,14:28,16:54,18:42"
        let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(day)\n"
        let wide = text.utf16.reduce(into: [0xFF, 0xFE] as [UInt8]) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
        for bytes in [Array(text.utf8), wide] { #expect(try validator.read(bytes).dates.count == 1) }
        func refusal(_ text: String) -> TimetableRefusal? {
            #expect(throws: TimetableRefusal.self) { try validator.read(Array(text.utf8)) }
        }
        #expect(refusal("{\"year\": 2026,")?.description.contains("this is not JSON") == true)
        // A document of text, which only looks like JSON.
        for text in ["{\\rtf1 05:41}", "a;b", "Datum;Fajr\n3.2.26;5:41"] { #expect(refusal(text)?.isOfReader == true) }
    }

    @Test func `a program that is missing, or a child that breaks off, is a sentence`() throws {
        let none = refusal(ChildTableReader(nil))
        #expect(none?.isOfReader == true && none?.description.contains("is not installed beside") == true)
        let gone = refusal(ChildTableReader("/nowhere/adhand"))
        let words = "cannot be started: /nowhere/adhand: posix_spawn failed"
        #expect(gone?.isOfReader == true && gone?.description.contains(words) == true)
        // More than the socket holds: whoever writes to a child that has ended gets SIGPIPE, and must not die of it.
        let bytes = [UInt8](repeating: 0x61, count: 4 << 20)
        for (script, words) in [
            ("exit 3", "exit code 3"), ("exec cat >/dev/null", "is not understood"), ("echo '{}'", "exit code 0"),
            ("echo '{\"written\": {}}'", "is not understood"), ("kill -SEGV $$", "broke off (signal 11)"),
            ("kill -KILL $$", "was killed"), ("kill -XCPU $$", "takes more than 30 s"),
        ] {
            let found = refusal(script, bytes)
            #expect(found?.isOfReader == true && found?.description.contains(words) == true, "\(found as Any)")
        }
    }

    @Test func `a child that hangs, or floods its output, is killed with its group, and nothing stays open`() throws {
        let directory = try TestDirectory()
        let open = try descriptors
        let note = "echo $$ >> \(directory.file("pids")); sleep 600 & echo $! >> \(directory.file("pids")); "
        let late = refusal(note + "wait") { $0.patience = .milliseconds(500) }
        #expect(late?.description.contains("not recognised within") == true, "\(late as Any)")
        let closed = refusal(note + "exec cat > /dev/null", [UInt8](repeating: 0x61, count: 1 << 20)) {
            $0.patience = .milliseconds(500)
        }
        #expect(closed?.isOfReader == true, "the other one has the output open")
        let flood = refusal(note + "yes") { $0.answer = 1 << 20 }
        #expect(flood?.description.contains("more than 1 MB") == true, "\(flood as Any)")
        let pids = String(decoding: TestDirectory.bytes(of: directory.file("pids")), as: UTF8.self)
            .split(separator: "\n").compactMap { pid_t($0) }
        #expect(pids.count == 6)
        #expect(eventually { pids.allSatisfy { kill($0, 0) != 0 || Self.isZombie($0) } })
        // Each second one is a child of a child, which init reaps.
        #expect(stride(from: 0, to: pids.count, by: 2).allSatisfy { kill(pids[$0], 0) != 0 })
        #expect(try eventually { try descriptors <= open })
    }

    /// Whether it has ended, and its new parent has not looked yet.
    private static func isZombie(_ process: pid_t) -> Bool {
        String(decoding: TestDirectory.bytes(of: "/proc/\(process)/stat"), as: UTF8.self).contains(") Z ")
    }

    @Test(.enabled(if: Sanitizer.allowsLimits)) func `a child keeps to its limits`() throws {
        var limits = ChildTableReader.Limits()
        limits.memory = 4 << 20
        let path = try Binary.path
        let found = refusal(ChildTableReader(path, ["timetable", "days"], limits), try table)
        #expect(found?.isOfReader == true, "\(found as Any)")
        #expect(found?.description.contains("more than 4 MB of memory") == true, "\(found as Any)")
    }

    @Test func `several reads at once have each their own answer`() async throws {
        let (path, bytes, facts) = (try Binary.path, try table, facts)
        let reader = ChildTableReader(path)
        let found = await withTaskGroup(of: Result<WrittenTimetable, any Error>.self) { group in
            for _ in 0..<6 { group.addTask { Result { try reader.read(bytes, facts) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let days = try found.map { try $0.get() }
        #expect(days.count == 6 && days.allSatisfy { $0 == days[0] && $0.days == 365 })
    }

    @Test func `a child ends with the process that asked`() throws {
        let directory = try TestDirectory()
        let request = TableExchange.Request(parent: 7_654_321, memory: 256 << 20, seconds: 30, facts: facts)
        try directory.write(try JSONText.bytes(of: request) + [0x0A], to: "request")
        let script = """
            '\(try Binary.path)' timetable days < fifo > out & echo $! > pid
            exec 3> fifo; sed s/7654321/$$/ request >&3; exec sleep 600
            """
        #expect(mkfifo(directory.file("fifo"), 0o600) == 0)
        // Held open here, so that no end of the input ends the child.
        let fifo = open(directory.file("fifo"), O_RDWR | O_CLOEXEC)
        defer { close(fifo) }
        let parent = try ChildProcess(["sh", "-c", script], folder: directory.path)
        defer { parent.signal(SIGKILL) }
        func child() -> pid_t? {
            let text = String(decoding: TestDirectory.bytes(of: directory.file("pid")), as: UTF8.self)
            return pid_t(text.trimmingCharacters(in: .newlines))
        }
        // The lowest priority says that it has read the request.
        #expect(
            eventually(within: .seconds(20)) {
                child().map { getpriority(__priority_which_t(0), id_t($0)) == 19 } ?? false
            }
        )
        let process = try #require(child())
        parent.signal(SIGKILL)
        _ = parent.wait()
        #expect(eventually { kill(process, 0) != 0 || Self.isZombie(process) })
        // Another parent than the one that asked.
        let other = try ChildProcess(
            [try Binary.path, "timetable", "days"],
            folder: directory.path,
            input: directory.file("request")
        )
        #expect(other.wait() == 64)
    }
}
