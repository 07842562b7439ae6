import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanTimetables

@Suite struct FuzzedPayloadTests {
    /// For more and different inputs:
    ///
    ///     ADHAND_FUZZED_ANSWERS=1000000 ADHAND_CAMPAIGN_SEED=1 swift test -c release -Xswiftc -enable-testing --filter Fuzzed
    @Test func `a fuzzed cache file gives the original payload, or none`() throws {
        let period = TimetablePeriod.year(of: try CivilDate("2026-11-21"))
        let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-11-21,05:40,07:46,11:54,13:42,16:03,18:01\n"
        let payload = Payload(provenance: CacheWriter.payload("1", count: 0).provenance, bytes: Array(text.utf8))
        let good = try PayloadFile(payload: payload, rejected: nil).encoded()
        var random = SeededGenerator(seed: Fuzzing.seed)
        var (refused, whole) = (0, 0)
        for round in 0..<Fuzzing.rounds("ADHAND_FUZZED_ANSWERS", usual: 5_000) {
            let bytes = Fuzzing.fuzzed(good, using: &random)
            do {
                let file = try PayloadFile(bytes, of: CacheName(source: .s3, period: period, state: .kept))
                whole += 1
                // The digest covers the bytes. In the line before them, only source and period matter.
                if file.payload.bytes != payload.bytes { Issue.record("round \(round): other bytes were given out") }
            } catch {
                refused += 1
                if error.reason.utf8.count >= 400 { Issue.record("round \(round): \(error.reason)") }
            }
        }
        #expect(min(refused, whole) > 0, "\(refused) \(whole)")
    }
}
