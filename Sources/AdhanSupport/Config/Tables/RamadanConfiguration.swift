import AdhanCore

/// `[ramadan]`: imsak, suhoor and iftar.
package struct RamadanConfiguration: Sendable {
    package var rules = RamadanRules()
    /// What sounds at imsak, for suhoor and at iftar.
    package var recordings: [Occasion.Kind: Located<Recordings>] = [:]

    package init(_ table: ConfigTable) {
        rules.hasImsak = table.bool("imsak", default: rules.hasImsak)
        rules.suhoor = table.leads("suhoor", in: .minutes(5)...(.hours(4))) ?? []
        for kind in [Occasion.Kind.imsak, .suhoor, .iftar] {
            if let found = table.recordings(kind.rawValue + "_file") { recordings[kind] = found }
        }
        let lead = table.lead("iftar_lead", in: .seconds(45)...(.minutes(15)))
        let choices: [(String, RamadanRules.Iftar)] = [("before", .before(lead ?? 120)), ("instead", .instead)]
        let chosen = table.choice("iftar", choices)
        table.noteDefault("iftar_lead", .text("2m"))
        if recordings[.iftar] != nil { table.noteDefault("iftar", .text("before")) }
        rules.iftar = recordings[.iftar] == nil ? nil : chosen?.value ?? .before(lead ?? 120)
        if let chosen, recordings[.iftar] == nil {
            table.fault(chosen.spot, "iftar says how iftar_file sounds, and there is no iftar_file")
        }
        if let spot = recordings[.suhoor]?.spot, rules.suhoor.isEmpty, table.faults.isEmpty {
            table.fault(
                spot,
                "suhoor_file never sounds, because suhoor has no times; write for example suhoor = [\"60m\"]"
            )
        }
    }
}
