/// Suggests what a mistyped word was meant to be.
package enum Spelling {
    /// The candidate nearest to what was typed, if it is near enough.
    package static func nearest(to typed: String, among candidates: some Sequence<String>) -> String? {
        let limit = max(1, typed.count / 3)
        return candidates.map { ($0, editDistance(typed, $0)) }.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
    }

    /// The Damerau distance, in which two swapped letters count as one error. The texts are cut at 64 characters;
    /// nothing longer is a typing error.
    private static func editDistance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
        var rows = [Array(0...right.count)]
        for (row, character) in left.enumerated() {
            let previous = rows[row]
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var distance = min(
                    previous[column] + (character == other ? 0 : 1),
                    previous[column + 1] + 1,
                    current[column] + 1
                )
                if row > 0, column > 0, character == right[column - 1], other == left[row - 1] {
                    distance = min(distance, rows[row - 1][column - 1] + 1)
                }
                current.append(distance)
            }
            rows.append(current)
        }
        return rows.last?.last ?? 0
    }
}
