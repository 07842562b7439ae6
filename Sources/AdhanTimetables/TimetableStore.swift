import AdhanSupport
import AdhanCore

/// A version of the mosque's file as it was read, with what it belongs to.
package struct KeptTimetable: Sendable, Equatable {
    /// Whose times they are: those of another file, or of another place, must not be revived.
    package struct Owner: Sendable, Equatable {
        let path: String
        let latitude: Double
        let longitude: Double
        let timezone: String

        package init(_ path: String, _ calculator: PrayerCalculator) {
            self.path = PathName.absolute(path)
            (latitude, longitude) = (calculator.coordinates.latitude, calculator.coordinates.longitude)
            timezone = calculator.zone.name
        }

        fileprivate init(_ row: TimetableStore.Row) {
            (path, timezone) = (row.path, row.timezone)
            (latitude, longitude) = (row.latitude, row.longitude)
        }
    }

    /// The days of a table that had to be recognised, by what the config said then.
    package struct Days: Sendable, Equatable, Codable {
        let clock: FileClock
        let madhab: Madhab
        let written: WrittenTimetable

        init(_ written: WrittenTimetable, _ validator: TimetableValidator) {
            (clock, madhab, self.written) = (validator.clock, validator.calculator.madhab, written)
        }

        func fit(_ validator: TimetableValidator) -> Bool {
            clock == validator.clock && madhab == validator.calculator.madhab
        }
    }

    package let owner: Owner
    package let bytes: [UInt8]
    /// When this version was first read.
    package let readAt: Instant
    /// Nil if the bytes have a known format.
    package let days: Days?
}

/// Stores the last usable version of the mosque's file: if the file is lost or broken, a restart still has the mosque's
/// own times.
package struct TimetableStore: Sendable {
    package var file: String { kept.path }
    private let kept: JSONFile<Row>

    /// JSON has the bytes in base 64, of which four stand for three.
    private static let sizeLimit = TimetableFile.sizeLimit / 3 * 4 + (64 << 10)

    fileprivate struct Row: Codable {
        let path: String
        let latitude: Double
        let longitude: Double
        let timezone: String
        /// In microseconds since 1970 UTC.
        let readAt: Int64
        let content: Base64
        /// The JSON of `KeptTimetable.Days`; optional, since earlier versions write none.
        let days: Base64?
    }

    package init(_ locations: Locations) { kept = JSONFile(locations.state + "/timetable.json", limit: Self.sizeLimit) }

    /// It may block. Returns nil if nothing of that file and place is stored. Throws `FileFault` if there is a store
    /// that cannot be read or understood.
    package func load(of owner: KeptTimetable.Owner) throws(FileFault) -> KeptTimetable? {
        guard let row = try kept.load(fault: { _ in "it is no kept timetable" }), KeptTimetable.Owner(row) == owner
        else {
            return nil
        }
        return KeptTimetable(
            owner: owner,
            bytes: row.content.bytes,
            readAt: Instant(microseconds: row.readAt),
            days: row.days.flatMap { Self.days($0.bytes) }
        )
    }

    /// Nil if they are damaged: the bytes are read again in any case.
    private static func days(_ json: [UInt8]) -> KeptTimetable.Days? {
        // reason: see above
        let days = try? JSONText.decode(KeptTimetable.Days.self, from: json)
        return days.flatMap { $0.written.isSound ? $0 : nil }
    }

    /// Nil if there are none, or if with them the file would exceed the limit of its readers.
    private static func json(of days: KeptTimetable.Days?, beside content: Int) -> Base64? {
        // reason: the bytes are kept in any case
        guard let days, let json = try? JSONText.bytes(of: days), content + json.count <= TimetableFile.sizeLimit
        else { return nil }
        return Base64(json)
    }

    /// Stores that version in place of any other, unless it is stored already. It may block. Throws `AtomicFile.Fault`
    /// if it cannot be written.
    package func keep(_ version: KeptTimetable) throws(AtomicFile.Fault) {
        do throws(FileFault) {
            let kept = try load(of: version.owner)
            if let kept, kept.bytes == version.bytes, version.days == nil || kept.days == version.days { return }
        } catch {
            // It is replaced, and kept aside if it is damaged.
        }
        let owner = version.owner
        try kept.save(
            Row(
                path: owner.path,
                latitude: owner.latitude,
                longitude: owner.longitude,
                timezone: owner.timezone,
                readAt: version.readAt.microseconds,
                content: Base64(version.bytes),
                days: Self.json(of: version.days, beside: version.bytes.count)
            )
        )
    }
}
