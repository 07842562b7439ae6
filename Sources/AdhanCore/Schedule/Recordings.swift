/// Files that take turns; there is always one.
package struct Recordings: Sendable, Hashable {
    private let first: String
    private let others: [String]

    package init(_ first: String, _ others: [String] = []) {
        (self.first, self.others) = (first, others)
    }

    package var files: [String] { [first] + others }

    /// Whose turn it is: of the mosque date and the prayer alone, so that it is the same whatever restarts. A prayer has one
    /// file after the other from day to day, and on one day a prayer has the one after that of the prayer before.
    package func turn(of prayer: Prayer, on date: CivilDate) -> String {
        let index = Prayer.called.firstIndex(of: prayer) ?? 0
        let count = files.count
        let turn = (date.dayNumber + index) % count
        return files[turn < 0 ? turn + count : turn]
    }
}
