import AdhanCore
import AdhanSystem

extension SystemZones {
    /// `zone.tab` first: it has a point for each country that shares a zone, where `zone1970.tab` has one for all of them.
    private static let tables = ["zone.tab", "zone1970.tab"]

    /// The point that tzdata gives a zone; nil where it has none, as for `UTC`.
    ///
    /// - Throws: `FileFault` where tzdata has no table that can be read.
    package static func point(of name: String) throws(FileFault) -> Coordinates? { try row(of: name)?.point }

    /// The country to which tzdata gives a zone, as ISO 3166's two letters; nil where it has none, as for `UTC`.
    ///
    /// - Throws: `FileFault` where tzdata has no table that can be read.
    package static func country(of name: String) throws(FileFault) -> String? { try row(of: name)?.countries.first }

    /// The points of all zones of the countries that share a zone, its own among them; none where it has no country, as `UTC`.
    ///
    /// - Throws: `FileFault` where tzdata has no table that can be read.
    package static func countryPoints(of name: String) throws(FileFault) -> [Coordinates] {
        let rows = try rows()
        guard let zone = (rows.first { $0.zone == name } ?? alias(name, rows))?.zone else { return [] }
        let countries = Set(rows.filter { $0.zone == zone }.flatMap(\.countries))
        return rows.filter { !countries.isDisjoint(with: $0.countries) }.map(\.point)
    }

    private static func row(of name: String) throws(FileFault) -> ZoneTable.Row? {
        let rows = try rows()
        return rows.first { $0.zone == name } ?? alias(name, rows)
    }

    package static func rows() throws(FileFault) -> [ZoneTable.Row] {
        var (rows, faults): ([ZoneTable.Row], [FileFault]) = ([], [])
        for table in tables {
            do {
                rows += ZoneTable(try BoundedFile.read(file(of: table), limit: sizeLimit)).rows
            } catch {
                faults.append(error)
            }
        }
        // Either will do, as tzdata means to give up the older one.
        if rows.isEmpty, let fault = faults.first { throw fault }
        return rows
    }

    /// The row of the zone that an old name stands for, as `Asia/Calcutta` does for `Asia/Kolkata`: the tables do not have such
    /// names, and how the system links them is its own business, but the rules are the same to the byte.
    private static func alias(_ name: String, _ rows: [ZoneTable.Row]) -> ZoneTable.Row? {
        guard isPlausible(name), let own = try? bytes(of: name) else { return nil }  // reason: it is no zone's name
        return rows.first { row in
            // A zone that cannot be read is not the one.
            (try? bytes(of: row.zone)) == own  // reason: see above
        }
    }
}
