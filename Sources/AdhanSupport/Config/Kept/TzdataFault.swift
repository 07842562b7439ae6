/// The system's tzdata is damaged or missing, so that it has no rules for a zone whose name may well be right.
package struct TzdataFault: Error, Equatable, CustomStringConvertible {
    /// The file, and what is wrong with it.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    /// Why tzdata does not have a zone that the daemon has run with.
    package init(_ error: any Error) {
        switch error {
        case let fault as TzdataFault: self = fault
        case let unknown as UnknownZone: self.init("it no longer has the zone \(unknown.name)")
        default: self.init("\(error)")
        }
    }

    package static let remedy = "sudo apt install --reinstall tzdata"

    /// The fault without the remedy.
    package var words: String { "tzdata, the system's time zones, is damaged: \(reason)" }
    /// The same where the kept rules replace it.
    package var wordsWithKeptRules: String { "\(words); the last known rules of the zone are used" }

    package var description: String { "\(words); repair it: \(Self.remedy)" }
}
