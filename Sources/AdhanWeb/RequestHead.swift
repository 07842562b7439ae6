import CMicroHTTPD

/// The head of a request, as the library has read it.
///
/// A head with a header twice, or with bytes that the library skips, may mean another request to a proxy in between.
struct RequestHead {
    fileprivate struct Header {
        /// In lower case.
        let name: String
        let isValid: Bool
        /// From the name's first byte to the value's last.
        let size: Int
    }

    /// A request has each of them once at most.
    private static let single: Set = ["host", "content-length", "transfer-encoding"]

    fileprivate var headers: [Header] = []

    init(_ connection: OpaquePointer) {
        withUnsafeMutablePointer(to: &headers) { headers in
            adhan_headers(
                connection,
                { headers, _, name, nameSize, value, valueSize in
                    let name = UnsafeRawBufferPointer(start: name, count: nameSize)
                    let value = UnsafeRawBufferPointer(start: value, count: valueSize)
                    headers?.assumingMemoryBound(to: [Header].self).pointee.append(Header(name, value))
                    return .YES
                },
                headers
            )
        }
    }

    /// Whether the head has these headers and nothing else, each of the single ones once. Blanks behind a value count
    /// as something else with a library that leaves them out, from version 1.0 on; no browser sends any.
    ///
    /// - Parameters:
    ///   - line: the length of the first line, without its end.
    ///   - size: of the head that was sent, with its last empty line.
    func isWhole(line: Int, size: Int) -> Bool {
        let names = headers.map(\.name).filter(Self.single.contains)
        // Each line ends with two bytes. A NUL, and what the library skips behind it, makes the head longer.
        return headers.allSatisfy(\.isValid) && Set(names).count == names.count
            && headers.reduce(line + 4) { $0 &+ $1.size &+ 2 } == size
    }
}

extension RequestHead.Header {
    fileprivate init(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        self.name = String(decoding: name, as: UTF8.self).lowercased()
        let punctuation = "!#$%&'*+-.^_`|~".utf8
        let start = name.baseAddress.map { UInt(bitPattern: $0) } ?? 0
        let end = value.baseAddress.map { UInt(bitPattern: $0) &+ UInt(value.count) } ?? 0
        // The library moves the value of a folded line to other memory. Such lines are obsolete.
        let isFolded = end < start
        size = isFolded ? 0 : Int(clamping: end - start)
        isValid =
            !isFolded && !name.isEmpty
            && name.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: punctuation.contains(byte)
                }
            } && value.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
