import AdhanCore
import AdhanSupport

extension Message {
    /// The message about an occasion; nil for an event that is none, or that is told as a fault.
    init?(_ event: NoticeEvent, at now: Instant) {
        // A daemon of another version may have another occasion.
        guard let name = event.occasion, let occasion = try? Occasion(named: name),  // reason: see above
            let date = event.date, let kind = Kind(event.event, occasion)
        else { return nil }
        // A sound is announced before it begins, or not at all.
        if kind == .adhanBefore, let due = event.due, due <= now.seconds { return nil }
        self.init(
            key: "\(kind.rawValue)/\(date)/\(name)",
            kind: kind,
            severity: .info,
            at: now.seconds,
            occasion: name,
            prayer: occasion.prayer,
            date: date,
            due: event.due,
            words: event.words
        )
    }
}

extension Message.Kind {
    fileprivate init?(_ event: String, _ occasion: Occasion) {
        if event == NoticeEvent.armed {
            guard occasion.isCall else { return nil }
            self = .adhanBefore
        } else if let state = LedgerState(rawValue: event) {
            guard occasion.isCall, [.completed, .interrupted, .stopped].contains(state) else { return nil }
            self = .adhanAfter
        } else {
            guard event == occasion.kind.rawValue else { return nil }
            switch occasion.kind {
            case .adhan, .firstAdhan: self = .adhan
            case .iqama: self = .iqama
            case .jumuah: self = .khutbah
            case .imsak: self = .imsak
            case .iftar: self = .iftar
            case .eid: self = .eid
            case .tarhim, .suhoor, .takbir, .reminder: self = .reminder
            }
        }
    }
}
