import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// The page's files and texts.
@Suite struct PanelPageTests {
    private static let folder = Binary.root + "/Resources/panel"

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    }

    private static func texts(_ language: String) throws -> [String: String] {
        let data = try Data(contentsOf: URL(filePath: folder + "/texts/\(language).json"))
        return try JSONDecoder().decode([String: String].self, from: data)
    }

    private static func languages() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/texts").map { $0.replacing(".json", with: "") }
    }

    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: #/\{\w+\}/#).map { String($0.0) })
    }

    @Test func `each language has every text, with the same values in it`() throws {
        let english = try Self.texts("en")
        let languages = try Self.languages()
        #expect(languages.contains("ar"))
        for language in languages {
            let texts = try Self.texts(language)
            #expect(Set(texts.keys) == Set(english.keys), "\(language)")
            #expect(texts.values.allSatisfy { !$0.isEmpty })
            for (key, text) in texts {
                #expect(Self.placeholders(text) == Self.placeholders(english[key] ?? ""), "\(language) \(key)")
            }
            #expect(try Self.text("parts/words.js").contains("\(language): \""))
        }
    }

    @Test func `each text that the page names is there, and each fault has a sentence`() throws {
        let english = try Self.texts("en")
        for file in ["panel.js", "parts/now.js", "parts/people.js", "parts/server.js"] {
            for key in try Self.text(file).matches(of: #/say\("(\w+)"/#) {
                #expect(english[String(key.1)] != nil, "\(file) \(key.1)")
            }
        }
        let root = Binary.root + "/Sources/AdhanPanel/Service/PanelService.swift"
        let source = try String(contentsOfFile: root, encoding: .utf8)
        let codes = source.matches(of: #/PanelRefusal\(\s*\d+,\s*"([\w-]+)"/#).map { String($0.1) }
        #expect(codes.count >= 10)
        for code in codes where code != "logged-out" { #expect(english["error_" + code] != nil, "\(code)") }
        for code in ["name-taken", "no-such-name", "too-many", "last-caretaker", "secret-needed"] {
            #expect(PanelStore.AccountRefusal(rawValue: code) != nil && english["error_" + code] != nil, "\(code)")
        }
    }

    @Test(arguments: ["en", "ar"])
    func `the first page is at most 60 kB with all that it loads`(language: String) throws {
        let rig = try PanelRig()
        let font = language == "ar" ? "naskh" : "inter"
        let paths = [
            "/", "/icon.svg", "/panel.css", "/panel.js", "/parts/server.js", "/parts/dom.js", "/parts/words.js",
            "/parts/now.js", "/parts/people.js", "/texts/\(language).json", "/fonts/\(font)-regular.woff2",
        ]
        let sizes = try paths.map { path in
            let answer = try WebClient(rig.address).ask(path)
            #expect(answer.status == 200, "\(path)")
            return Int(answer.headers["content-length"] ?? "") ?? 0
        }
        #expect(sizes.allSatisfy { $0 > 0 } && sizes.reduce(0, +) <= 60_000, "\(sizes.reduce(0, +))")
    }

    @Test func `the page runs its own scripts alone, has no markup from texts, and no personal data`() throws {
        let rig = try PanelRig()
        let page = try WebClient(rig.address).ask("/")
        let policy = try #require(page.headers["content-security-policy"])
        #expect(policy.contains("script-src 'self'") && policy.contains("style-src 'self'"))
        #expect(!policy.contains("unsafe") && page.headers["strict-transport-security"] == nil)
        #expect(!page.body.contains(#/<script(?![^>]*src=)|style=|\son\w+=/#))
        for file in ["panel.js", "parts/now.js", "parts/people.js", "parts/dom.js"] {
            #expect(!(try Self.text(file).contains(#/innerHTML|insertAdjacentHTML|eval\(|document\.write/#)), "\(file)")
        }
        #expect(try WebClient(rig.address).ask("/private/key.pem").status == 404)
        #expect(try WebClient(rig.address).ask("/../panel.css").status != 200)
    }

    @Test func `directions are logical, so that Arabic needs no rules of its own`() throws {
        let css = try Self.text("panel.css")
        #expect(!css.contains(#/(margin|padding|border)-(left|right)|text-align: (left|right)|\b(left|right):/#))
        #expect(try Self.texts("ar")["direction"] == "rtl")
    }
}
