import AdhanCore
import Testing

@testable import AdhanImport

/// Tables that lack days, have a row twice, or name two columns alike.
@Suite struct SparseTableTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func table(_ isIn: (CivilDate) -> Bool) -> [[String]] {
        [["Date"] + TableSample.names]
            + london.days.filter { isIn($0.date) }.map { [TableSample.dayFirst($0.date)] + london.times($0) }
    }

    @Test func `of every second or third day, or of the Fridays, are read, since the 15th proves the order`() throws {
        let first = london.days[0].date
        let rules: [(CivilDate) -> Bool] = [
            { first.distance(to: $0) % 2 == 0 }, { first.distance(to: $0) % 3 == 1 }, { $0.weekday == 5 },
        ]
        for isIn in rules {
            let document = try london.read(table(isIn))
            #expect(london.differences(document, london.days.filter { isIn($0.date) }) == [])
        }
    }

    @Test func `in order without dates name a row that is there twice`() throws {
        let rows = [TableSample.names] + london.days.map { london.times($0) }
        #expect(try london.read(rows, TableHints(year: 2026)).written.faults.isEmpty)
        var double = rows
        double.insert(rows[51], at: 52)
        double.removeLast()
        let faults = try london.read(double, TableHints(year: 2026)).written.faults.map(\.description)
        #expect(faults.count == 1 && faults[0].hasPrefix("line 53: this row has the same times"), "\(faults)")
    }

    @Test func `with each prayer twice and one sunrise are no months side by side`() throws {
        let head = ["Date"] + TableSample.names.flatMap { $0 == "Sunrise" ? [$0] : [$0, $0] }
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)]
                + Prayer.allCases.flatMap { prayer in
                    let time = london.clock(day[prayer])
                    return prayer == .sunrise ? [time] : [time, london.clock(day[prayer] + .minutes(10))]
                }
        }
        let refusal = #expect(throws: ImportRefusal.self) { try london.read([head] + rows) }
        #expect(refusal?.description.contains("_iqama=COLUMN") == true, "\(String(describing: refusal))")
        let iqamas = Prayer.called.map { "\($0.rawValue)_iqama" }
        let columns = Dictionary(uniqueKeysWithValues: zip(iqamas, ["3", "6", "8", "10", "12"]))
        let document = try london.read([head] + rows, TableHints(columns: columns))
        #expect(london.differences(document) == [])
        #expect(document.written.days(in: london.calculator.zone).allSatisfy { $0.day.iqama.count == 5 })
    }
}
