import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

/// The sentences of faults for the page, the panel and messages.
struct FaultTextsTests {
    typealias Language = DisplayConfiguration.Language

    private static func file(_ language: Language) throws -> [String: String] {
        let path = Binary.root + "/Resources/faults/\(language.rawValue).json"
        return try JSONText.decode(from: BoundedFile.read(path, limit: 1 << 16))
    }

    @Test(arguments: Language.allCases)
    func `each meaning has a whole sentence and an advice in each language`(_ language: Language) throws {
        let texts = FaultTexts(language, Locations(resources: Binary.root + "/Resources", daemon: false))
        for meaning in Fault.Meaning.allCases where meaning != .other {
            let fault = Fault(meaning, file: "/srv/1.mp3", detail: "Unknown PCM default")
            let (sentence, advice) = try (#require(texts.sentence(fault)), #require(texts.advice(fault)))
            #expect(meaning.sentence.contains("{file}") == sentence.contains("1.mp3"), "\(meaning)")
            for words in [sentence, advice] {
                #expect(!words.isEmpty && !words.contains { "{}".contains($0) }, "\(words)")
                #expect(!words.contains("adhand ") || language == .english, "\(words)")
                guard [.arabic, .urdu, .bengali].contains(language) else { continue }
                let latin = words.replacing("1.mp3", with: "").replacing("MP3", with: "")
                #expect(!latin.contains { $0.isASCII && $0.isLetter }, "\(words)")
            }
        }
        #expect(try Self.file(language).count == 2 * (Fault.Meaning.allCases.count - 1), "none is left over")
        #expect(texts.sentence(Fault(.other, detail: "x")) == nil)
    }

    @Test func `the English is that of the terminal`() throws {
        let texts = try Self.file(.english)
        func capital(_ text: String) -> String {
            text.hasPrefix("adhand") ? text : text.prefix(1).uppercased() + text.dropFirst()
        }
        for meaning in Fault.Meaning.allCases where meaning != .other {
            #expect(texts[meaning.rawValue] == capital(meaning.sentence))
            #expect(texts[meaning.rawValue + ".advice"] == capital(meaning.advice))
        }
    }

    @Test func `a status of an earlier daemon is still read, and a client of before reads this one's`() throws {
        let old = #"{"id": "sound", "severity": "critical", "what": "no sound: x", "advice": "sudo adhand doctor"}"#
        let problem: StatusReport.Problem = try JSONText.decode(from: Array(old.utf8))
        #expect(problem.fault == nil && problem.command == nil && problem.remedy == "sudo adhand doctor")
        struct Before: Decodable, Equatable { let id, what, advice: String }
        let fault = Fault(.cardMissing, detail: "Unknown PCM default")
        let new = StatusReport.Problem(.sound, nil, fault, what: nil, command: nil)
        let read: Before = try JSONText.decode(from: JSONText.bytes(of: new))
        #expect(read == Before(id: "sound", what: fault.sentence, advice: fault.advice))
    }
}
