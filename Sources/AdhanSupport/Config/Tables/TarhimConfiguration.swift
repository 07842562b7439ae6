import AdhanCore

/// `[tarhim]`: a recording before chosen adhans.
package struct TarhimConfiguration: Sendable {
    /// How many seconds before its adhan a prayer's recording begins.
    package var leads: [Prayer: ByDay<Int>] = [:]
    package var recordings: Located<Recordings>?
    package private(set) var exceptions: [Located<DayCondition>] = []

    private static let range = Duration.minutes(1)...(.hours(1))

    package init(_ table: ConfigTable) {
        recordings = table.recordings("file")
        for prayer in Prayer.called {
            if let lead = table.lead(prayer.rawValue, in: Self.range) { leads[prayer] = ByDay(lead) }
        }
        exceptions = table.exceptions { exception, condition in
            for prayer in Prayer.called {
                guard let lead = exception.lead(prayer.rawValue, in: Self.range) else { continue }
                leads[prayer, default: ByDay()].add(lead, when: condition)
            }
        }
        if recordings == nil, !leads.isEmpty, let spot = table.spot {
            table.fault(spot, "[tarhim] needs a file to play")
        }
    }
}
