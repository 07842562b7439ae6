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
        let body = Array(
            "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2026-11-21,05:40,07:46,11:54,13:42,16:03,18:01\n".utf8
        )
        let provenance = Provenance(
            source: .s3,
            period: period.name,
            address: RemoteAddress(rawValue: "https://bucket.example/PrayerTimes2026.json"),
            fetchedAt: try .utc("2026-11-20", 18),
            etag: "\"1\"",
            lastModified: nil
        )
        let good = try PayloadFile(payload: Payload(provenance: provenance, bytes: body), rejected: nil).encoded()
        var random = SeededGenerator(seed: Fuzzing.seed)
        var (refused, whole) = (0, 0)
        for round in 0..<Fuzzing.rounds("ADHAND_FUZZED_ANSWERS", usual: 5_000) {
            let bytes = Fuzzing.fuzzed(good, using: &random)
            do {
                let file = try PayloadFile(bytes, of: CacheName(source: .s3, period: period, state: .kept))
                whole += 1
                // The digest covers the bytes. In the line before them, only source and period matter.
                if file.payload.bytes != body { Issue.record("round \(round): other bytes were given out") }
            } catch {
                refused += 1
                if error.reason.utf8.count >= 400 { Issue.record("round \(round): \(error.reason)") }
            }
        }
        #expect(min(refused, whole) > 0, "\(refused) \(whole)")
    }
}
