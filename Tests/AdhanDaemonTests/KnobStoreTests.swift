import AdhanAudio
import AdhanTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AdhanDaemon
@testable import AdhanSystem

struct KnobStoreTests {
    private let directory: TestDirectory
    private let file: String
    private let said = Said()
    private let note = KnobNote(name: "Master,1", control: "hw:CARD=Box", found: [30, 28], turned: [12, 12])

    init() throws {
        directory = try TestDirectory()
        file = directory.file("state/knobs.json")
    }

    private func store() throws -> KnobStore {
        let store = KnobStore(file: file, log: said.logger, disk: try Worker("knobs"))
        store.load()
        return store
    }

    private var lines: [String] { said.lines.withLock { $0 } }

    @Test func `what is kept is there for the next process, and nothing is left of what is done with`() throws {
        let store = try store()
        #expect(store.all.isEmpty)
        store.keep([note])
        #expect(try self.store().all == [note])
        store.keep([])
        #expect(try self.store().all.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(lines.isEmpty, "\(lines)")
    }

    @Test(arguments: ["", "{", "[1]", #"[{"name":"M"}]"#, #"[{"name":"M","control":"c","found":[1e30],"turned":[]}]"#])
    func `a broken note is said, and is not there any more at the next start`(text: String) throws {
        try store().keep([note])
        try directory.write(Array(text.utf8), to: "state/knobs.json")
        #expect(try store().all.isEmpty)
        #expect(
            lines == ["error: \(file): it does not say where a knob stood, and is removed; see to the card's volume"]
        )
        #expect(try store().all.isEmpty && lines.count == 1)
    }

    @Test func `what cannot be read is said, and left as it is`() throws {
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        #expect(try store().all.isEmpty)
        #expect(lines == ["error: \(file): it is not an ordinary file; a knob that was left turned is not turned back"])
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test func `a disk that refuses is said once, until it has taken a note again`() throws {
        let store = try store()
        let folder = try directory.write([], to: "state")
        for _ in 0..<3 {
            store.keep([note])
            #expect(store.all == [note])
            store.keep([])
        }
        #expect(lines.count == 1, "\(lines)")
        #expect(
            lines.first?.hasPrefix("error: \(file): making it failed: Not a directory; a crash") == true,
            "\(lines)"
        )
        try FileManager.default.removeItem(atPath: folder)
        store.keep([note])
        #expect(try self.store().all == [note])
        try FileManager.default.removeItem(atPath: folder)
        try directory.write([], to: "state")
        store.keep([])
        store.keep([note])
        #expect(lines.count == 2, "\(lines)")
    }

    @Test func `a disk that hangs holds nobody up, and has the note when it comes back`() throws {
        let (disk, isThere) = (try Worker("hanging"), DispatchSemaphore(value: 0))
        let store = KnobStore(file: file, log: said.logger, disk: disk)
        disk.perform { isThere.wait() }
        store.keep([note])
        #expect(store.all == [note] && !FileManager.default.fileExists(atPath: file))
        isThere.signal()
        #expect(disk.finish(within: .seconds(20)))
        #expect(try self.store().all == [note])
    }

    @Test func `what is read late does not take the place of what was kept meanwhile`() throws {
        try store().keep([note])
        let store = KnobStore(file: file, log: said.logger, disk: try Worker("knobs"))
        let newer = KnobNote(name: "PCM,0", control: "hw:CARD=Box", found: [20, 20], turned: [9, 9])
        store.keep([newer])
        try directory.write(try JSONEncoder().encode([note]).map(\.self), to: "state/knobs.json")
        store.load()
        #expect(store.all == [newer])
    }
}
