import Foundation
import Glibc

/// A program as the config names it.
enum HookProgram {
    private static let usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// What every hook has of our own environment.
    static var environment: [String: String] {
        let own = ProcessInfo.processInfo.environment
        return ["PATH": own["PATH"] ?? usualPath, "LANG": own["LANG"] ?? "C.UTF-8"]
    }

    /// Where it lies: a name without a slash is looked for in PATH; nil where it is not there.
    static func find(_ name: String) -> String? {
        guard !name.contains("/") else { return name }
        let folders = (environment["PATH"] ?? usualPath).split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 && !isFolder($0) }
    }

    /// Why it cannot be run; nil where it can.
    static func problem(_ name: String) -> String? {
        guard let path = find(name) else { return "there is no program '\(name)' in PATH; name it by its whole path" }
        guard access(path, F_OK) == 0 else { return "'\(path)': \(String(cString: strerror(errno)))" }
        guard !isFolder(path) else { return "'\(path)' is a folder, not a program" }
        return access(path, X_OK) == 0 ? nil : "'\(path)' may not be executed; sudo chmod 755 \(shellWord(path))"
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
