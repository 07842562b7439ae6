/// The flat coding of the mark files beside the ledger. The keys are the ledger's column names. Instants are in
/// microseconds since 1970 UTC.
extension LedgerEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case date, occasion, state, source, file, sha256, device, reason, who
        case due = "due_at"
        case began = "started_at"
        case ended = "ended_at"
        case latenessMilliseconds = "lateness_ms"
        case heardMilliseconds = "heard_ms"
        case gapMilliseconds = "gap_ms"
    }

    package init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        func instant(_ key: CodingKeys) throws -> Instant? {
            try row.decodeIfPresent(Int64.self, forKey: key).map(Instant.init(microseconds:))
        }
        let key = OccasionKey(
            try CivilDate(row.decode(String.self, forKey: .date)),
            try Occasion(named: row.decode(String.self, forKey: .occasion))
        )
        let due = ScheduledOccasion(
            key,
            at: Instant(microseconds: try row.decode(Int64.self, forKey: .due)),
            source: try row.decode(SourceName.self, forKey: .source)
        )
        self.init(due, try row.decode(LedgerState.self, forKey: .state))
        began = try instant(.began)
        ended = try instant(.ended)
        latenessMilliseconds = try row.decodeIfPresent(Int64.self, forKey: .latenessMilliseconds)
        heardMilliseconds = try row.decodeIfPresent(Int64.self, forKey: .heardMilliseconds)
        gapMilliseconds = try row.decodeIfPresent(Int64.self, forKey: .gapMilliseconds)
        file = try row.decodeIfPresent(String.self, forKey: .file)
        sha256 = try row.decodeIfPresent(String.self, forKey: .sha256)
        device = try row.decodeIfPresent(String.self, forKey: .device)
        reason = try row.decodeIfPresent(String.self, forKey: .reason)
        who = try row.decodeIfPresent(String.self, forKey: .who)
    }

    package func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(key.date.description, forKey: .date)
        try row.encode(key.occasion.name, forKey: .occasion)
        try row.encode(state, forKey: .state)
        try row.encode(due.microseconds, forKey: .due)
        try row.encode(began?.microseconds, forKey: .began)
        try row.encode(ended?.microseconds, forKey: .ended)
        try row.encode(latenessMilliseconds, forKey: .latenessMilliseconds)
        try row.encode(heardMilliseconds, forKey: .heardMilliseconds)
        try row.encode(gapMilliseconds, forKey: .gapMilliseconds)
        try row.encode(source, forKey: .source)
        try row.encode(file, forKey: .file)
        try row.encode(sha256, forKey: .sha256)
        try row.encode(device, forKey: .device)
        try row.encode(reason, forKey: .reason)
        try row.encode(who, forKey: .who)
    }
}
