import AdhanCore
@testable import AdhanCaller
import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import adhand_sync

/// The way of a question from the daemon to `adhand sync`, and of its answer back.
@Suite struct FetchDeskTests {
    private let directory: TestDirectory
    private let desk: FetchDesk
    private let network: ScriptedTimetable
    private let (present, absent): (CivilDate, CivilDate)

    init() throws {
        directory = try TestDirectory()
        desk = FetchDesk(runtime: directory.path)
        network = ScriptedTimetable(.s3, serving: ["2026": Array("of 2026".utf8)])
        (present, absent) = (try CivilDate("2026-06-01"), try CivilDate("2031-06-01"))
    }

    /// Lets something answer each question at once. Weak: the desk holds what it announces to.
    private func answer(_ desk: FetchDesk, _ body: @escaping @Sendable (FetchDesk, FetchQuestion) -> Void) {
        desk.announce { [weak desk] in
            guard let desk else { return }
            for question in desk.takeQuestions() { body(desk, question) }
        }
    }

    /// Has every question answered at once, as the other process does.
    private func answerAll(_ change: @escaping @Sendable (FetchOutcome) -> FetchOutcome = { $0 }) {
        answer(desk) { [network] desk, question in
            guard let result = [network as any RemoteTimetable].answer(question) else { return }
            if case .success(.fetched(let fetched)) = result {
                try? FileManager.default.createDirectory(atPath: desk.folder, withIntermediateDirectories: true)
                try? Data(fetched.bytes).write(to: URL(filePath: "\(desk.folder)/\(question.number)"))
            }
            _ = desk.answer(change(FetchOutcome(question.number, result)))
        }
    }

    private func fault(_ desk: FetchDesk) throws -> FetchFault {
        let fault = #expect(throws: FetchFault.self) {
            try desk.network(network.origin).fetch(.year(of: present), known: nil, patience: .usual)
        }
        return try #require(fault)
    }

    @Test func `a timetable that another process asks passes the contract tests`() throws {
        answerAll()
        try RemoteTimetableContract(desk.network(network.origin), present: present, absent: absent).check()
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder) == [])
    }

    @Test func `a question that nobody takes names the service that is missing`() throws {
        let fault = try fault(FetchDesk(runtime: directory.path, patience: .zero))
        #expect(fault.kind == .here)
        #expect(
            fault.words
                == "s3: adhand sync does not run. It fetches the timetables. To see why: systemctl status adhand-sync"
        )
    }

    @Test func `a question that is taken and not answered says where to look`() throws {
        let desk = FetchDesk(runtime: directory.path, patience: .milliseconds(1))
        answer(desk) { _, _ in }
        let fault = #expect(throws: FetchFault.self) {
            try desk.network(network.origin)
                .fetch(.year(of: present), known: nil, patience: FetchPatience(tries: 1, total: .seconds(-30)))
        }
        #expect(fault?.words == "s3: adhand sync has not answered for 2026. To see why: sudo journalctl -u adhand-sync")
    }

    @Test func `an answer that comes late, or twice, or to no question is refused`() throws {
        let numbers = Mutex<[Int]>([])
        answer(desk) { desk, question in
            numbers.withLock { $0.append(question.number) }
            let outcome = FetchOutcome(question.number, .success(.unchanged))
            #expect(!desk.answer(FetchOutcome(question.number &+ 1, .success(.unchanged))))
            #expect(desk.answer(outcome))
            #expect(!desk.answer(outcome))
        }
        let answer = try desk.network(network.origin).fetch(.year(of: present), known: nil, patience: .usual)
        #expect(answer == .unchanged)
        let number = try #require(numbers.withLock { $0.first })
        #expect(!desk.answer(FetchOutcome(number, .success(.unchanged))))
        #expect(desk.takeQuestions().isEmpty)
    }

    @Test func `a payload that was not handed over, or is larger than any timetable, is a fault`() throws {
        answer(desk) { desk, question in
            _ = desk.answer(FetchOutcome(question.number, .success(.fetched(Fetched(bytes: [1])))))
        }
        #expect(try fault(desk).words.hasPrefix("s3: what was fetched cannot be read: "))
        network.answer = { _, _ in .fetched(Fetched(bytes: [UInt8](repeating: 0x20, count: 5 << 20))) }
        let large = FetchDesk(runtime: directory.path + "/large")
        answer(large) { [network] desk, question in
            guard let result = [network as any RemoteTimetable].answer(question),
                case .success(.fetched(let fetched)) = result
            else { return }
            try? FileManager.default.createDirectory(atPath: desk.folder, withIntermediateDirectories: true)
            try? Data(fetched.bytes).write(to: URL(filePath: "\(desk.folder)/\(question.number)"))
            _ = desk.answer(FetchOutcome(question.number, result))
        }
        #expect(try fault(large).kind == .here)
        #expect(try FileManager.default.contentsOfDirectory(atPath: large.folder) == [])
    }

    @Test func `a process that has read another config answers nothing`() throws {
        let other = RemoteOrigin(.s3, isMonthly: false) { RemoteAddress(rawValue: "https://other.example/\($0.name)") }
        let question = FetchQuestion(1, .year(of: present), of: other, known: nil, patience: .usual)
        #expect([network as any RemoteTimetable].answer(question) == nil)
    }
}
