import AdhanCore
import AdhanTimetables
import Glibc

// cache-writer FOLDER LETTER COUNT: stores a payload of the year 2026 that is COUNT times LETTER, with LETTER as its ETag.
// Exits with 0 if it was stored, otherwise with 1 and the reason.

let arguments = CommandLine.arguments
guard arguments.count == 4, let letter = arguments[2].utf8.first, let count = Int(arguments[3]) else {
    print("usage: cache-writer FOLDER LETTER COUNT")
    exit(64)
}
// As in adhand itself: a file at its size limit is an error to report.
signal(SIGXFSZ, SIG_IGN)
let provenance = Provenance(
    source: .s3,
    period: "2026",
    address: RemoteAddress(rawValue: "https://example.org/PrayerTimes2026.json"),
    fetchedAt: Instant(seconds: 1_795_240_080),
    etag: arguments[2],
    lastModified: nil
)
let payload = Payload(provenance: provenance, bytes: [UInt8](repeating: letter, count: count))
do {
    try TimetableCache(folder: arguments[1]).keep(payload)
} catch {
    print(error)
    exit(1)
}
