import AdhanCore

/// A code page of Windows: ASCII, and 128 characters more.
struct CodePage: Sendable {
    let name: String
    /// Of the bytes 0x80 to 0xFF.
    private let upper: [Unicode.Scalar]

    private init(_ number: Int, _ upper: String) {
        (name, self.upper) = ("Windows-\(number)", Array(upper.unicodeScalars))
    }

    func text(_ bytes: some Sequence<UInt8>) -> String {
        String(
            String.UnicodeScalarView(
                bytes.map { byte in
                    let index = Int(byte) - 0x80
                    return upper.indices.contains(index) ? upper[index] : Unicode.Scalar(byte)
                }
            )
        )
    }

    /// The page by which words with letters beyond ASCII have most letters that are known to timetables; the first one
    /// where several are alike. Short words count less, since any page makes some of them.
    static func likeliest(_ bytes: [UInt8]) -> CodePage {
        let words = Set(
            bytes.prefix(looked).split { $0 < 0x80 && !((0x41...0x5A).contains($0 & 0xDF)) }.lazy
                .filter { $0.count <= longest && $0.contains { $0 > 0x7F } }.prefix(most)
        )
        let known = all.map { page in words.reduce(0) { $0 + knownLetters(page.text($1)) } }
        return zip(all, known).max { $0.1 < $1.1 }?.0 ?? all[0]
    }

    /// The bytes and words that are looked at: more than the names of a year, and little work.
    private static let (looked, most, longest) = (1 << 20, 500, 64)

    private static func knownLetters(_ text: String) -> Int {
        let words = CellText.words(text)
        let isHijri = CalendarWords.isHijri(words)
        let known = words.filter {
            isHijri || CalendarWords.month($0) != nil || !CalendarWords.weekdays($0).isEmpty || ColumnName($0) != nil
        }
        return known.reduce(0) { $0 + $1.unicodeScalars.count }
    }

    /// The usual one first.
    private static let all = [
        CodePage(
            1252,
            "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
                + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
                + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
        ),
        CodePage(
            1254,
            "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ"
                + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
                + "àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ"
        ),
        CodePage(
            1250,
            "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź"
                + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"
        ),
        CodePage(
            1251,
            "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ"
                + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
                + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
                + "абвгдежзийклмнопрстуфхцчшщъыьэюя"
        ),
        CodePage(
            1256,
            "€پ‚ƒ„…†‡ˆ‰ٹ‹Œچژڈگ‘’“”•–—ک™ڑ›œ\u{200C}\u{200D}ں"
                + "\u{A0}،¢£¤¥¦§¨©ھ«¬\u{AD}®¯°±²³´µ¶·¸¹؛»¼½¾؟"
                + "ہءآأؤإئابةتثجحخدذرزسشصض×طظعغـفقك"
                + "àلâمنهوçèéêëىيîïًٌٍَôُِ÷ّùْûü\u{200E}\u{200F}ے"
        ),
        CodePage(
            1253,
            "€\u{81}‚ƒ„…†‡\u{88}‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—\u{98}™\u{9A}›\u{9C}\u{9D}\u{9E}\u{9F}"
                + "\u{A0}΅Ά£¤¥¦§¨©ª«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ"
                + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήί"
                + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ"
        ),
    ]
}

extension TextEncoding {
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
