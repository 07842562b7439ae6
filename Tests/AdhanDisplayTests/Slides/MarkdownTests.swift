import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanDisplay

/// A slide's text as the fragment that the page gets.
@Suite struct MarkdownTests {
    private func read(_ text: String, _ language: DisplayConfiguration.Language? = nil) -> Markdown {
        Markdown(text, language: language) { $0 == "hall.jpg" ? "/slides/1.jpeg" : nil }
    }

    @Test(arguments: [
        (
            "# Classes\n\nOn *Sunday*, **ten** o’clock.",
            "<h1>Classes</h1><p>On <em>Sunday</em>, <strong>ten</strong> o’clock.</p>"
        ),
        ("### Small", "<h2>Small</h2>"),
        ("- one\n- two", "<ul><li>one</li><li>two</li></ul>"),
        ("1. one\n\n2. two", "<ol><li><p>one</p></li><li><p>two</p></li></ol>"),
        ("one  \ntwo\nthree", "<p>one<br>two\nthree</p>"),
        ("[our site](https://mosque.example)", "<p>our site</p>"),
        ("> quoted", "<p>quoted</p>"),
        ("    5 < 6 & \"7\"", "<p>5 &lt; 6 &amp; &quot;7&quot;\n</p>"),
        ("![the hall](hall.jpg) below", "<p><img src=\"/slides/1.jpeg\" alt=\"\"> below</p>"),
        ("one\n\n---\n\ntwo", "<p>one</p><p>two</p>"),
    ])
    func `each part of Markdown becomes what the page can show`(text: String, html: String) {
        let markdown = read(text)
        #expect(markdown.html.replacing(" dir=\"ltr\"", with: "") == html)
        #expect(markdown.problems.isEmpty)
    }

    @Test func `HTML and a picture that is not there are left out, and said with their line`() {
        let markdown = read("# Title\n\n<script>alert(1)</script>\n\nA <b>word</b> and ![a plan](plan.png).")
        #expect(!markdown.html.contains("<b>") && !markdown.html.contains("script"))
        #expect(markdown.html.hasSuffix("<p dir=\"ltr\">A word and a plan.</p>"))
        #expect(markdown.problems.map(\.line) == [3, 5] && markdown.problems.map(\.count) == [2, 1])
        #expect(markdown.problems.first?.words == "HTML is not shown; write the text in Markdown")
        #expect(markdown.problems.last?.words.contains("no picture 'plan.png' in this folder") == true)
    }

    @Test func `each block has the direction of its letters, and the language where that is known`() {
        let mixed = read("# سبحان الله\n\nGlory be to God (33).\n\n33", .english).html
        #expect(mixed.contains("<h1 lang=\"ar\" dir=\"rtl\">") && mixed.contains("<p lang=\"en\" dir=\"ltr\">"))
        #expect(mixed.hasSuffix("<p>33</p>"))
        #expect(read("سبحان اللہ", .urdu).html.hasPrefix("<p lang=\"ur\" dir=\"rtl\">"))
        #expect(read("Sübhanallah").html.hasPrefix("<p dir=\"ltr\">"))
    }

    @Test func `lists within lists are closed again, however deep`() {
        let deep = (0..<200).map { String(repeating: "  ", count: $0) + "- x" }.joined(separator: "\n")
        let html = read(deep).html
        #expect(html.matches(of: /<li>|<ul/).count == html.matches(of: /<\/li>|<\/ul>/).count)
        #expect(html.matches(of: /<ul/).count <= 12 && html.matches(of: /x/).count == 200)
    }

    @Test func `no text gets a tag of its own into the page`() {
        let tags: Set = ["h1", "h2", "p", "ul", "ol", "li", "em", "strong", "br", "img"]
        let parts = [
            "<img src=x onerror=alert(1)>", "![a](javascript:alert(1))", "[a](javascript:alert(1))", "<!--", "]]>",
            "&lt;b&gt;",
            "`<b>`", "```\n<i>\n```", "# ", "> ", "- ", "**", "_", "\n\n", "  \n", "\u{202E}", "سلام", "\"", "'",
            "![](hall.jpg)",
            "&#60;b&#62;", "<a href=\"x\">", "1. ", "\t", "\u{0}",
        ]
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 1...30, using: &random)).compactMap { _ in
                parts.randomElement(using: &random)
            }.joined()
            let html = read(text).html
            for tag in html.matches(of: /<\/?([^ >]*)([^>]*)>/) {
                #expect(tags.contains(String(tag.1)), "\(text): \(html)")
                #expect(
                    tag.2.wholeMatch(of: /( lang="[a-z]+"| dir="(ltr|rtl)"| src="\/slides\/1.jpeg" alt="")*/) != nil,
                    "\(text): \(html)"
                )
            }
        }
    }
}
