import AdhanCore
import AdhanSupport

/// The title and the text of a message, in a receiver's language.
///
/// What is English has lines of its own: a line of Arabic and English would be set in the wrong order.
struct Sentences: Sendable {
    /// In bytes, of what status says and of its advice.
    private static let longest = 1500

    let language: DisplayConfiguration.Language
    /// The mosque's zone.
    let zone: ZoneRules
    let mosque: String?
    /// Nil for those of the status, in English.
    var faults: FaultTexts?

    private var texts: SentenceTexts { SentenceTexts.of(language) }

    /// One line.
    func title(_ message: Message) -> String {
        let title = plainTitle(message)
        return message.isTest == true ? texts.test.replacing("{title}", with: title) : title
    }

    private func plainTitle(_ message: Message) -> String {
        let texts = texts
        let pattern =
            switch message.kind {
            case .adhanBefore: texts.adhanBefore
            case .adhan: texts.adhan
            case .adhanAfter: texts.adhanAfter
            case .iqama: texts.iqama
            case .khutbah: texts.khutbah
            case .imsak: texts.imsak
            case .iftar: texts.iftar
            case .eid: texts.eid
            case .reminder: name(message) == nil ? texts.reminder : texts.reminderOf
            case .fault where name(message) != nil: texts.silent
            case .fault:
                switch message.fault?.phase {
                case .began, nil: texts.began
                case .continues: texts.continues
                case .ended: texts.ended
                }
            }
        let needsName = pattern.contains("{of}")
        guard let name = name(message) ?? (needsName ? nil : "") else { return line(message.words) }
        guard let time = time(message) ?? (pattern.contains("{time}") ? nil : "") else { return line(message.words) }
        return pattern.replacing("{of}", with: name).replacing("{time}", with: time)
    }

    /// One line or several, without a line break at its end.
    func text(_ message: Message) -> String {
        guard message.kind == .fault else {
            let parts = [time(message), mosque.map(line)].compactMap(\.self)
            return parts.isEmpty ? line(message.words) : parts.joined(separator: texts.comma)
        }
        let meaning = message.fault?.meaning
        let advice = message.advice.map { advice in meaning.flatMap { faults?.advice($0) } ?? advice }
        var lines = advice.map { [texts.advice, line($0)] } ?? []
        if let meaning, let sentence = faults?.sentence(meaning) {
            lines += [line(sentence)] + (meaning.detail.map { [line($0)] } ?? [])
        } else {
            lines.insert(line(message.words), at: 0)
        }
        if let fault = message.fault { lines.append(duration(fault)) }
        if let mosque { lines.append(line(mosque)) }
        return lines.joined(separator: "\n")
    }

    private func duration(_ fault: Message.Fault) -> String {
        let since = Instant(seconds: fault.since)
        guard let until = fault.until else {
            let wall = zone.wall(at: since)
            return texts.since.replacing("{time}", with: "\(wall.date) \(wall.clockText)")
        }
        let (seconds, hasEnded) = until.subtractingReportingOverflow(fault.since)
        // Seconds say nothing after an hour.
        let length = hasEnded ? 0 : max(0, seconds < 3600 ? seconds : seconds / 60 * 60)
        return texts.lasted.replacing("{duration}", with: DurationText.format(.seconds(length)))
    }

    /// The prayer's name within a sentence; nil where there is none.
    private func name(_ message: Message) -> String? {
        let occasion = message.occasion ?? ""
        let key = occasion.contains("jumuah") ? "jumuah" : occasion.contains("eid-") ? "eid" : message.prayer?.rawValue
        return key.flatMap { texts.of[$0] }
    }

    private func time(_ message: Message) -> String? {
        message.due.map { zone.clockText(Instant(seconds: $0)) }
    }

    private func line(_ text: String) -> String { OneLine.of(text, limit: Self.longest) }
}
