import AdhanSupport

/// A slide's Markdown file: settings in TOML between two lines of `+++`, which may be left out, and the text.
struct SlideText {
    let settings: SlideConfiguration
    let text: String
    /// The line of the file at which the text begins, from 1.
    let firstLine: Int

    /// - Throws: `ConfigError` with the line of each fault.
    init(_ bytes: [UInt8], file: String) throws(ConfigError) {
        func fault(_ line: Int, _ words: String) -> ConfigError {
            ConfigError(faults: [ConfigFault(SourceLocation(file: file, line: line), words)])
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let lines = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // Of Windows' line ends only the half of the last line would be left.
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        if let index = lines.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil || $0.contains(0) }) {
            throw fault(index + 1, "this is not UTF-8; save the file as UTF-8")
        }
        func isFence(_ line: ArraySlice<UInt8>, _ fence: String) -> Bool {
            String(decoding: line, as: UTF8.self).trimmingSuffix { $0.isWhitespace } == fence
        }
        var body = lines[...]
        var found = SlideConfiguration()
        if let first = lines.first, isFence(first, "+++") {
            guard let end = lines.dropFirst().firstIndex(where: { isFence($0, "+++") }) else {
                throw fault(1, "the settings have no end; write a second line +++ below them")
            }
            found = try SlideConfiguration(Self.joined(lines[1..<end])[...], file: file, firstLine: 2)
            body = lines[(end + 1)...]
        } else if let first = lines.first, isFence(first, "---") {
            throw fault(1, "settings stand between two lines of +++, not of ---, as in: from = \"2026-12-01\"")
        } else if let index = lines.firstIndex(where: { isFence($0, "+++") }) {
            throw fault(index + 1, "settings stand at the beginning of the file; move these lines there")
        }
        // Settings that are shown as a text hide that the slide is there on all days.
        let start = body.firstIndex { !String(decoding: $0, as: UTF8.self).allSatisfy(\.isWhitespace) }
        if let start, Self.isSetting(lines[start]) {
            throw fault(
                start + 1,
                "this looks like a setting; put a line +++ above the settings, and another below them"
            )
        }
        (settings, firstLine) = (found, body.startIndex + 1)
        text = String(decoding: Self.joined(body), as: UTF8.self)
        if text.allSatisfy(\.isWhitespace) { throw fault(firstLine, "there is no text; write it here") }
    }

    private static func isSetting(_ line: ArraySlice<UInt8>) -> Bool {
        let parts = String(decoding: line, as: UTF8.self).split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let key = parts.first?.filter({ !$0.isWhitespace }) else { return false }
        return ["from", "until", "days", "length", "language"].contains(key)
    }

    private static func joined(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [UInt8] {
        Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
}

extension String {
    fileprivate func trimmingSuffix(_ isCut: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, isCut(last) { rest.removeLast() }
        return rest
    }
}
