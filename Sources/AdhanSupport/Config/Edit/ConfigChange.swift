package struct ConfigChange: Sendable, Equatable {
    /// The dotted name with its tables, as `place.latitude`.
    package let key: String
    /// The new value; nil to remove the line.
    package let value: ConfigValue?

    private static let most = 4

    package init(key: String, to value: ConfigValue?) { (self.key, self.value) = (key, value) }

    /// The names between the dots.
    ///
    /// - Throws: `ConfigFault` where a name is empty, or where there are too many.
    func parts(_ file: String) throws(ConfigFault) -> [String] {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= Self.most, parts.allSatisfy({ !$0.isEmpty }), !Self.hasControl(key) else {
            let words = "'\(key)' is no key; write its table and its name, as in place.latitude"
            throw ConfigFault(SourceLocation(file: file, line: 0), words)
        }
        return parts
    }

    /// - Throws: `ConfigFault` where the file could not be read with the value in it.
    func checkValue(_ file: String) throws(ConfigFault) {
        guard let value, !Self.isWritable(value) else { return }
        let words = "\(key) cannot have a control character; type the value again"
        throw ConfigFault(SourceLocation(file: file, line: 0), words)
    }

    private static func isWritable(_ value: ConfigValue) -> Bool {
        switch value {
        case .text(let text): !hasControl(text)
        case .list(let members): members.allSatisfy(isWritable)
        case .integer, .number, .boolean: true
        }
    }

    /// Whether the text has control characters that `TOMLNode.parse` refuses.
    private static func hasControl(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
    }

    /// The name as TOML, with quotes where it needs them.
    static func name(_ parts: some Sequence<String>) -> String {
        parts.map { part in
            part.utf8.allSatisfy(isBare) ? part : ConfigValue.quoted(part)
        }.joined(separator: ".")
    }

    /// Whether a byte may be part of a name without quotes.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
