import AdhanCore

/// `[eid]`: the two Eid prayers, which have neither adhan nor iqama, and the takbir before them.
package struct EidConfiguration: Sendable {
    package var rules = EidRules()
    package var recordings: Located<Recordings>?

    package init(_ table: ConfigTable) {
        rules.fitr = table.clocks("fitr", of: .sunrise, name: "Eid prayer") ?? []
        rules.adha = table.clocks("adha", of: .sunrise, name: "Eid prayer") ?? []
        rules.takbir = table.lead("takbir", in: .minutes(1)...(.hours(3)))
        recordings = table.recordings("takbir_file")
        if rules.takbir != nil, recordings == nil, let spot = table.spot {
            table.fault(spot, "takbir needs takbir_file, the recording to play")
        }
        if let recordings, rules.takbir == nil, table.faults.isEmpty {
            table.fault(recordings.spot, "takbir_file never sounds; write how long before the prayer: takbir = \"20m\"")
        }
    }
}
