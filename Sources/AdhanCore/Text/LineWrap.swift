/// A line that is wider than a terminal, as several: broken between words, and set in to where its words begin.
package enum LineWrap {
    /// A command that is to be copied stays whole: the terminal breaks it without a line's end.
    ///
    /// - Parameter width: of the terminal, in columns; a narrower one than 40 breaks lines itself.
    package static func lines(_ line: String, width: Int) -> [String] {
        var start = wordsBegin(line, within: width / 3)
        let isAdvice = line.dropFirst(start).hasPrefix("→ ")
        if isAdvice { start += 2 }
        let (head, words) = (line.prefix(start), line.dropFirst(start))
        guard width >= 40, line.count > width else { return [line] }
        let margin = String(repeating: " ", count: start == 0 ? 4 : start)
        var (lines, current, isBegun): ([String], String, Bool) = ([], String(head), false)
        for word in unbreakable(words, isAdvice) {
            if isBegun, current.count + 1 + word.count > width {
                lines.append(current)
                (current, isBegun) = (margin, false)
                // The spaces between columns are not to set the next line in further.
                if word.isEmpty { continue }
            }
            current += (isBegun ? " " : "") + word
            isBegun = true
        }
        return lines + [current]
    }

    private static let programs: Set = [
        "adhand", "amixer", "aplay", "apt", "chgrp", "chmod", "chown", "df", "dmesg", "ffmpeg", "install", "journalctl",
        "lame", "ls", "mount", "sudo", "systemctl", "timedatectl",
    ]

    /// The words, each command as one: from `sudo`, or a program behind a colon or an arrow, to the end of the clause.
    private static func unbreakable(_ text: Substring, _ isAdvice: Bool) -> [String] {
        var (words, isCommand): ([String], Bool) = ([], false)
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if isCommand, let last = words.popLast() {
                words.append("\(last) \(word)")
            } else {
                let isBegun = words.last?.hasSuffix(":") ?? isAdvice
                isCommand = word == "sudo" || isBegun && programs.contains(String(word))
                words.append(String(word))
            }
            if word.last.map(";,.".contains) == true { isCommand = false }
        }
        return words
    }

    /// Behind the columns that two spaces or more end, as far as they are near to the left.
    private static func wordsBegin(_ line: String, within limit: Int) -> Int {
        let letters = Array(line.prefix(limit))
        let begin = letters.indices.last { index in
            index >= 2 && letters[index] != " " && letters[(index - 2)..<index].allSatisfy { $0 == " " }
        }
        return begin ?? 0
    }
}
