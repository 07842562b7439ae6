/// The address of a timetable on the network: compared in full, shown without its secrets.
package struct RemoteAddress: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// In full except for the user, or why there is no address.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(_ address: () throws(AddressFault) -> WebAddress) {
        do throws(AddressFault) {
            rawValue = try address().wholeWithoutUser
        } catch {
            rawValue = "an address that \(error)"
        }
    }

    package var description: String {
        // reason: without an address, it is a sentence that quotes no password
        (try? WebAddress(rawValue))?.shown ?? OneLine.of(rawValue, limit: 300)
    }
}

/// Which periods a timetable on the network has, and where each is.
package struct RemoteOrigin: Sendable {
    /// The source name of its days.
    package let source: SourceName
    /// Whether it has a calendar month in one answer; otherwise a calendar year.
    private let isMonthly: Bool
    private let find: @Sendable (TimetablePeriod) -> RemoteAddress

    package init(
        _ source: SourceName,
        isMonthly: Bool,
        address: @escaping @Sendable (TimetablePeriod) -> RemoteAddress
    ) {
        (self.source, self.isMonthly, find) = (source, isMonthly, address)
    }

    /// The periods that contain those dates, ascending.
    package func periods(holding dates: ClosedRange<CivilDate>) -> [TimetablePeriod] {
        isMonthly ? TimetablePeriod.months(holding: dates) : TimetablePeriod.years(holding: dates)
    }

    /// The address of a period. A cached payload with another address does not belong to this timetable.
    package func address(of period: TimetablePeriod) -> RemoteAddress { find(period) }
}

extension S3Settings {
    /// A file for each year.
    package var remoteOrigin: RemoteOrigin {
        RemoteOrigin(.s3, isMonthly: false) { period in
            RemoteAddress { () throws(AddressFault) in try address(year: period.dates.lowerBound.year) }
        }
    }
}

extension AlAdhanSettings {
    package var remoteOrigin: RemoteOrigin {
        RemoteOrigin(.aladhan, isMonthly: span == .month) { period in
            RemoteAddress { () throws(AddressFault) in try address(of: period) }
        }
    }
}
