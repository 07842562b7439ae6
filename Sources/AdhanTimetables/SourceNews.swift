import AdhanCore
import Logging

/// A new piece of information in the answer of a network source.
package struct SourceNews: Sendable, Equatable {
    private enum Kind {
        case answer, remark, change, warning, fault
    }

    package let source: SourceName
    package let words: String
    private let kind: Kind

    private init(_ kind: Kind, _ source: SourceName, _ words: String) {
        (self.kind, self.source, self.words) = (kind, source, words)
    }

    /// Whether its times differ from before.
    package var isChange: Bool { kind == .change }

    /// Whether a part of it could not be fetched or used.
    package var isFault: Bool { kind == .fault || kind == .warning }

    package var level: Logger.Level {
        switch kind {
        case .answer, .remark: .info
        case .change: .notice
        case .warning, .fault: .warning
        }
    }

    /// More warnings from one answer would flood the journal: a year may have a fault for every day.
    package static let mostWarnings = 20

    /// - Parameter earlier: the same source's previous report, whose news is not repeated.
    package static func of(_ report: SourceReport, since earlier: SourceReport?) -> [SourceNews] {
        let source = report.source
        var news: [SourceNews] = []
        func add(_ kind: Kind, _ words: String) { news.append(SourceNews(kind, source, words)) }
        let old = (earlier?.faults ?? []).map(essence)
        for fault in report.faults where !old.contains(essence(fault)) { add(.fault, fault) }
        let known = earlier.map { $0.warnings + [$0.ending].compactMap(\.self) } ?? []
        let warnings = (report.warnings + [report.ending].compactMap(\.self)).filter { !known.contains($0) }
        for warning in warnings.prefix(mostWarnings) { add(.warning, warning) }
        if warnings.count > mostWarnings {
            add(.warning, "\(source.rawValue): and \(warnings.count - mostWarnings) more faults")
        }
        let remarks = report.remarks.filter { earlier?.remarks.contains($0) != true }
        for remark in remarks.prefix(mostWarnings) { add(.remark, remark) }
        for change in report.changes { add(.change, "\(source.rawValue) has changed: \(change)") }
        if !report.answers.isEmpty, report.isNew || earlier?.isStale != false {
            add(.answer, "\(source.rawValue) has answered: " + report.answers.joined(separator: ", "))
        }
        return news
    }

    /// A fault without the parts that differ each time: libcurl's message contains how long it tried.
    private static func essence(_ words: String) -> [Substring] {
        let words = words.split(separator: " ")
        func isDuration(_ index: Int) -> Bool { index > 0 && words[index - 1] == "after" && Int(words[index]) != nil }
        return words.indices.filter { index in
            let isUnit = index > 0 && isDuration(index - 1) && ["ms", "s"].contains { words[index].hasPrefix($0) }
            return !isDuration(index) && !isUnit
        }.map { words[$0] }
    }
}
