import Glibc
import Synchronization

/// A test's own PulseAudio with a null sink: a sound card in real time, whose output is recorded.
///
/// It works as root and as an ordinary user, without D-Bus and without changing any settings. It is reached
/// - from a subprocess through `environment` (HOME contains an `.asoundrc` in which `default` is this server);
/// - from this process with `device` as the name of an ALSA device.
package final class PulseServer: Sendable {
    package let directory: TestDirectory
    /// The ALSA name of the sink, for this process.
    package let device: String
    private let process: Mutex<ChildProcess?>

    /// The rate and channels of the sink and of its recordings.
    package static let rate = 44_100
    package static let channels = 2

    /// - Parameter running: false for a card that appears later; then call `start`.
    /// - Throws: `ChildProcess.Failure`, with its log, if it does not start.
    package init(running: Bool = true) throws {
        directory = try TestDirectory()
        process = Mutex(nil)
        let definition = Self.definition(in: directory)
        device = try ALSAConfiguration.add { "pcm.\($0) \(definition)\nctl.\($0) \(definition)\n" }
        try directory.write(
            Array(
                "pcm.!default \(Self.definition(in: directory))\nctl.!default \(Self.definition(in: directory))\n".utf8
            ),
            to: ".asoundrc"
        )
        if running { try start() }
    }

    deinit {
        kill()
    }

    /// For a subprocess that plays on this server as its `default`.
    package var environment: [String: String] {
        ["HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "PULSE_SERVER": server]
    }

    private var server: String { "unix:\(directory.path)/native" }
    /// The socket it listens on; `native` becomes a link to it when others may find it.
    private var socket: String { directory.file("socket") }
    private var tools: [String: String] { environment.merging(["PULSE_SERVER": "unix:\(socket)"]) { _, own in own } }

    private static func definition(in directory: TestDirectory) -> String {
        "{ type pulse server \"unix:\(directory.path)/native\" device speaker }"
    }

    /// Starts the server and returns when it answers.
    ///
    /// - Parameter prepare: runs before others can find the server.
    package func start(prepare: () throws -> Void = {}) throws {
        // Left by a killed server.
        unlink(directory.file("native"))
        unlink(socket)
        let started = try ChildProcess(
            [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=120", "--use-pid-file=no", "--disable-shm=yes",
                "-L", "module-null-sink sink_name=speaker rate=\(Self.rate) channels=\(Self.channels)",
                "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
            ],
            environment: environment,
            errors: directory.file("pulseaudio.log")
        )
        process.withLock { $0 = started }
        let answers = eventually {
            started.hasEnded || (try? ChildProcess(["pactl", "info"], environment: tools).wait()) == 0
        }
        guard answers, !started.hasEnded else {
            let log = String(decoding: TestDirectory.bytes(of: directory.file("pulseaudio.log")), as: UTF8.self)
            throw ChildProcess.Failure(description: "pulseaudio does not start: \(log)")
        }
        try prepare()
        guard symlink(socket, directory.file("native")) == 0 else {
            throw ChildProcess.Failure(description: "\(directory.file("native")): error \(errno)")
        }
    }

    /// `kill -STOP`: it answers nobody.
    package func freeze() { process.withLock { $0?.signal(SIGSTOP) } }
    /// `kill -CONT`.
    package func thaw() { process.withLock { $0?.signal(SIGCONT) } }

    /// `kill -KILL`, as if the card were unplugged. `start` plugs it in again.
    package func kill() {
        process.withLock { process in
            process?.signal(SIGKILL)
            process?.wait()
            process = nil
        }
    }

    /// Starts a recording and returns when samples arrive.
    package func record() throws -> PulseRecording {
        let path = directory.file("recording-\(UInt32.random(in: 0...UInt32.max)).raw")
        let recorder = try ChildProcess(
            [
                "timeout", "--foreground", "300", "parec", "-d", "speaker.monitor", "--latency-msec=5", "--raw",
                "--format=s16le", "--rate=\(Self.rate)", "--channels=\(Self.channels)",
            ],
            environment: tools,
            output: path
        )
        guard eventually({ TestDirectory.size(of: path) > 0 }) else {
            throw ChildProcess.Failure(description: "parec records nothing")
        }
        return PulseRecording(path: path, process: recorder)
    }
}

/// This process' ALSA configuration, to which each server adds a device.
enum ALSAConfiguration {
    private struct State {
        var directory: TestDirectory?
        var text = "</usr/share/alsa/alsa.conf>\n"
        var count = 0
    }

    private static let state = Mutex(State())

    /// - Parameter lines: returns the configuration of the device with that name.
    /// - Returns: the name of the new device.
    static func add(_ lines: (String) -> String) throws -> String {
        try state.withLock { state in
            if state.directory == nil {
                let directory = try TestDirectory()
                // Once, before the first use of ALSA. The file is read at each opening; the variables never change.
                setenv("ALSA_CONFIG_PATH", directory.file("alsa.conf"), 1)
                // Otherwise PulseAudio's client writes into the user's home and links from there to a folder in TMPDIR.
                setenv("PULSE_RUNTIME_PATH", directory.file("pulse"), 1)
                setenv("PULSE_COOKIE", directory.file("cookie"), 1)
                state.directory = directory
            }
            state.count += 1
            let name = "adhan_test_\(state.count)"
            state.text += lines(name)
            // Replaced atomically: another test may be opening a device now.
            guard let directory = state.directory else { return name }
            let written = try directory.write(Array(state.text.utf8), to: "alsa.conf.new")
            guard rename(written, directory.file("alsa.conf")) == 0 else {
                throw ChildProcess.Failure(description: "alsa.conf: error \(errno)")
            }
            return name
        }
    }
}
