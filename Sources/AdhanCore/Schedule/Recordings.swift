/// One or more recordings that are played in turn.
package struct Recordings: Sendable, Hashable {
    private let first: String
    private let others: [String]

    package init(_ first: String, _ others: [String] = []) {
        (self.first, self.others) = (first, others)
    }

    package var files: [String] { [first] + others }

    /// The recording for this prayer and date. It depends on nothing else, so a restart does not change it. A prayer
    /// gets the next file each day, and each prayer of a day the file after the previous prayer's.
    package func turn(of prayer: Prayer, on date: CivilDate) -> String {
        let index = Prayer.called.firstIndex(of: prayer) ?? 0
        let count = files.count
        let turn = (date.dayNumber + index) % count
        return files[turn < 0 ? turn + count : turn]
    }
}
