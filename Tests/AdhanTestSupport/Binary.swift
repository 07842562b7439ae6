import Foundation
import Testing

/// Runs the adhand binary of this build as a caretaker would.
package enum Binary {
    package struct Outcome {
        package let code: Int32
        package let output: String
        package let errors: String
        /// Both outputs, for tests that do not care which one contains a sentence.
        package var text: String { output + errors }
    }

    /// A process in progress.
    package struct Running {
        package let process: ChildProcess
        package let output: String
        package let errors: String

        /// Waits for its end, at most a minute.
        package func finish() -> Outcome {
            if !eventually(within: .seconds(60), { process.hasEnded }) { process.signal(SIGKILL) }
            return Outcome(code: process.wait(), output: read(output), errors: read(errors))
        }

        package var text: String { read(output) + read(errors) }

        private func read(_ file: String) -> String { String(decoding: TestDirectory.bytes(of: file), as: UTF8.self) }
    }

    /// The checkout's root, relative to this file.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    package static var path: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(filePath: tests).deletingLastPathComponent().appending(path: "adhand").path
        }
    }

    /// A command that runs another one so that a file's permissions hold for it, also where the tests run as root.
    package static var withoutOverride: [String] {
        let rights = "-dac_override,-dac_read_search"
        return geteuid() == 0 ? ["setpriv", "--inh-caps=\(rights)", "--bounding-set=\(rights)"] : []
    }

    /// Starts it in `directory`, with its own folders there.
    ///
    /// - Parameters:
    ///   - prefix: a command that runs it, for example `["bash", "-c", "ulimit -f 8; exec \"$@\"", "--"]`.
    ///   - name: the name of the files for its output; two processes at once need different ones.
    ///   - resources: the folder with the files that come with adhand.
    package static func start(
        _ arguments: [String],
        in directory: TestDirectory,
        environment: [String: String] = [:],
        prefix: [String] = [],
        output name: String = "adhand",
        resources: String = root + "/Resources"
    ) throws -> Running {
        let (output, errors) = (directory.file("\(name).out"), directory.file("\(name).err"))
        let own = [
            "HOME": directory.path, "STATE_DIRECTORY": directory.file("state"),
            "RUNTIME_DIRECTORY": directory.file("run"), "CACHE_DIRECTORY": directory.file("cache"),
            "CONFIGURATION_DIRECTORY": directory.file("etc"),
            // Otherwise libpulse leaves a folder in /tmp.
            "PULSE_RUNTIME_PATH": directory.file("pulse"),
        ]
        let process = try ChildProcess(
            prefix + [path] + arguments + ["--resources", resources],
            environment: own.merging(environment) { $1 },
            folder: directory.path,
            output: output,
            errors: errors
        )
        return Running(process: process, output: output, errors: errors)
    }

    package static func run(
        _ arguments: [String],
        in directory: TestDirectory,
        environment: [String: String] = [:],
        prefix: [String] = [],
        output name: String = "adhand"
    ) throws -> Outcome {
        try start(arguments, in: directory, environment: environment, prefix: prefix, output: name).finish()
    }

    /// Writes a config into the directory.
    package static func config(_ text: String, in directory: TestDirectory) throws -> String {
        try directory.write(Array(text.utf8), to: "config.toml")
    }
}
