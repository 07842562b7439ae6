import AdhanCommandLine
import AdhanControl
import AdhanCore
import AdhanDaemon
import AdhanSystem
import AdhanTimetables
import Glibc

/// A timetable on the network that a process of its own asks, a question a process.
struct FetchProcess: RemoteTimetable {
    let origin: RemoteOrigin
    /// For the process.
    let options: [String]

    /// How long the process may take beyond the question's patience.
    private static let margin: Duration = .seconds(5)
    /// In bytes. The outcome is a line before the payload.
    private static let sizeLimit = TimetableFile.sizeLimit + (64 << 10)

    /// - Parameter options: those of the command, which go to the process.
    static func network(_ options: CommonOptions) -> Network {
        let words = options.words
        return { FetchProcess(origin: $0, options: words) }
    }

    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let question = FetchQuestion(1, period, of: origin, known: known, patience: patience)
        let bytes: [UInt8]
        do {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            bytes = try run(question, in: folder.path)
        } catch {
            throw fault("\(error)")
        }
        guard let end = bytes.firstIndex(of: ControlLine.newline) else {
            throw fault("its process has not answered")
        }
        let outcome: FetchOutcome
        do { outcome = try ControlLine.decode(Array(bytes[..<end])) } catch { throw fault("\(error)") }
        return try outcome.answer { () throws(FetchFault) in Array(bytes[(end + 1)...]) }
    }

    private func fault(_ words: String) -> FetchFault { FetchFault(.here, "\(origin.source.rawValue): \(words)") }

    private func run(_ question: FetchQuestion, in folder: String) throws -> [UInt8] {
        let (asked, answered) = ("\(folder)/question", "\(folder)/answer")
        try AtomicFile.replace(asked, with: try ControlLine.encode(question), mode: 0o600)
        let input = open(asked, O_RDONLY | O_CLOEXEC)
        let output = open(answered, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(input)
            close(output)
        }
        guard input >= 0, output >= 0 else { throw SystemFault("opening a file in \(folder)", errno) }
        let path = try OwnedCommand.fetch.path()
        let words = [path, OwnedCommand.fetch.rawValue, "--parent", "\(getpid())"] + options
        let process: pid_t
        do {
            process = try ProgramStart.run(path, words, descriptors: [input, output, STDERR_FILENO])
        } catch {
            throw SystemFault("running \(path)", error.code)
        }
        let hasEnded = TimeLimit.run(question.patience.total + Self.margin, on: path) {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return true
        }
        if hasEnded == nil { kill(-process, SIGKILL) }
        return try BoundedFile.read(answered, limit: Self.sizeLimit)
    }
}
