/// The days of which the mosque says that their times are meant as they stand: `accept`.
package enum AcceptedDays: Sendable, Hashable {
    case all
    case dates(Set<CivilDate>)

    package static let none = AcceptedDays.dates([])

    package func contains(_ date: CivilDate) -> Bool {
        switch self {
        case .all: true
        case .dates(let dates): dates.contains(date)
        }
    }
}
