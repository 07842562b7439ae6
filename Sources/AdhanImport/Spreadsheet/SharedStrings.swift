import AdhanCore

/// The texts that cells refer to by number, each without its formatting.
final class SharedStrings: XMLReceiver {
    private(set) var texts: [String] = []
    private var current: [UInt8] = []
    private var isInText = false
    /// Within a reading aid, as Japanese has, which is no part of the text.
    private var isInPhonetic = false

    func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
        switch name {
        case "si":
            guard texts.count < SpreadsheetLimits.strings else { throw .tooMuch("it has too many texts") }
            current = []
        case "t": isInText = !isInPhonetic
        case "rPh": isInPhonetic = true
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) {
        guard isInText else { return }
        current += piece.prefix(SpreadsheetLimits.text - current.count)
    }

    func end(_ name: String) {
        switch name {
        case "si": texts.append(String(decoding: current, as: UTF8.self))
        case "t": isInText = false
        case "rPh": isInPhonetic = false
        default: break
        }
    }
}
