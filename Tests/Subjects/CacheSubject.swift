import AdhanCore
import AdhanTimetables
import Glibc

/// Replaces one payload of a cache, for the tests that watch its system calls or kill it.
enum CacheSubject {
    /// Stores a payload of the year 2026 that is `count` times `letter`, with the letter as its ETag.
    ///
    /// - Throws: why it was not stored.
    static func run(folder: String, letter: String, count: Int) throws {
        // As in adhand itself: a file at its size limit is an error to report.
        signal(SIGXFSZ, SIG_IGN)
        let provenance = Provenance(
            source: .s3,
            period: "2026",
            address: RemoteAddress(rawValue: "https://example.org/PrayerTimes2026.json"),
            fetchedAt: Instant(seconds: 1_795_240_080),
            etag: letter,
            lastModified: nil
        )
        let byte = letter.utf8.first ?? 0x3F
        try TimetableCache(folder: folder)
            .keep(Payload(provenance: provenance, bytes: [UInt8](repeating: byte, count: count)))
    }
}
