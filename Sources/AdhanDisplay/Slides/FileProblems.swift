import AdhanSupport
import AdhanCore

/// What is wrong with the mosque's own files, in sentences: one for each file and kind, so that a broken folder fills
/// no answer and no journal.
struct FileProblems {
    /// How many sentences there are at most; one more says how many are left out.
    static let most = 50
    /// The longest sentence, in bytes. The name of a file has up to 255.
    private static let longest = 600

    private(set) var sentences: [String] = []

    /// - Parameter count: how many of its kind there are.
    mutating func add(_ words: String, count: Int = 1, more: String = "more like it") {
        let rest = count > 1 ? " (and \(count - 1) \(more))" : ""
        sentences.append(OneLine.of(words, limit: Self.longest) + rest)
    }

    /// The first fault of a file.
    mutating func add(_ faults: [ConfigFault]) {
        guard let first = faults.first else { return }
        add(first.description, count: faults.count, more: "more in this file")
    }

    mutating func add(_ other: FileProblems) { sentences += other.sentences }

    /// At most `most` of them, with one more that counts the rest.
    var short: [String] {
        let rest = sentences.count - Self.most
        guard rest > 0 else { return sentences }
        let more =
            "and \(rest) more \(rest == 1 ? "problem" : "problems") with the mosque's own files; mend these first"
        return sentences.prefix(Self.most) + [more]
    }
}
