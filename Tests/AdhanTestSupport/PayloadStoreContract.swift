import AdhanCore
import Testing

/// Tests that every payload store must pass, the folder and the one in memory.
package struct PayloadStoreContract {
    /// An empty store.
    package struct Subject {
        let store: any PayloadStore
        let refuseWrites: () throws -> Void

        /// - Parameter refuseWrites: makes every later write fail.
        package init(_ store: any PayloadStore, refuseWrites: @escaping () throws -> Void) {
            (self.store, self.refuseWrites) = (store, refuseWrites)
        }
    }

    private let make: () throws -> Subject

    /// - Parameter make: makes a new, empty store.
    package init(_ make: @escaping () throws -> Subject) { self.make = make }

    package func check() throws {
        try hasNothingAtFirst()
        try givesBackWhatItKept()
        try keepsOneOfEachSourceAndPeriod()
        try neverGivesOutWhatWasSetAside()
        try standsWhereAWriteFails()
    }

    private func hasNothingAtFirst() throws {
        let store = try make().store
        #expect(try store.load(.s3, Self.year("2026")) == nil && store.load(.aladhan, Self.month("2026-11")) == nil)
    }

    /// Byte by byte, for any bytes, and with or without validators of a server.
    private func givesBackWhatItKept() throws {
        let store = try make().store
        let year = try Self.year("2026")
        for bytes in [
            Array(#"{"year": 2026}"#.utf8), [], [0x0A], [0x0A, 0x00, 0xFF, 0x0D, 0x0A],
            [UInt8](repeating: 0x61, count: 300_000),
        ] {
            for (etag, modified) in [("\"a\"", nil), (nil, "Sat, 21 Nov 2026 12:00:00 GMT"), (nil, nil)] {
                let payload = Self.payload(.s3, year, bytes, etag: etag, lastModified: modified)
                try store.keep(payload)
                #expect(try store.load(.s3, year) == payload)
            }
        }
    }

    private func keepsOneOfEachSourceAndPeriod() throws {
        let store = try make().store
        let (this, next, month) = (try Self.year("2026"), try Self.year("2027"), try Self.month("2026-11"))
        let keys: [(SourceName, TimetablePeriod)] = [
            (.s3, this), (.s3, next), (.s3, month), (.aladhan, this), (.aladhan, month),
        ]
        var payloads = keys.enumerated().map { Self.payload($1.0, $1.1, [UInt8($0)]) }
        for payload in payloads { try store.keep(payload) }
        payloads[0] = Self.payload(.s3, this, [6])
        try store.keep(payloads[0])
        for (key, payload) in zip(keys, payloads) { #expect(try store.load(key.0, key.1) == payload) }
        #expect(try store.load(.aladhan, next) == nil)
    }

    private func neverGivesOutWhatWasSetAside() throws {
        let store = try make().store
        let year = try Self.year("2026")
        try store.setAside(Self.payload(.s3, year, [1]), because: "an hour late")
        #expect(try store.load(.s3, year) == nil)
        let good = Self.payload(.s3, year, [2])
        try store.keep(good)
        try store.setAside(Self.payload(.s3, year, [3]), because: "of another year\nthan its name")
        #expect(try store.load(.s3, year) == good)
    }

    private func standsWhereAWriteFails() throws {
        let subject = try make()
        let (year, month) = (try Self.year("2026"), try Self.month("2026-11"))
        let kept = Self.payload(.s3, year, [1])
        try subject.store.keep(kept)
        try subject.refuseWrites()
        #expect(throws: StoreFault.self) { try subject.store.keep(Self.payload(.s3, year, [2])) }
        #expect(throws: StoreFault.self) { try subject.store.keep(Self.payload(.aladhan, month, [3])) }
        #expect(throws: StoreFault.self) {
            try subject.store.setAside(Self.payload(.s3, year, [4]), because: "an hour late")
        }
        #expect(try subject.store.load(.s3, year) == kept && subject.store.load(.aladhan, month) == nil)
    }

    private static func year(_ name: String) throws -> TimetablePeriod { .year(of: try CivilDate("\(name)-06-01")) }
    private static func month(_ name: String) throws -> TimetablePeriod { .month(of: try CivilDate("\(name)-15")) }

    private static func payload(
        _ source: SourceName,
        _ period: TimetablePeriod,
        _ bytes: [UInt8],
        etag: String? = "\"etag\"",
        lastModified: String? = nil
    ) -> Payload {
        Payload(
            provenance: Provenance(
                source: source,
                period: period.name,
                address: RemoteAddress(rawValue: "https://example.org/PrayerTimes\(period.name).json"),
                fetchedAt: Instant(seconds: 1_795_240_080),
                etag: etag,
                lastModified: lastModified
            ),
            bytes: bytes
        )
    }
}
