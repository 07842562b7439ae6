import Foundation
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// Input nested so deep that a recursive parser would overflow the stack.
@Suite struct DeepConfigTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private static func key(_ parts: Int, _ part: String = "a") -> String {
        Array(repeating: part, count: parts).joined(separator: ".")
    }

    private static func nested(_ open: String, _ depth: Int, _ close: String) -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }

    private static let tooManyParts = ": a key has more than 16 parts between dots; no key of adhand has more "
    private static let tooManyBrackets = ": more than 16 brackets are open; close them, "

    /// KEY stands for a key of 100,000 parts.
    @Test(arguments: [
        ("KEY = 1", 2), ("[KEY]", 2), ("[[KEY]]", 2), ("x = {KEY = 1}", 2), ("x = {y = '''z''''', KEY = 1}", 2),
        ("x = {y = \"\"\"\"\"\"\", KEY = 1}", 2), ("x = '''\n''\n'''\nKEY = 1", 5),
        ("x = \"\"\"\n\\\"\\\"\\\"\\\\\n\"\"\"\nKEY = 1", 5),
    ])
    func `a key of too many parts is refused by file and line`(text: String, line: Int) throws {
        for part in ["a", "'a'", "\"\\\"\"", " a\t"] {
            let bytes = Array("# a comment [[[ ' \"\n\(text.replacing("KEY", with: Self.key(100_000, part)))\n".utf8)
            let file = try directory.write(bytes, to: "config.toml")
            let error = #expect(throws: ConfigError.self) { try Configuration.load(file, Locations(for: directory)) }
            let description = try #require(error?.description)
            #expect(description.hasPrefix("\(file):\(line)\(Self.tooManyParts)"), "\(description.prefix(300))")
        }
    }

    @Test(arguments: [("[", "]", 2), ("{a = ", "}", 2), ("[{a = ", "}]", 2), ("[\n", "]", 18)])
    func `a value of too many brackets is refused by file and line`(open: String, close: String, line: Int) throws {
        let file = try Binary.config("\nx = \(Self.nested(open, 100_000, close))\n", in: directory)
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, Locations(for: directory)) }
        let description = try #require(error?.description)
        #expect(description.hasPrefix("\(file):\(line)\(Self.tooManyBrackets)"), "\(description.prefix(300))")
    }

    @Test func `the deepest input within the limit is parsed, and refused for its content`() throws {
        // As deep in keys as in values, each of them at the limit; the header's brackets are closed.
        let inner = Self.nested("{\(Self.key(16)) = ", 16, "}")
        let text = "[\(Self.key(16))]\n\(Self.key(16, "b")) = \(inner)\n"
        let file = try Binary.config(text, in: directory)
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, Locations(for: directory)) }
        #expect(error?.description.hasPrefix("\(file):1: unknown key 'a'; known are ") == true)
    }

    @Test func `dots and brackets in strings, comments and lists are no depth`() throws {
        let dots = String(repeating: ".[{", count: 100)
        let text = """
            # \(dots)
            [place] # \(dots)
            name = "\\"\(dots)"
            [audio]
            adhan = '\(dots)'
            adhan_fajr = \"""
            \(dots)
            \"" \\\""" \(dots)\"""\""
            [calculation]
            rounding = [\(Array(repeating: "1.5", count: 100).joined(separator: ", "))]
            """
        let file = try Binary.config(text, in: directory)
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, Locations(for: directory)) }
        let description = try #require(error?.description)
        #expect(
            description.hasPrefix("\(file):10: rounding is the list [1.5, 1.5, 1.5, 1.5, …], but it has to be "),
            "\(description)"
        )
        #expect(error?.faults.count == 1)
    }

    @Test func `check-config exits with 78, for a file of conf d too`() throws {
        _ = try Binary.config("# defaults\n", in: directory)
        mkdir(directory.file("conf.d"), 0o700)
        let deep = try directory.write(Array("\(Self.key(100_000)) = 1".utf8), to: "conf.d/deep.toml")
        let box = ["CONFIGURATION_DIRECTORY": directory.path]
        let outcome = try Binary.run(["check-config"], in: directory, environment: box)
        #expect(outcome.code == EX_CONFIG, "\(outcome.text.prefix(300))")
        #expect(outcome.text.contains("\(deep):1\(Self.tooManyParts)"), "\(outcome.text.prefix(300))")
    }

    @Test func `a running daemon survives a reload of one, and keeps its config`() throws {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        try daemon.write(QuietMorning.config + "\(Self.key(100_000)) = 1\n")
        daemon.running.process.signal(SIGHUP)
        #expect(daemon.says(Self.tooManyParts), "\(daemon.running.text.suffix(600))")
        try ControlClient(path: directory.file("run/adhand.sock")).ask(.init(.status))
        #expect(daemon.stop().code == 0)
    }

    @Test func `JSON nested as deep is refused, and the reader survives`() throws {
        let text = Self.nested("[", 100_000, "]")
        let mute = MuteStore(file: try directory.write(Array(text.utf8.prefix(4096)), to: "mute.json"))
        #expect(throws: FileFault.self) { try mute.load() }
        let mark = HookMark(file: try directory.write(Array(text.utf8.prefix(1 << 16)), to: "hook.json"))
        #expect(throws: (any Error).self) { try mark.load() }
        #expect(throws: ControlRefusal.self) { try ControlRequest(line: Array(text.utf8)) }
        let object = Self.nested("{\"command\":", 100_000, "}")
        #expect(throws: ControlRefusal.self) { try ControlRequest(line: Array(object.utf8)) }
    }
}

/// Each allocation of the C++ parsers fails in turn, by `Tests/Shims/no-memory.cpp`: an uncaught exception would end the process.
@Suite struct NoMemoryTests {
    @Test(arguments: [
        (["check-config"], "[place]\nname = \"a place of a long name\"\n[audio]\ndevices = [\"default\"]\n", EX_CONFIG),
        (["check-config"], "[place]\nname = no text\n", EX_CONFIG),
        (["timetable", "check"], "[{\"a name that is long enough\": [1, true, null]}]", EX_DATAERR),
        (["timetable", "check"], "[{\"a name that is long enough\": [1, tru", EX_DATAERR),
    ])
    func `a parser without memory reports it, and no exception reaches Swift`(
        command: [String],
        text: String,
        code: Int32
    ) throws {
        let directory = try TestDirectory()
        let shim = directory.file("no-memory.so")
        let source = Binary.root + "/Tests/Shims/no-memory.cpp"
        try ChildProcess.run(["c++", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
        let file = try directory.write(Array(text.utf8), to: "input")
        var (said, last) = (0, 0)
        for failing in 1...200 {
            let environment = ["LD_PRELOAD": shim, "FAILING_AFTER": file, "FAILING_NEW": "\(failing)"]
            let outcome = try Binary.run(command + [file], in: directory, environment: environment)
            guard outcome.text.contains("there is not enough memory to read it") else {
                // Later allocations are not those of a parser.
                #expect([0, code].contains(outcome.code), "\(failing): \(outcome.text)")
                last = failing
                break
            }
            #expect(outcome.code == code, "\(failing): \(outcome.text)")
            said += 1
        }
        #expect(said > 0 && last > said, "\(said) \(last)")
    }
}

extension Locations {
    fileprivate init(for directory: TestDirectory) {
        self.init(resources: "/resources", daemon: true, environment: ["HOME": directory.path])
    }
}
