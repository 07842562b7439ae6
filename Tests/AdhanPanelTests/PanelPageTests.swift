import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel
@testable import AdhanWeb

/// The page's files and texts.
@Suite struct PanelPageTests {
    private static let folder = Binary.root + "/Resources/panel"

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    }

    /// - Parameter part: a view that is loaded when it is opened, or `frame`.
    private static func texts(_ language: String, of part: String = "frame") throws -> [String: String] {
        let data = try Data(contentsOf: URL(filePath: folder + "/texts/\(part)/\(language).json"))
        return try JSONDecoder().decode([String: String].self, from: data)
    }

    private static func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/" + path)
    }

    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: #/\{\w+\}/#).map { String($0.0) })
    }

    @Test func `each language has every text, with the same values in it`() throws {
        let languages = try Self.names("texts/frame")
        #expect(languages.contains("ar.json"))
        for part in try Self.names("texts") {
            let english = try Self.texts("en", of: part)
            #expect(Set(try Self.names("texts/\(part)")) == Set(languages), "\(part)")
            for language in languages.map({ $0.replacing(".json", with: "") }) {
                let texts = try Self.texts(language, of: part)
                #expect(Set(texts.keys) == Set(english.keys), "\(part) \(language)")
                #expect(texts.values.allSatisfy { !$0.isEmpty })
                for (key, text) in texts {
                    #expect(Self.placeholders(text) == Self.placeholders(english[key] ?? ""), "\(language) \(key)")
                }
                #expect(try Self.text("parts/words.js").contains("\(language): \""))
            }
        }
    }

    @Test func `each text that the page names is there, and each fault has a sentence`() throws {
        let english = try Self.texts("en")
        let parts = try Self.names("texts")
        for file in try ["panel.js"] + Self.names("parts").map({ "parts/\($0)" }) {
            // `parts/iqama-fields.js` is a file of the view `iqama`.
            let part = String(file.dropFirst("parts/".count).dropLast(".js".count).prefix { $0 != "-" })
            let texts = file == "panel.js" ? "welcome" : part
            let own = parts.contains(texts) ? try Self.texts("en", of: texts) : [:]
            for key in try Self.text(file).matches(of: #/say\("(\w+)"/#) {
                #expect(english[String(key.1)] != nil || own[String(key.1)] != nil, "\(file) \(key.1)")
            }
        }
        let room = Binary.root + "/Sources/AdhanPanel"
        let files = try FileManager.default.subpathsOfDirectory(atPath: room).filter { $0.hasSuffix(".swift") }
        let source = try files.map { try String(contentsOfFile: room + "/" + $0, encoding: .utf8) }.joined()
        let codes = source.matches(of: #/PanelRefusal\(\s*\d+,\s*"([\w-]+)"/#).map { String($0.1) }
        #expect(codes.count >= 10)
        // The box's own words tell why the daemon refuses an order.
        let others = ["logged-out", "refused", "no-route"]
        // A fault of one view has its sentence among that view's texts.
        let all = try parts.map { try Self.texts("en", of: $0) }
        for code in codes + ["changed", "changed-by-hand"] where !others.contains(code) {
            #expect(all.contains { $0["error_" + code] != nil }, "\(code)")
        }
        for code in ["name-taken", "no-such-name", "too-many", "last-caretaker", "secret-needed"] {
            let isSaid = (all + [english]).contains { $0["error_" + code] != nil }
            #expect(PanelStore.AccountRefusal(rawValue: code) != nil && isSaid, "\(code)")
        }
    }

    @Test func `the first page is at most 60 kB with all that it loads`() throws {
        let rig = try PanelRig()
        for language in ["ar", "bn", "de", "en", "fr", "id", "sv", "tr", "ur"] {
            // Bengali has the phone's own font.
            let fonts = language == "bn" ? [] : ["ar", "ur"].contains(language) ? ["naskh"] : ["inter"]
            let paths =
                [
                    "/", "/icon.svg", "/panel.css", "/panel.js", "/parts/server.js", "/parts/dom.js", "/parts/words.js",
                    "/parts/now.js", "/texts/frame/\(language).json", "/texts/now/\(language).json",
                ] + fonts.map { "/fonts/\($0)-regular.woff2" }
            let sizes = try paths.map { path in
                let answer = try WebClient(rig.address).ask(path)
                #expect(answer.status == 200, "\(path)")
                return Int(answer.headers["content-length"] ?? "") ?? 0
            }
            #expect(sizes.allSatisfy { $0 > 0 } && sizes.reduce(0, +) <= 60_000, "\(language) \(sizes.reduce(0, +))")
        }
    }

    @Test func `the page asks at once for what it needs, runs its own scripts alone, and has no markup from texts`()
        throws
    {
        let rig = try PanelRig()
        let imports = try Self.text("panel.js").matches(of: #/from "\./(parts/[\w-]+\.js)"/#).map { String($0.1) }
        #expect(imports.count >= 4)
        let languages = ["": "en", "de-AT,de;q=0.9,en;q=0.8": "de", "nl, AR;q=0.5": "ar", "nl": "en", "zz-../..": "en"]
        for (wanted, language) in languages {
            let headers = ["Host: localhost", "Accept-Language: \(wanted)"]
            for path in ["/", "/index.html"] {
                let page = try WebClient(rig.address).ask(path, "GET", headers).body
                for name in imports {
                    #expect(page.contains(#"<link rel="modulepreload" href="\#(name)">"#), "\(name)")
                }
                for name in ["api/session", "texts/frame/\(language).json"] {
                    #expect(page.contains(#"<link rel="preload" as="fetch" href="\#(name)" crossorigin>"#), "\(wanted)")
                }
            }
        }
        // It runs its own scripts alone, and has no personal data.
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

/// The memory of the panel and its children, which its unit limits.
@Suite struct PanelMemoryTests {
    /// In bytes, as measured: the process at rest with the files of its pages, and a connection with TLS.
    private static let (atRest, connection) = (40 << 20, 48 << 10)
    /// The pictures of two previews, and the work of sixteen threads.
    private static let work = 64 << 20

    @Test func `the unit's limit has room for all that may be in use at once`() throws {
        let bytes = TestDirectory.bytes(of: Binary.root + "/systemd/adhand-panel.service")
        let unit = String(decoding: bytes, as: UTF8.self)
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("MemoryMax=") && $0.hasSuffix("M") })
        let limit = try #require(Int(line.dropFirst("MemoryMax=".count).dropLast())) << 20
        let connections = WebServer.mostConnections * (WebServer.memory + WebPots.tiny + Self.connection)
        let children = RecordingCheck.Limits().memory + TimesDesk.childMemory
        let hashing = try PasswordHashing.usual().memory
        let sum = Self.atRest + Self.work + connections + WebPots.sum + hashing + children
        #expect(sum <= limit, "\(sum >> 20) of \(limit >> 20) MB")
    }
}
