import AdhanCore
import AdhanTestSupport
import Testing

@Suite struct InMemoryPayloadsTests {
    @Test func `the store in memory passes the contract tests`() throws {
        try PayloadStoreContract {
            let store = InMemoryPayloads()
            return PayloadStoreContract.Subject(store) { store.refuseWrites(true) }
        }.check()
    }

    @Test func `the last rejected payload is there with its reason`() throws {
        let store = InMemoryPayloads()
        let year = TimetablePeriod.year(of: try CivilDate("2026-06-01"))
        #expect(store.rejected(.s3, year) == nil)
        for (byte, reason) in [(UInt8(1), "an hour late"), (2, "of 2025")] {
            let provenance = Provenance(
                source: .s3,
                period: year.name,
                address: RemoteAddress(rawValue: ""),
                fetchedAt: Instant(seconds: 0),
                etag: nil,
                lastModified: nil
            )
            try store.setAside(Payload(provenance: provenance, bytes: [byte]), because: reason)
        }
        #expect(store.rejected(.s3, year)?.payload.bytes == [2])
        #expect(store.rejected(.s3, year)?.reason == "of 2025")
    }
}
