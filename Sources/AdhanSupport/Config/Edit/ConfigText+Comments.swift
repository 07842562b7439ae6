/// Settings in comments, and the place of new lines.
extension ConfigText {
    /// A commented line `# key = value`.
    struct CommentedValue {
        /// The offsets of the line, without its end.
        let range: Range<Int>
        /// The text before the value, without the sign of the comment.
        let before: String
        let behind: String
    }

    /// The header in a comment, as `# [iqama]`; nil where the line has none.
    func commentedHeader(_ line: Int) -> String? {
        let content = content(of: line)
        // A header is short.
        guard content.count <= 200 else { return nil }
        let words = ConfigLine(String(decoding: content, as: UTF8.self).drop { "# \t".contains($0) })
        guard let header = words.header, header.open.count == header.close.count else { return nil }
        return String(header.name)
    }

    /// Finds the value in a line `# name = value`, also where a comment is behind it.
    func commentedValue(_ line: Int, _ name: String) -> CommentedValue? {
        let content = content(of: line)
        let indentation = content.prefix { $0 == 0x20 || $0 == 0x09 }
        let body = content.dropFirst(indentation.count + 1).drop { $0 == 0x20 || $0 == 0x09 }
        // Most comments are sentences.
        guard let first = body.first, ConfigChange.isBare(first) || [0x22, 0x27].contains(first),
            body.contains(UInt8(ascii: "=")),
            let setting = try? ConfigText(Array(body), file: file),  // reason: a sentence is no setting
            case .table(let members) = setting.tree.value, members.count == 1, let member = members.first,
            !member.isTable || member.isInline, member.key.utf8.elementsEqual(name.utf8)
        else { return nil }
        let (begin, end) = (setting.offset(of: member.extent.lowerBound), setting.offset(of: member.extent.upperBound))
        return CommentedValue(
            range: content.startIndex..<content.endIndex,
            before: String(decoding: indentation + setting.bytes[..<begin], as: UTF8.self),
            behind: String(decoding: setting.bytes[max(begin, end)...], as: UTF8.self)
        )
    }

    /// The blanks before the last key of these lines.
    func indentation(in lines: Range<Int>) -> String {
        guard let line = lines.last(where: { valueEnd(of: $0) != nil }) else { return "" }
        return String(decoding: content(of: line).prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
    }

    /// The line behind which a new key belongs: the last of the comments that follow a line, or the line itself where
    /// those comments may belong to the next table.
    func blockEnd(behind line: Int, in section: Range<Int>) -> Int {
        let comments = section.drop { $0 <= line }.prefix { isComment($0) && commentedHeader($0) == nil }
        guard let last = comments.last else { return line }
        return last + 1 == lineCount || isBlank(last + 1) ? last : line
    }
}
