/// The header `Range` of a request, with which browsers ask for parts of a recording (RFC 9110, section 14).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// No byte of the file is in it.
    case outside

    /// Several parts, other units and what is no range are answered with the whole file, as the standard allows.
    ///
    /// - Parameter size: of the file, in bytes.
    init(_ header: String?, of size: Int) {
        let pieces = header?.split(separator: "=", maxSplits: 1) ?? []
        guard pieces.count == 2, pieces[0].lowercased() == "bytes" else {
            self = .whole
            return
        }
        let ends = pieces[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = ends.map { $0.allSatisfy { ("0"..."9").contains($0) } ? Int($0) : nil }
        guard ends.count == 2, zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else {
            self = .whole
            return
        }
        switch (numbers[0], numbers[1]) {
        case (let first?, let last?) where first <= last:
            self = first < size ? .part(first..<min(last, size - 1) + 1) : .outside
        case (let first?, nil): self = first < size ? .part(first..<size) : .outside
        // The last bytes.
        case (nil, let count?): self = count > 0 && size > 0 ? .part(size - min(count, size)..<size) : .outside
        default: self = .whole
        }
    }
}
