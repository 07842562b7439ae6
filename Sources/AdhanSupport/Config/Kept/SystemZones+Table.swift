import AdhanCore

extension SystemZones {
    /// `zone.tab` first: it has a point for each country that shares a zone, `zone1970.tab` only one for all of them.
    private static let tables = ["zone.tab", "zone1970.tab"]

    /// tzdata's point for a zone; nil if it has none, as for `UTC`.
    ///
    /// - Throws: `TzdataFault` if tzdata has no readable table, or its tables lack a zone of its list.
    package static func point(of name: String) throws(TzdataFault) -> Coordinates? {
        if let row = try row(of: name) { return row.point }
        guard isPlace(name), names.contains(name) else { return nil }
        throw TzdataFault("\(file(of: "zone.tab")): \(name) is missing in it")
    }

    /// The ISO 3166 code of a zone's country; nil if it has none, as for `UTC`.
    ///
    /// - Throws: `TzdataFault` if tzdata has no readable table.
    package static func country(of name: String) throws(TzdataFault) -> String? { try row(of: name)?.countries.first }

    /// The points of all zones of the countries that share a zone, its own among them;
    /// none where it has no country, as `UTC`.
    ///
    /// - Throws: `TzdataFault` where tzdata has no table that can be read.
    package static func countryPoints(of name: String) throws(TzdataFault) -> [Coordinates] {
        let rows = try rows()
        guard let zone = (rows.first { $0.zone == name } ?? alias(name, rows))?.zone else { return [] }
        let countries = Set(rows.filter { $0.zone == zone }.flatMap(\.countries))
        return rows.filter { !countries.isDisjoint(with: $0.countries) }.map(\.point)
    }

    private static func row(of name: String) throws(TzdataFault) -> ZoneTable.Row? {
        let rows = try rows()
        return rows.first { $0.zone == name } ?? alias(name, rows)
    }

    package static func rows() throws(TzdataFault) -> [ZoneTable.Row] {
        var (rows, faults): ([ZoneTable.Row], [FileFault]) = ([], [])
        for table in tables {
            do {
                rows += ZoneTable(try BoundedFile.read(file(of: table), limit: sizeLimit)).rows
            } catch {
                faults.append(error)
            }
        }
        // One of them is enough: tzdata intends to drop the older one.
        if rows.isEmpty { throw TzdataFault(faults.first.map { "\($0)" } ?? "\(file(of: "zone.tab")): it is empty") }
        return rows
    }

    /// The row of the zone to which an old name refers, as `Asia/Calcutta` does to `Asia/Kolkata`. The tables do not
    /// contain old names. How they are linked depends on the system, but the bytes of the rules are equal.
    private static func alias(_ name: String, _ rows: [ZoneTable.Row]) -> ZoneTable.Row? {
        guard isPlausible(name), let own = try? bytes(of: name) else { return nil }  // reason: it is no zone's name
        return rows.first { row in
            // An unreadable zone is no match. The tables have current names only, so no link is looked up: with most
            // files gone, each row would parse `tzdata.zi`.
            (try? BoundedFile.read(file(of: row.zone), limit: sizeLimit)) == own  // reason: see above
        }
    }
}
