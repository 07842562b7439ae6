import AdhanCore

/// The rules of a zone, and where they come from.
package struct KnownZone: Sendable {
    package let rules: ZoneRules
    /// tzdata's point for the zone; nil if it has none, or nobody asked for it.
    package let point: Coordinates?
    /// Why the kept rules are used; nil where the rules are tzdata's.
    package let problem: TzdataFault?

    package init(rules: ZoneRules, point: Coordinates? = nil, problem: TzdataFault? = nil) {
        (self.rules, self.point, self.problem) = (rules, point, problem)
    }
}

/// Stores the zone that the daemon last ran with: if tzdata is damaged, the mosque is not silent after the next power
/// cut.
package struct ZoneStore: Sendable {
    package var file: String { kept.path }
    private let kept: JSONFile<Row>

    private static let sizeLimit = 2 * SystemZones.sizeLimit
    /// How long the store's disk may take.
    private static let patience: Duration = .seconds(5)

    private struct Row: Codable {
        let name: String
        /// The zone's file.
        let tzif: Base64
        /// Nil if tzdata has no point for the zone.
        let latitude: Double?
        let longitude: Double?
    }

    package init(_ locations: Locations) { kept = JSONFile(locations.state + "/zone.json", limit: Self.sizeLimit) }

    /// Finds a zone in tzdata or, if tzdata is damaged, in the store.
    ///
    /// - Throws: `UnknownZone` if the name is wrong, `TzdataFault` if tzdata is damaged and the zone is not stored.
    package func find(_ name: String, withPoint: Bool = false) throws -> KnownZone {
        do {
            let rules = try SystemZones.find(name)
            return KnownZone(rules: rules, point: withPoint ? try SystemZones.point(of: name) : nil)
        } catch {
            // A damaged store cannot help. tzdata's fault is the one to repair.
            let stored = TimeLimit.run(Self.patience, on: file) { try? load() } ?? nil  // reason: see above
            guard let stored, stored.rules.name == name, !withPoint || stored.point != nil else { throw error }
            return KnownZone(rules: stored.rules, point: stored.point, problem: TzdataFault(error))
        }
    }

    /// Reads the stored zone; may block.
    ///
    /// - Throws: `FileFault` if the file exists but contains no zone.
    func load() throws(FileFault) -> KnownZone? {
        guard let row = try kept.load(fault: { _ in "this is not the JSON of a zone" }) else { return nil }
        do {
            let rules = try ZoneRules(name: row.name, tzif: row.tzif.bytes)
            guard let latitude = row.latitude, let longitude = row.longitude else { return KnownZone(rules: rules) }
            return KnownZone(rules: rules, point: try Coordinates(latitude: latitude, longitude: longitude))
        } catch {
            throw FileFault(path: file, reason: "the stored zone is not used: \(error)")
        }
    }

    /// Stores the zone as tzdata has it, if that differs from the stored one; may block. What is damaged in tzdata does
    /// not replace it.
    package func keep(_ name: String) throws(AtomicFile.Fault) {
        // The daemon reports tzdata's faults itself.
        guard let bytes = try? SystemZones.bytes(of: name),  // reason: see above
            (try? ZoneRules(name: name, tzif: bytes)) != nil  // reason: see above
        else { return }
        // A damaged table must not cost the point, and a damaged store is replaced.
        let stored = (try? load()) ?? nil  // reason: see above
        let known = stored?.rules.name == name ? stored?.point : nil
        let point = (try? SystemZones.point(of: name)) ?? known  // reason: see above
        try kept.save(
            Row(name: name, tzif: Base64(bytes), latitude: point?.latitude, longitude: point?.longitude)
        )
    }
}
