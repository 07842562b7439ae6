import AdhanCore
import AdhanTestSupport
import Testing

/// A fault of a box in the campaign, with its duration. `description` is to be pasted into `FoundByTheCampaignTests`.
enum Fault: Sendable, Hashable, CustomStringConvertible {
    /// The process is killed and started again after that time.
    case kill(down: Int)
    /// A power cut. Without a hardware clock the box comes back at the time it had, and its clock is set later.
    case powerCut(down: Int, lostClockFor: Int)
    /// The wall clock is set wrongly for a while.
    case clockLie(by: Int, lasting: Int)
    /// NTP corrects a small error.
    case clockStep(by: Int)
    /// The machine sleeps.
    case sleep(seconds: Int)
    /// tzdata changes the zone's rules.
    case zone(Zone)
    /// The timetable is corrected by so many minutes for that prayer.
    case correction(Prayer, minutes: Int)
    case device(Device, lasting: Int)
    case disk(Disk, lasting: Int)
    /// The clock is not trusted for so long, though it is right.
    case doubt(lasting: Int)
    case sigterm(down: Int)
    /// A person mutes everything for so long; the mute may be taken back after a while.
    case mute(for: Int, takenBackAfter: Int?)
    /// A person mutes the next adhan alone; the mute may be taken back after a while.
    case muteNext(takenBackAfter: Int?)
    /// A person stops what sounds, so long after the next adhan has begun.
    case stop(after: Int)
    /// A person starts a trial, which may last into an adhan.
    case trial
    /// The recordings of everything that is no call to prayer are missing.
    case missing(lasting: Int)
    /// The config is reloaded so many times, at these intervals.
    case reload(times: Int, every: Int)
    /// Nobody reads the log.
    case log(lasting: Int)
    /// The timetable's mount hangs.
    case timetable(lasting: Int)
    /// Somebody starts a second daemon on the ledger.
    case secondDaemon
    /// An archive of the box is made. So long after that it stops, and so long after that another box starts with the
    /// archive.
    case move(after: Int, down: Int)
    /// No fault: time passes until so long after the next adhan's second, or before it.
    case untilAdhan(plus: Int)
    /// While one fault lasts others come, each so long after the one before.
    indirect case during(Fault, [Later])

    struct Later: Sendable, Hashable, CustomStringConvertible {
        var after: Int
        var fault: Fault

        init(_ after: Int, _ fault: Fault) { (self.after, self.fault) = (after, fault) }

        init?(_ text: String) {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2, let after = Int(parts[0]), let fault = Fault(parts[1]) else { return nil }
            self.init(after, fault)
        }

        var description: String { "\(after) \(fault)" }
    }

    enum Zone: String, CaseIterable, Sendable { case local, withoutSummerTime, anHourOff }
    enum Device: String, CaseIterable, Sendable { case gone, brokenFile, mute, slow, unplugged }
    /// `fullEverywhere` has no room for marks either; `hangingEverywhere` hangs for marks, too; `unanswered` hangs after it has taken the
    /// row; `slow` finishes a mark before its row, `slowMarks` after it; `replaced` replaces the open ledger by an empty one.
    enum Disk: String, CaseIterable, Sendable {
        case full, unreadable, hanging, unanswered, slow, slowMarks, fullEverywhere, hangingEverywhere, replaced

        /// Whether a mark may be missing when the process ends.
        var spoilsMarks: Bool { [.slow, .slowMarks, .fullEverywhere, .hangingEverywhere].contains(self) }
    }

    var description: String {
        if case .during(let outer, let inner) = self {
            return "\(outer): \(inner.map(\.description).joined(separator: ", "))"
        }
        return words.joined(separator: " ")
    }

    /// The case's name and its values.
    private var words: [String] {
        if self == .trial { return ["trial"] }
        guard let payload = Mirror(reflecting: self).children.first else { return ["secondDaemon"] }
        let values = Mirror(reflecting: payload.value).children.map(\.value)
        return [payload.label ?? ""]
            + (values.isEmpty ? [payload.value] : values).map { ($0 as? Int).map(String.init) ?? "\($0)" }
    }

    /// Reads what `description` has written; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
        if parts.count == 2, let outer = Fault(parts[0]) {
            self = .during(outer, parts[1].split(separator: ", ").compactMap { Later(String($0)) })
            return
        }
        let words = text.split(separator: " ").map(String.init) + ["", ""]
        let (name, first, second) = (words[0], Int(words[1]), Int(words[2]))
        let found: Fault? =
            switch name {
            case "kill": first.map { .kill(down: $0) }
            case "powerCut": .powerCut(down: first ?? 0, lostClockFor: second ?? 0)
            case "clockLie": .clockLie(by: first ?? 0, lasting: second ?? 0)
            case "clockStep": first.map { .clockStep(by: $0) }
            case "sleep": first.map { .sleep(seconds: $0) }
            case "zone": Zone(rawValue: words[1]).map { .zone($0) }
            case "correction": Prayer(rawValue: words[1]).map { .correction($0, minutes: second ?? 0) }
            case "device": Device(rawValue: words[1]).map { .device($0, lasting: second ?? 0) }
            case "disk": Disk(rawValue: words[1]).map { .disk($0, lasting: second ?? 0) }
            case "doubt": first.map { .doubt(lasting: $0) }
            case "sigterm": first.map { .sigterm(down: $0) }
            case "mute": .mute(for: first ?? 0, takenBackAfter: second)
            case "muteNext": .muteNext(takenBackAfter: first)
            case "stop": first.map { .stop(after: $0) }
            case "trial": .trial
            case "missing": first.map { .missing(lasting: $0) }
            case "reload": .reload(times: first ?? 0, every: second ?? 0)
            case "log": first.map { .log(lasting: $0) }
            case "timetable": first.map { .timetable(lasting: $0) }
            case "secondDaemon": .secondDaemon
            case "move": .move(after: first ?? 0, down: second ?? 0)
            case "untilAdhan": first.map { .untilAdhan(plus: $0) }
            default: nil
            }
        guard let found, found.description == text else { return nil }
        self = found
    }

    /// Whether it may delay a prayer: card, clock, process, timetable or a person. The mute of one prayer delays no
    /// other.
    var disturbs: Bool {
        switch self {
        case .disk, .log, .timetable, .secondDaemon, .untilAdhan, .reload, .trial, .missing, .muteNext: false
        case .during(let outer, let inner): outer.disturbs || inner.contains { $0.fault.disturbs }
        default: true
        }
    }

    /// The name under which the campaign counts it.
    var kinds: [String] {
        if case .during(let outer, let inner) = self {
            return ["overlapping"] + outer.kinds + inner.flatMap(\.fault.kinds)
        }
        return [kind]
    }

    private var kind: String {
        switch self {
        case .device(let device, _): "device \(device)"
        case .disk(let disk, _): "disk \(disk)"
        case .zone(let zone): "zone \(zone)"
        default: words[0]
        }
    }
}

/// A scenario: the start, and the faults, each after so many seconds without one.
struct Scenario: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    var name: String
    var start: String
    var city: City
    var faults: [(after: Int, fault: Fault)]
    var day = Day.plain

    /// Which occasions the box has beside the adhans.
    enum Day: String, Sendable {
        case plain
        /// All, each with a recording.
        case whole
        /// All; some have no recording and are announced, and others sound in place of an adhan.
        case sparse
    }

    var testDescription: String { name }

    /// Its sentence, its start, and a line for each fault.
    var description: String {
        "\(name)\n  \(start) \(city.rawValue) \(day.rawValue)\n"
            + faults.map { "  \($0.after) \($0.fault)" }.joined(separator: "\n")
    }

    /// The scenarios of a text. A line that is not indented is the sentence of the next one; `#` begins a comment.
    static func all(_ text: String) -> [Scenario] {
        var scenarios: [Scenario] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("  #") {
            guard line.hasPrefix("  ") else {
                scenarios.append(Scenario(name: String(line), start: "", city: .london, faults: []))
                continue
            }
            guard let last = scenarios.indices.last else { continue }
            for part in line.dropFirst(2).split(separator: "; ").map(String.init) {
                if let later = Fault.Later(part) {
                    scenarios[last].faults.append((later.after, later.fault))
                } else {
                    // What is no fault has no date, and fails.
                    let words = part.split(separator: " ").map(String.init) + ["", "", ""]
                    (scenarios[last].start, scenarios[last].city) = (words[0], City(rawValue: words[1]) ?? .london)
                    scenarios[last].day = Day(rawValue: words[2]) ?? .plain
                }
            }
        }
        return scenarios
    }

    enum City: String, CaseIterable, Sendable {
        case london, cairo, queens, kualaLumpur, tromso, oskemen
    }

    /// A random scenario of about that many days.
    ///
    /// Times near prayers are drawn more often than by chance, since decisions are made there.
    init(seed: UInt64, days: Int) {
        var random = SeededGenerator(seed: seed)
        let first = CivilDate(dayNumber: 20_454 + Int.random(in: 0..<730, using: &random))
        let city = City.allCases.randomElement(using: &random) ?? .london
        (name, start, self.city, faults) = ("seed \(seed)", first.description, city, [])
        day = seed % 6 == 1 ? .whole : seed % 6 == 4 ? .sparse : .plain
        var elapsed = 0
        while elapsed < days * 86_400 {
            var after = Self.pause(&random)
            let fault = Self.overlapping(&random)
            if case .move = fault, Bool.random(using: &random) {
                let near = Fault.untilAdhan(plus: Int.random(in: -60...60, using: &random))
                faults.append((after, near))
                elapsed += after + near.length
                after = 0
            }
            faults.append((after, fault))
            elapsed += after + fault.length
        }
    }

    init(name: String, start: String, city: City, faults: [(after: Int, fault: Fault)]) {
        (self.name, self.start, self.city, self.faults) = (name, start, city, faults)
    }

    private static func pause(_ random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Int.random(in: 0..<60, using: &random)
        case 1: Int.random(in: 60..<3600, using: &random)
        case 2: Int.random(in: 3600..<86_400, using: &random)
        default: Int.random(in: 86_400..<259_200, using: &random)
        }
    }

    /// A number of seconds, spread over many orders of magnitude.
    private static func length(_ random: inout SeededGenerator, upTo limit: Int) -> Int {
        let scale = [5, 60, 400, 3600, 40_000, 200_000, 1_000_000].filter { $0 <= limit }
        return Int.random(in: 1...(scale.randomElement(using: &random) ?? 5), using: &random)
    }

    /// A third of the lasting faults have others within them.
    private static func overlapping(_ random: inout SeededGenerator) -> Fault {
        let outer = fault(&random)
        switch outer {
        case .device, .disk, .log, .timetable, .missing: break
        default: return outer
        }
        guard Int.random(in: 0..<3, using: &random) == 0 else { return outer }
        var inner: [Fault.Later] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            if Bool.random(using: &random) {
                inner.append(.init(0, .untilAdhan(plus: Int.random(in: -14...60, using: &random))))
            }
            inner.append(.init(length(&random, upTo: 400), fault(&random)))
        }
        return .during(outer, inner)
    }

    private static func fault(_ random: inout SeededGenerator) -> Fault {
        let sign = Bool.random(using: &random) ? 1 : -1
        switch Int.random(in: 0..<23, using: &random) {
        case 0: return .kill(down: length(&random, upTo: 3600))
        case 1: return .kill(down: length(&random, upTo: 1_000_000))
        case 2: return .powerCut(down: length(&random, upTo: 200_000), lostClockFor: length(&random, upTo: 40_000))
        case 3:
            // Up to 72 years ahead, and back again.
            let by = Bool.random(using: &random) ? 72 * 31_557_600 : length(&random, upTo: 1_000_000)
            return .clockLie(by: sign * by, lasting: length(&random, upTo: 40_000))
        case 4: return .clockStep(by: sign * Int.random(in: 1...90, using: &random))
        case 5: return .sleep(seconds: length(&random, upTo: 1_000_000))
        case 6: return .zone(Fault.Zone.allCases.randomElement(using: &random) ?? .local)
        case 7:
            let prayer = Prayer.called.randomElement(using: &random) ?? .dhuhr
            return .correction(prayer, minutes: Int.random(in: -20...20, using: &random))
        case 8:
            return .device(
                Fault.Device.allCases.randomElement(using: &random) ?? .gone,
                lasting: length(&random, upTo: 40_000)
            )
        case 9, 17:
            return .disk(
                Fault.Disk.allCases.randomElement(using: &random) ?? .full,
                lasting: length(&random, upTo: 40_000)
            )
        case 10: return .doubt(lasting: length(&random, upTo: 200_000))
        case 11: return .sigterm(down: length(&random, upTo: 40_000))
        case 12:
            let time = length(&random, upTo: 200_000)
            let back = Bool.random(using: &random) ? Int.random(in: 0...time, using: &random) : nil
            return time % 2 == 0 ? .mute(for: time, takenBackAfter: back) : .muteNext(takenBackAfter: back)
        case 13: return .stop(after: Int.random(in: 0...44, using: &random))
        case 14, 15:
            return .reload(
                times: Int.random(in: 1...20, using: &random),
                every: length(&random, upTo: 400)
            )
        case 16: return .trial
        case 18: return .log(lasting: length(&random, upTo: 200_000))
        case 19: return .timetable(lasting: length(&random, upTo: 200_000))
        case 20: return .missing(lasting: length(&random, upTo: 200_000))
        case 21: return .move(after: length(&random, upTo: 200_000), down: length(&random, upTo: 1_000_000))
        default: return .secondDaemon
        }
    }
}

extension Fault {
    /// How many seconds of true time it takes.
    var length: Int {
        switch self {
        case .kill(let down), .sigterm(let down): down
        case .powerCut(let down, let lost): down + lost
        case .move(let after, let down): after + down
        case .clockLie(_, let lasting), .device(_, let lasting), .disk(_, let lasting), .doubt(let lasting): lasting
        case .sleep(let seconds): seconds
        case .mute(let time, let back): back ?? time
        case .muteNext(let back): back ?? 0
        case .stop(let after): 43_200 + after
        case .reload(let times, let interval): times * interval
        case .log(let lasting), .timetable(let lasting), .missing(let lasting): lasting
        case .untilAdhan: 20_000
        case .during(let outer, let inner): max(outer.length, inner.reduce(0) { $0 + $1.after + $1.fault.length })
        case .clockStep, .zone, .correction, .trial, .secondDaemon: 0
        }
    }
}
