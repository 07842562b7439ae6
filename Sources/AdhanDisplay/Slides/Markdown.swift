import AdhanSupport
import CCMark

/// A text in Markdown as an HTML fragment for the page. Only `h1 h2 p ul ol li em strong br img` come out, with `lang`
/// and `dir`: the fragment is written from the parsed text, so nothing of the file gets into it unescaped.
struct Markdown {
    /// More open tags than this are left out, with what they would have looked like.
    private static let deepest = 12

    /// Something that is not shown, or not as it is written.
    struct Problem: Equatable {
        /// From 1, of the text that was given.
        let line: Int
        let words: String
        /// How many of its kind there are; this is the first.
        var count = 1
    }

    private enum Kind: CaseIterable { case html, picture }

    private(set) var html = ""
    /// Whether nothing would be seen of it.
    private(set) var isEmpty = true
    /// Of each kind the first, and the last.
    private var (found, last): ([Kind: Problem], [Kind: Problem]) = ([:], [:])
    /// Empty where a tag was not opened.
    private var closing: [String] = []
    private var depth = 0
    private let language: DisplayConfiguration.Language?
    private let picture: (String) -> String?

    /// - Parameters:
    ///   - language: of the text; Arabic script without one counts as Arabic.
    ///   - picture: from an image's address to its path on this server; nil where there is none.
    init(_ text: String, language: DisplayConfiguration.Language?, picture: @escaping (String) -> String?) {
        (self.language, self.picture) = (language, picture)
        guard let document = cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) else { return }
        defer { cmark_node_free(document) }
        guard let walk = cmark_iter_new(document) else { return }
        defer { cmark_iter_free(walk) }
        while true {
            let event = cmark_iter_next(walk)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { break }
            if event == CMARK_EVENT_EXIT {
                close()
            } else if enter(node) {
                cmark_iter_reset(walk, node, CMARK_EVENT_EXIT)
            }
        }
    }

    /// The first of each kind, by their lines.
    var problems: [Problem] { found.values.sorted { ($0.line, $0.words) < ($1.line, $1.words) } }

    /// - Returns: whether what is in the node is left out.
    private mutating func enter(_ node: OpaquePointer) -> Bool {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_HEADING: open(cmark_node_get_heading_level(node) == 1 ? "h1" : "h2", node)
        case CMARK_NODE_PARAGRAPH: open(Self.isInTightList(node) ? nil : "p", node)
        case CMARK_NODE_LIST: open(cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? "ol" : "ul", node)
        case CMARK_NODE_ITEM: open("li", node)
        case CMARK_NODE_EMPH: open("em", node)
        case CMARK_NODE_STRONG: open("strong", node)
        case CMARK_NODE_IMAGE: return image(node)
        case CMARK_NODE_CODE_BLOCK:
            html += "<p>"
            show(Self.literal(node))
            html += "</p>"
        case CMARK_NODE_TEXT, CMARK_NODE_CODE: show(Self.literal(node))
        case CMARK_NODE_SOFTBREAK: html += "\n"
        case CMARK_NODE_LINEBREAK: html += "<br>"
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
            problem(.html, node, "HTML is not shown; write the text in Markdown")
        case CMARK_NODE_THEMATIC_BREAK: break
        // Of a link its text remains: nobody can follow it on a wall.
        default: open(nil, node)
        }
        return false
    }

    private mutating func open(_ tag: String?, _ node: OpaquePointer) {
        guard let tag, depth < Self.deepest else { return closing.append("") }
        html += "<\(tag)\(depth == 0 ? attributes(node) : "")>"
        closing.append("</\(tag)>")
        depth += 1
    }

    private mutating func close() {
        guard let tag = closing.popLast(), !tag.isEmpty else { return }
        html += tag
        depth -= 1
    }

    private mutating func show(_ text: String) {
        html += Self.escaped(text)
        isEmpty = isEmpty && text.unicodeScalars.allSatisfy(Self.isInvisible)
    }

    /// Whether a character alone leaves the page empty: blanks, and marks for layout.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }

    private mutating func image(_ node: OpaquePointer) -> Bool {
        let address = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
        guard let path = picture(address) else {
            problem(
                .picture,
                node,
                "there is no picture '\(address.prefix(80))' in this folder, so its description is shown"
            )
            open(nil, node)
            return false
        }
        isEmpty = false
        html += "<img src=\"\(Self.escaped(path))\" alt=\"\">"
        return true
    }

    private mutating func problem(_ kind: Kind, _ node: OpaquePointer, _ words: String) {
        // Within a paragraph the parser knows the line of the paragraph alone.
        var block: OpaquePointer? = node
        while let inner = block, cmark_node_get_start_line(inner) == 0 { block = cmark_node_parent(inner) }
        let problem = Problem(line: block.map { Int(cmark_node_get_start_line($0)) } ?? 1, words: words)
        // A tag and its end are two of them.
        guard last[kind] != problem else { return }
        last[kind] = problem
        if found[kind] == nil { found[kind] = problem } else { found[kind]?.count += 1 }
    }

    private static func isInTightList(_ paragraph: OpaquePointer) -> Bool {
        guard let item = cmark_node_parent(paragraph), let list = cmark_node_parent(item) else { return false }
        return cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0
    }

    private static func literal(_ node: OpaquePointer) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }

    // MARK: Languages

    /// Of a block that stands at the top: its direction and its language, by its letters.
    private func attributes(_ block: OpaquePointer) -> String {
        guard let walk = cmark_iter_new(block) else { return "" }
        defer { cmark_iter_free(walk) }
        var (arabic, other) = (0, 0)
        while cmark_iter_next(walk) != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) {
            for letter in Self.literal(node).unicodeScalars where letter.properties.isAlphabetic {
                if Self.isArabic(letter) { arabic += 1 } else { other += 1 }
            }
        }
        guard arabic + other > 0 else { return "" }
        let isArabic = arabic > other
        let fits = language.map { [.arabic, .urdu].contains($0) == isArabic } ?? false
        let name = fits ? language?.rawValue : isArabic ? DisplayConfiguration.Language.arabic.rawValue : nil
        return (name.map { " lang=\"\($0)\"" } ?? "") + " dir=\"\(isArabic ? "rtl" : "ltr")\""
    }

    /// Whether a letter is of the Arabic script, by the blocks of Unicode.
    private static func isArabic(_ letter: Unicode.Scalar) -> Bool {
        [0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF].contains {
            $0.contains(letter.value)
        }
    }
}
