import AdhanCore

extension TextEncoding {
    /// A text in UTF-8.
    struct Decoded: Sendable {
        let text: [UInt8]
        /// The encoding that it had; nil for those of Unicode, which leave no doubt.
        let name: String?
    }

    /// Decodes what Unicode has, and all else by the Windows code page that makes known words of it.
    static func decoded(_ bytes: [UInt8]) -> Decoded {
        if let text = unicode(bytes) { return Decoded(text: text, name: nil) }
        let page = CodePage.likeliest(bytes)
        return Decoded(text: Array(page.text(bytes).utf8), name: page.name)
    }
}
