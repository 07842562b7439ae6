import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import adhand_notify

/// What messages say in each language.
struct SentencesTests {
    @Test(arguments: DisplayConfiguration.Language.allCases)
    func `every message has a title and a text without a gap`(_ language: DisplayConfiguration.Language) {
        let sentences = Sentences.sample(language, mosque: "Central Mosque")
        var titles: Set<String> = []
        for kind in Message.Kind.allCases {
            for phase in kind == .fault ? Message.Fault.Phase.allCases : [.began] {
                let message = kind == .fault ? Message.fault("1", .info, phase) : Message.sample("1", kind: kind)
                let (title, text) = (sentences.title(message), sentences.text(message))
                titles.insert(title)
                for words in [title, text] {
                    #expect(!words.isEmpty && !words.contains { "{}".contains($0) }, "\(words)")
                }
                #expect(!title.contains("\n") && text.contains("Central Mosque"))
            }
        }
        #expect(titles.count == Message.Kind.allCases.count + 2, "\(titles)")
    }

    @Test(arguments: DisplayConfiguration.Language.allCases)
    func `prayers have the names of the display's page`(_ language: DisplayConfiguration.Language) throws {
        let file = URL(filePath: Binary.root + "/Resources/display/texts/\(language.rawValue).json")
        let page = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let names = try #require(page["of"] as? [String: String])
        let prayers = try #require(page["prayers"] as? [String: String])
        let texts = SentenceTexts.of(language)
        for (key, name) in texts.of { #expect(names[key] == name) }
        #expect(texts.of.count == 7 && texts.adhan == page["call"] as? String)
        #expect(texts.iqama == page["iqama_of"] as? String && texts.khutbah == page["khutbah"] as? String)
        #expect(texts.imsak == prayers["imsak"] && texts.eid == prayers["eid"])
    }

    @Test func `a fault says since when, and at its end how long it lasted`() {
        let sentences = Sentences.sample()
        let began = "The disk is full.\nWhat to do:\nDelete files: df -h\nSince 2026-11-21 05:48"
        #expect(sentences.text(.fault("1", .warning)) == began)
        let ended = Message.fault("1", .warning, .ended, until: 1_795_240_080 + 12_059)
        #expect(sentences.text(ended).hasSuffix("\nIt lasted 3h20m"))
        #expect(sentences.text(.fault("1", .warning, .ended, until: .min)).hasSuffix("It lasted 0s"))
    }

    /// A missing card, which keeps Maghrib silent.
    private func missing(_ phase: Message.Fault.Phase = .began) -> Message {
        var record = FaultRecord()
        let fault = Fault(.cardMissing, detail: "Unknown PCM default")
        var problem = StatusReport.Problem(.sound, nil, fault, what: nil, command: nil)
        problem.call = .init(occasion: "adhan-maghrib", at: "2026-11-21T15:40:00+00:00")
        let start = Instant(seconds: 1_795_240_080)
        _ = record.update([problem], at: start)
        let began = record.update([problem], at: start + .seconds(60))
        return (phase == .began ? began : record.update([], at: start + .seconds(300)))[0]
    }

    @Test func `a fault's title says what will not sound, and its text first what to do`() {
        let sentences = Sentences.sample()
        #expect(sentences.title(missing()) == "Maghrib at 15:40 will NOT sound")
        let words = """
            What to do:
            Check that the sound card is plugged in and switched on
            The sound card is missing
            Unknown PCM default
            Since 2026-11-21 05:48
            """
        #expect(sentences.text(missing()) == words)
        #expect(missing().advice?.contains("adhand") == false)
    }

    @Test func `the end of a fault has no advice, and names no call`() {
        let ended = missing(.ended)
        let sentences = Sentences.sample()
        #expect(ended.advice == nil && ended.occasion == nil)
        #expect(sentences.title(ended) == "A fault of the adhan system is over")
        #expect(sentences.text(ended) == "The sound card is missing\nUnknown PCM default\nIt lasted 1m")
    }

    @Test func `a heading over what to do stands only over something, and what no sentence fits says what status says`()
        throws
    {
        var record = FaultRecord()
        let empty = StatusReport.Problem(.missed, "x", what: "fajr was missed", advice: "")
        let message = record.update([empty], at: Instant(seconds: 1_795_240_080))[0]
        #expect(Sentences.sample().text(message) == "fajr was missed\nSince 2026-11-21 05:48")
        var other = Message.sample("1", kind: .adhan, prayer: nil)
        (other.words, other.due) = ("a\nb", nil)
        #expect(Sentences.sample().title(other) == "a b" && Sentences.sample().text(other) == "a b")
    }

    @Test(arguments: DisplayConfiguration.Language.allCases)
    func `a fault is whole in each language, with the library's words on a line of their own`(
        _ language: DisplayConfiguration.Language
    ) {
        let sentences = Sentences.sample(language)
        let (title, lines) = (sentences.title(missing()), sentences.text(missing()).split(separator: "\n"))
        #expect(title.contains("15:40") && title.contains(SentenceTexts.of(language).of["maghrib"] ?? "?"))
        #expect(lines.count == 5 && lines[3] == "Unknown PCM default", "\(lines)")
        guard language != .english else { return }
        #expect(!lines.joined().contains("sound card") && !title.contains("sound"), "\(lines)")
    }

    @Test func `an occasion says its prayer and time`() {
        let sentences = Sentences.sample()
        #expect(sentences.title(.sample("1", kind: .adhanBefore)) == "The adhan of Fajr is at 05:48")
        #expect(sentences.text(.sample("1", kind: .adhan)) == "05:48")
        var friday = Message.sample("1", kind: .adhan, prayer: .dhuhr)
        friday.occasion = "jumuah-1-adhan"
        #expect(sentences.title(friday) == "It is time for Jumu’ah")
        #expect(Sentences.sample(.urdu).title(.sample("1", kind: .adhanBefore)) == "فجر کی اذان 05:48 بجے ہے")
    }

    @Test func `English stands on lines of its own where the letters go from right to left`() {
        for language in [DisplayConfiguration.Language.arabic, .urdu] {
            let lines = Sentences.sample(language).text(.fault("1", .info)).split(separator: "\n")
            #expect(lines.contains("The disk is full.") && lines.contains("Delete files: df -h"))
        }
    }
}

/// Which events become messages.
struct MessageEventTests {
    /// - Parameter now: in seconds after the occasion's second.
    private func message(_ name: String, _ occasion: String?, now: Int64 = -1) -> Message? {
        var event = NoticeEvent(at: "2026-11-21T12:00:00+00:00", event: name, words: "words")
        (event.occasion, event.date, event.due) = (occasion, "2026-11-21", 1_795_000_000)
        return Message(event, at: Instant(seconds: 1_795_000_000 + now))
    }

    @Test(arguments: [
        ("armed", "adhan-fajr", "adhan-before"), ("adhan", "adhan-fajr", "adhan"),
        ("completed", "adhan-fajr", "adhan-after"), ("stopped", "adhan-fajr", "adhan-after"),
        ("interrupted", "jumuah-1", "adhan-after"), ("iqama", "iqama-dhuhr", "iqama"),
        ("jumuah", "jumuah-1", "khutbah"),
        ("imsak", "imsak", "imsak"), ("iftar", "iftar", "iftar"), ("tarhim", "tarhim-fajr", "reminder"),
    ]) func `an event becomes the message of its kind`(event: String, occasion: String, kind: String) throws {
        let made = try #require(self.message(event, occasion), "\(event) \(occasion)")
        #expect(made.kind.rawValue == kind && made.occasion == occasion && made.due == 1_795_000_000)
        #expect(made.key == "\(kind)/2026-11-21/\(occasion)")
    }

    @Test(arguments: [
        ("skipped", "adhan-fajr"), ("missed", "adhan-fajr"), ("completed", "iqama-fajr"), ("armed", "iqama-fajr"),
        ("started", "adhan-fajr"), ("adhan", "iqama-fajr"), ("adhan", "nonsense"), ("refresh", nil), ("adhan", nil),
    ]) func `any other event is no message`(event: String, occasion: String?) {
        #expect(message(event, occasion) == nil)
    }

    @Test func `a sound that has begun is not announced any more`() {
        #expect(message("armed", "adhan-fajr", now: 0) == nil)
        #expect(message("adhan", "adhan-fajr", now: 90) != nil)
    }
}
