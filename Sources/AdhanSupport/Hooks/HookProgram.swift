import AdhanCore
import Glibc

/// A hook's program, as the config names it.
package enum HookProgram {
    private static let usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// The part of our own environment that every hook gets.
    package static var environment: [String: String] {
        let own = Environment.variables
        return ["PATH": own["PATH"] ?? usualPath, "LANG": own["LANG"] ?? "C.UTF-8"]
    }

    /// The program's path. A name without a slash is looked for in PATH; nil where it is not found there.
    package static func find(_ name: String) -> String? {
        guard !name.contains("/") else { return name }
        let folders = (environment["PATH"] ?? usualPath).split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !isFolder($0) }
    }

    /// Why the program cannot be run; nil where it can. It reads the disk.
    package static func problem(_ name: String) -> String? {
        guard let path = find(name) else { return "there is no program '\(name)' in PATH; name it by its whole path" }
        guard access(path, F_OK) == 0 else { return "'\(path)': \(String(cString: strerror(errno)))" }
        guard !isFolder(path) else { return "'\(path)' is a folder, not a program" }
        guard access(path, X_OK) == 0 else {
            return "'\(path)' is not executable; sudo chmod 755 \(shellWord(path))"
        }
        return problem(ofText: path)
    }

    /// No shell runs a script, so its first line must name the interpreter.
    private static func problem(ofText path: String) -> String? {
        // As many bytes as the kernel looks at. A file with zero bytes is no script.
        guard let start = try? BoundedFile.beginning(of: path, limit: 256),  // reason: a program need not be readable
            !start.contains(0)
        else { return nil }
        let line = start.prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") {
            return "the lines of '\(path)' end as on Windows; sudo sed -i 's/\\r$//' \(shellWord(path))"
        }
        let words = String(decoding: line.dropFirst(2), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard line.starts(with: "#!".utf8), let reader = words.first else {
            return
                "'\(path)' does not say what runs it; its first line must name the interpreter, as #!/bin/sh does"
        }
        return access(String(reader), X_OK) == 0
            ? nil : "'\(path)' needs the interpreter '\(reader)', which is not there"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The config's hooks on this box.
extension HooksConfiguration {
    private var commands: [(kind: HookOutcome.Kind, words: [String])] {
        HookOutcome.Kind.allCases.map { ($0, command(of: $0)) }
    }

    /// The program and its arguments; empty for none.
    package func command(of kind: HookOutcome.Kind) -> [String] {
        switch kind {
        case .before: before
        case .after: after
        case .at: at
        }
    }

    /// The paths of the programs that are there.
    package var programs: [String] { commands.compactMap { $0.words.first.flatMap(HookProgram.find) } }

    /// Why hooks cannot run, as far as this user may see. It reads the disk.
    package var problems: [HookOutcome.Kind: String] {
        var problems: [HookOutcome.Kind: String] = [:]
        for (kind, words) in commands {
            guard let program = words.first, let problem = HookProgram.problem(program) else { continue }
            problems[kind] = "[hooks] \(kind.rawValue): \(problem)"
        }
        return problems
    }
}
