import AdhanCore

/// `[reminders]`: how long before an occasion a reminder comes.
package struct RemindersConfiguration: Sendable {
    /// Seconds before each occasion, the earliest reminder first.
    package var leads: [Occasion: [Int]] = [:]
    /// What sounds; nil for silence.
    package var recordings: Located<Recordings>?

    package init(_ table: ConfigTable) {
        recordings = table.recordings("file")
        for occasion in Occasion.reminded {
            if let found = table.leads(occasion.name, in: .minutes(1)...(.hours(6))) { leads[occasion] = found }
        }
    }
}
