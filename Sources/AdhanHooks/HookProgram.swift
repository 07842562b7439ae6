import AdhanCore
import Foundation
import Glibc

/// A program as the config names it.
package enum HookProgram {
    private static let usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// What every hook has of our own environment.
    package static var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        return ["PATH": own["PATH"] ?? usualPath, "LANG": own["LANG"] ?? "C.UTF-8"]
    }

    /// Where it lies: a name without a slash is looked for in PATH; nil where it is not there.
    package static func find(_ name: String) -> String? {
        guard !name.contains("/") else { return name }
        let folders = (environment["PATH"] ?? usualPath).split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !isFolder($0) }
    }

    /// Why it cannot be run; nil where it can.
    package static func problem(_ name: String) -> String? {
        guard let path = find(name) else { return "there is no program '\(name)' in PATH; name it by its whole path" }
        guard access(path, F_OK) == 0 else { return "'\(path)': \(String(cString: strerror(errno)))" }
        guard !isFolder(path) else { return "'\(path)' is a folder, not a program" }
        guard access(path, X_OK) == 0 else {
            return "'\(path)' may not be executed; sudo chmod 755 \(shellWord(path))"
        }
        return problem(ofText: path)
    }

    /// No shell runs a text, so its first line is to say what does.
    private static func problem(ofText path: String) -> String? {
        // What has zeros in it is no text; one that we may not read may be a program all the same.
        guard let start = start(of: path), !start.contains(0) else { return nil }
        let line = start.prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") {
            return "the lines of '\(path)' end as on Windows; sudo sed -i 's/\\r$//' \(shellWord(path))"
        }
        let words = String(decoding: line.dropFirst(2), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard line.starts(with: "#!".utf8), let reader = words.first else {
            return
                "'\(path)' does not say what runs it; its first line is to be #!/bin/sh, or what else it is written for"
        }
        return access(String(reader), X_OK) == 0 ? nil : "'\(path)' is to be run by '\(reader)', which is not there"
    }

    /// As much as the kernel looks at; nil where it may not be read.
    private static func start(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        return count >= 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
