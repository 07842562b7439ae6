extension TOMLNode {
    /// Whether two values are the same, exactly, without regard to the order of keys. Dates have no values to compare.
    ///
    /// - Parameter path: the names of a key that is left out. A table on the way to it may be missing.
    static func isSame(_ left: Value, _ right: Value, besides path: ArraySlice<String> = []) -> Bool {
        switch (left, right) {
        case (.table(let left), .table(let right)):
            let (left, right) = (byKey(left), byKey(right))
            return Set(left.keys).union(right.keys).allSatisfy { key in
                let (one, other) = (left[key]?.value, right[key]?.value)
                if let first = path.first, key.elementsEqual(first.utf8) {
                    let rest = path.dropFirst()
                    return rest.isEmpty || isSame(one ?? .table([]), other ?? .table([]), besides: rest)
                }
                guard let one, let other else { return false }
                return isSame(one, other)
            }
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0.value, $1.value) }
        case (.string(let left), .string(let right)): return left.utf8.elementsEqual(right.utf8)
        case (.integer(let left), .integer(let right)): return left == right
        case (.number(let left), .number(let right)): return left.bitPattern == right.bitPattern
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.dateOrTime, .dateOrTime): return true
        default: return false
        }
    }

    /// The members by the bytes of their keys, which TOML compares.
    private static func byKey(_ members: [TOMLNode]) -> [[UInt8]: TOMLNode] {
        Dictionary(members.map { (Array($0.key.utf8), $0) }) { $1 }
    }
}
