import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanPanel

/// The files that nobody has confirmed yet.
@Suite struct UploadFolderTests {
    private let directory: TestDirectory
    private let folder: UploadFolder
    private let now: Int64 = 1_800_000_000

    init() throws {
        directory = try TestDirectory()
        folder = UploadFolder(directory.file("uploads"))
    }

    private func names() -> [String] {
        Folder.names(in: directory.file("uploads"), limit: 100).filter { ![".", ".."].contains($0) }.sorted()
    }

    @Test func `an upload is had back until it is dropped`() throws {
        var upload = try folder.keep([1, 2, 3], name: "a.csv", by: "Bilal", now: now)
        #expect(try folder.load(upload.id)?.bytes == [1, 2, 3])
        (upload.year, upload.columns) = (2027, ["fajr": "3"])
        try folder.note(upload)
        #expect(folder.all() == [upload])
        folder.drop(upload.id)
        #expect(try folder.load(upload.id) == nil)
        #expect(names().isEmpty)
    }

    @Test func `the oldest of the person with most makes room`() throws {
        let old = try folder.keep([255], name: "Amina's", by: "Amina", now: now - 1)
        for index in 0..<UploadFolder.most + 3 {
            _ = try folder.keep([UInt8(index)], name: "\(index)", by: "Bilal", now: now + Int64(index))
        }
        let kept = folder.all().map(\.name)
        #expect(kept == (4..<UploadFolder.most + 3).reversed().map { "\($0)" } + ["Amina's"])
        #expect(names().count == 2 * UploadFolder.most)
        #expect(try folder.load(old.id)?.bytes == [255])
        // Also one that comes while the clock is in the past stays, and then one of now.
        let new = try folder.keep([254], name: "new", by: "Bilal", now: 0)
        #expect(try folder.load(new.id)?.bytes == [254])
        for byte in 100..<103 as Range<UInt8> {
            let next = try folder.keep([byte], name: "next", by: "Bilal", now: 1000)
            #expect(try folder.load(next.id)?.bytes == [byte] && folder.all().count == UploadFolder.most)
        }
    }

    @Test func `what a crash has left is removed`() throws {
        let upload = try folder.keep([1], name: "a", by: "Bilal", now: now)
        for name in ["0123456789abcdef.table", "fedcba9876543210.json", "other", ".hidden"] {
            _ = try directory.write([0x7B], to: "uploads/\(name)")
        }
        #expect(folder.all() == [upload])
        #expect(names() == ["\(upload.id).json", "\(upload.id).table"])
    }

    @Test(arguments: ["", "..", "../../etc/passwd", "0123456789ABCDEF", "0123456789abcdef0", "0123456789abcde/"])
    func `an id that is none leads nowhere`(id: String) throws {
        #expect(try folder.load(id) == nil)
        folder.drop(id)
    }

    @Test(arguments: [
        ("times.xlsx", "times.xlsx"), ("../../etc/shadow", "shadow"), ("C:\\fakepath\\times.csv", "times.csv"),
        ("", "?"), ("/", "?"), ("a\nb", "a b"), ("مواقيت.xlsx", "مواقيت.xlsx"),
    ])
    func `a name is shown without folders, on one line`(given: String, name: String) {
        #expect(UploadFolder.name(given) == name)
        #expect(UploadFolder.name(String(repeating: "ä", count: 4000)).utf8.count <= 120)
    }
}

/// The turn of tables: one at a time, few wait, and the last ones are known.
@Suite struct TableTurnTests {
    /// Reads nothing, when it is let.
    private final class Gate: TableReader {
        struct Count {
            var now = 0
            var most = 0
            var all = 0
        }

        let counts = Mutex(Count())
        let refused = Atomic(0)
        let opened = DispatchSemaphore(value: 0)

        func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
            counts.withLock { $0 = Count(now: $0.now + 1, most: max($0.most, $0.now + 1), all: $0.all + 1) }
            opened.wait()
            opened.signal()
            counts.withLock { $0.now -= 1 }
            let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
            return try WrittenTimetable(Array((head + "2027-01-01,06:00,08:00,12:10,13:50,16:00,18:00\n").utf8))
        }
    }

    private let gate = Gate()
    private let facts: TableFacts

    init() throws {
        let sample = try TimesSample()
        facts = TableFacts(sample.calculator, .local, .none)
    }

    @Test func `one table is read at a time, and few wait`() {
        let turn = TableTurn(gate)
        let group = DispatchGroup()
        for number in 0..<6 {
            group.enter()
            Thread.detachNewThread { [facts, gate] in
                do throws(TimetableRefusal) {
                    _ = try turn.examine([UInt8(number)], facts, for: number % 2 == 0 ? "Zayd" : "Amina")
                } catch  where error == TableTurn.busy {
                    // The others are let on once three are refused.
                    if gate.refused.add(1, ordering: .relaxed).newValue == 3 { gate.opened.signal() }
                } catch {}
                group.leave()
            }
        }
        group.wait()
        let counts = gate.counts.withLock(\.self)
        #expect(counts.most == 1 && counts.all == 3 && gate.refused.load(ordering: .relaxed) == 3)
    }

    @Test func `a person whose tables wait makes no other one be refused`() {
        let turn = TableTurn(gate)
        let group = DispatchGroup()
        let names = ["Zayd", "Zayd", "Zayd", "Zayd", "Amina"]
        let refused = Mutex<[String]>([])
        @Sendable func ask(_ number: Int) {
            group.enter()
            Thread.detachNewThread { [facts, gate] in
                do throws(TimetableRefusal) {
                    _ = try turn.examine([UInt8(number)], facts, for: names[number])
                } catch {
                    let count = refused.withLock { refused in
                        refused.append(names[number])
                        return refused.count
                    }
                    // Amina asks once Zayd has all the places that he can have.
                    if count == 2 {
                        ask(4)
                        gate.opened.signal()
                    }
                }
                group.leave()
            }
        }
        for number in 0..<4 { ask(number) }
        group.wait()
        #expect(refused.withLock(\.self) == ["Zayd", "Zayd"] && gate.counts.withLock(\.all) == 3)
    }

    @Test func `an upload and the table in use are read once`() throws {
        gate.opened.signal()
        let turn = TableTurn(gate)
        _ = try turn.examine([9], facts)
        for bytes in [[1], [2], [1], [2], [3], [2]] as [[UInt8]] { _ = try turn.examine(bytes, facts, for: "Zayd") }
        #expect(gate.counts.withLock(\.all) == 4)
        _ = try turn.examine([9], facts)
        #expect(gate.counts.withLock(\.all) == 4, "no upload takes the place of the table in use")
        _ = try turn.examine([1], facts, for: "Zayd")
        #expect(gate.counts.withLock(\.all) == 5, "the oldest is forgotten")
    }
}
