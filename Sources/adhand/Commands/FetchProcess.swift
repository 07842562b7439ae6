import AdhanSupport
import AdhanCore
import AdhanCaller
import AdhanTimetables
import Glibc

/// A timetable on the network. Each question starts a process.
struct FetchProcess: RemoteTimetable {
    let origin: RemoteOrigin
    let options: BoxOptions

    /// How long the process may take beyond the question's patience.
    private static let margin: Duration = .seconds(5)
    /// In bytes. The outcome is a line before the payload.
    private static let sizeLimit = TimetableFile.sizeLimit + (64 << 10)

    /// - Parameter options: those of the command, which go to the process.
    static func network(_ options: BoxOptions) -> Network { { FetchProcess(origin: $0, options: options) } }

    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        let question = FetchQuestion(1, period, of: origin, known: known, patience: patience)
        let bytes: [UInt8]
        do {
            bytes = try run(question)
        } catch {
            throw fault("\(error)")
        }
        guard let end = bytes.firstIndex(of: ControlLine.newline) else {
            throw fault("its process has not answered")
        }
        let outcome: FetchOutcome
        do { outcome = try JSONText.decode(from: Array(bytes[..<end])) } catch { throw fault("\(error)") }
        return try outcome.answer { () throws(FetchFault) in Array(bytes[(end + 1)...]) }
    }

    private func fault(_ words: String) -> FetchFault { FetchFault(.here, "\(origin.source.rawValue): \(words)") }

    private func run(_ question: FetchQuestion) throws -> [UInt8] {
        let (path, words) = try ProcessCommand.fetch(options, parent: getpid()).program()
        let input = try ControlLine.encode(question)
        let child = try AnsweringChild(path, words, input: input, errors: STDERR_FILENO)
        return child.finish(within: question.patience.total + Self.margin, limit: Self.sizeLimit).output
    }
}
