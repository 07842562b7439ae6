import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanEngine

/// The contract of the marks, for those in the runtime directory and those of the simulations.
@Suite struct MarkStoreTests {
    private func check(_ marks: any MarkStore) throws {
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.isha))
        var entry = LedgerEntry(
            Due(key, at: Instant(seconds: 2000), source: .calculation),
            .started,
            file: "/srv/adhan.mp3"
        )
        let earlier = LedgerEntry(
            Due(OccasionKey(key.date, .adhan(.fajr)), at: Instant(seconds: 1000), source: .calculation),
            .missed,
            reason: "x"
        )
        #expect(marks.load().isEmpty)
        #expect(marks.save(entry) == nil)
        #expect(marks.save(earlier) == nil)
        #expect(marks.load() == [earlier, entry])
        (entry.state, entry.heardMilliseconds) = (.completed, 27_000)
        #expect(marks.save(entry) == nil)
        #expect(marks.load() == [earlier, entry])
        marks.remove(key)
        marks.remove(key)
        #expect(marks.load() == [earlier])
    }

    @Test func `both kinds of marks keep what they are given`() throws {
        let directory = try TestDirectory()
        try check(RuntimeMarks(folder: directory.file("run/marks")))
        try check(InMemoryMarks())
    }

    @Test func `a mark that cannot be kept says why, and one cut short is passed over`() throws {
        let directory = try TestDirectory()
        let file = try directory.write([1], to: "not-a-folder")
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.isha))
        let entry = LedgerEntry(Due(key, at: Instant(seconds: 2000), source: .calculation), .started)
        #expect(RuntimeMarks(folder: file).save(entry) != nil)
        let marks = RuntimeMarks(folder: directory.path)
        #expect(marks.save(entry) == nil)
        _ = try directory.write(Array("{\"date\":".utf8), to: "2026-11-20.adhan-isha.mark")
        #expect(marks.load() == [entry])
    }
}
