import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCore

/// The JSON of the state files and of the control socket is the same as Foundation wrote and read: the files of an
/// older version are read, and an older version reads ours.
@Suite struct JSONTextTests {
    /// Any JSON.
    private indirect enum Value: Codable, Equatable {
        case null, flag(Bool), integer(Int64), number(Double), text(String), list([Value]), object([String: Value])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let integer = try? value.decode(Int64.self) {
                self = .integer(integer)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([Value].self) {
                self = .list(list)
            } else {
                self = .object(try value.decode([String: Value].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .null: try value.encodeNil()
            case .flag(let flag): try value.encode(flag)
            case .integer(let integer): try value.encode(integer)
            case .number(let number): try value.encode(number)
            case .text(let text): try value.encode(text)
            case .list(let list): try value.encode(list)
            case .object(let members): try value.encode(members)
            }
        }
    }

    private static func foundation(_ value: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func ours(_ value: some Encodable, pretty: Bool) throws -> String {
        String(decoding: try JSONText.bytes(of: value, isPretty: pretty), as: UTF8.self)
    }

    /// Compares both directions.
    private static func compare<Kind: Codable & Equatable>(_ value: Kind) throws {
        for pretty in [true, false] {
            let text = try foundation(value, pretty: pretty)
            #expect(try ours(value, pretty: pretty) == text)
            let read = try JSONDecoder().decode(Kind.self, from: Data(text.utf8))
            #expect(try JSONText.decode(Kind.self, from: Array(text.utf8)) == read, "\(text)")
        }
        // An older version wrote some files with these options.
        let plain = try JSONEncoder().encode(value)
        #expect(try JSONText.decode(Kind.self, from: Array(plain)) == JSONDecoder().decode(Kind.self, from: plain))
    }

    private static let texts = [
        "", "a/b\\c\"d", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "é e\u{301} أذان 🕌 \u{2028}\u{FEFF}", "\r\n",
        "null",
    ]
    private static let numbers = [
        0, 1, -1, 0.1, 53.6097, -2.1561, 1e15, 1e16, 123_456_789_012_345_680, 1e-5, 1e-7, .leastNonzeroMagnitude,
        1.7976931348623157e308, 1.0 / 3,
    ]
    private static let integers: [Int64] = [0, 1, -1, 1_764_180_485_123_456, .max, .min]

    @Test func `texts and numbers are those of Foundation`() throws {
        for text in Self.texts { try Self.compare(Value.text(text)) }
        for number in Self.numbers { try Self.compare(Value.number(number)) }
        for integer in Self.integers { try Self.compare(Value.integer(integer)) }
        try Self.compare(
            Value.object(["a/B": .list([]), "a": .object([:]), "B": .null, "a10": .flag(true), "a9": .flag(false)])
        )
    }

    @Test func `a thousand random values are those of Foundation`() throws {
        var random = SeededGenerator(seed: 39)
        func value(_ depth: Int) -> Value {
            switch Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &random) {
            case 0: .null
            case 1: .flag(.random(using: &random))
            case 2:
                .integer(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))
            case 3: .number(number())
            case 4: .text(text())
            case 5: .list((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth + 1) })
            default:
                .object(
                    Dictionary((0..<Int.random(in: 0..<5, using: &random)).map { _ in (text(), value(depth + 1)) }) {
                        $1
                    }
                )
            }
        }
        /// Any but whole numbers with an exponent that are 64-bit integers, too: each side rounds them in its own way.
        func number() -> Double {
            let number = Double(bitPattern: .random(in: 0..<0x7FF0_0000_0000_0000, using: &random))
            return (1e15...1e19).contains(number) ? number * 1e10 : number
        }
        func text() -> String {
            (0..<Int.random(in: 0..<6, using: &random)).map { _ in Self.texts.randomElement(using: &random) ?? "" }
                .joined(separator: String(Int.random(in: 0..<300, using: &random)))
        }
        for _ in 0..<1000 { try Self.compare(value(0)) }
    }

    /// A row as the stores have them, with every kind of number.
    private struct Row: Codable, Equatable {
        enum State: String, Codable { case on, off }
        var (a, b, c, d, e) = (Int8.min, Int16.min, Int32.min, Int64.min, Int.min)
        var (f, g, h, i) = (UInt8.max, UInt16.max, UInt32.max, UInt(Int.max))
        var (j, k, l) = (Float(0.1), 0.1, true)
        var missing: String?
        var texts: [String?] = ["a", nil]
        var nested: [[Int]] = [[1], []]
        var states: [State] = [.on, .off]
        var counts: [String: Int]? = ["x": 1]
    }

    /// A class writes its superclass into a container of its own.
    private class Animal: Codable {
        var legs = 4
    }

    private final class Cat: Animal {
        private enum CodingKeys: CodingKey { case name, list }
        private(set) var names: [String] = ["Minka", "Tom"]
        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: CodingKeys.self)
            var list = try object.nestedUnkeyedContainer(forKey: .list)
            names = []
            while !list.isAtEnd {
                names.append(try list.nestedContainer(keyedBy: CodingKeys.self).decode(String.self, forKey: .name))
            }
            try super.init(from: object.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            var list = object.nestedUnkeyedContainer(forKey: .list)
            for name in names {
                var row = list.nestedContainer(keyedBy: CodingKeys.self)
                try row.encode(name, forKey: .name)
            }
            try super.encode(to: object.superEncoder())
        }
    }

    @Test func `rows are those of Foundation, with what is nil left out`() throws {
        try Self.compare(Row())
        #expect(try Self.ours(Cat(), pretty: true) == Self.foundation(Cat(), pretty: true))
        let cat = try JSONText.decode(Cat.self, from: Array(try Self.foundation(Cat(), pretty: false).utf8))
        #expect(cat.names == ["Minka", "Tom"] && cat.legs == 4)
    }

    @Test func `of a key that is repeated the first counts, as for Foundation`() throws {
        let text = #"{"a":1,"a":2}"#
        #expect(try JSONText.decode([String: Int].self, from: Array(text.utf8)) == ["a": 1])
        #expect(try JSONDecoder().decode([String: Int].self, from: Data(text.utf8)) == ["a": 1])
    }

    @Test func `bytes are Foundation's base 64, and only that is read`() throws {
        var random = SeededGenerator(seed: 64)
        for count in 0..<100 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = try Self.ours(Base64(bytes), pretty: false)
            #expect(text == (try Self.foundation(Data(bytes), pretty: false)))
            #expect(try JSONText.decode(Base64.self, from: Array(text.utf8)).bytes == bytes)
        }
        for wrong in ["A", "AA", "AAA", "AA=A", "A===", "====", "AAAA=", "AA-_", "AA A", "AAA\\n", "äää="] {
            #expect(throws: DecodingError.self, "\(wrong)") {
                try JSONText.decode(Base64.self, from: Array("\"\(wrong)\"".utf8))
            }
        }
    }

    @Test func `four megabytes of base 64 are written and read within seconds, even by a debug build`() throws {
        let bytes = (0..<4 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        // Of the processor: other processes may have it meanwhile.
        let start = clock()
        let text = try JSONText.bytes(of: Base64(bytes))
        #expect(try JSONText.decode(Base64.self, from: text).bytes == bytes && (clock() - start) / CLOCKS_PER_SEC < 10)
    }

    private static func fails<Kind: Decodable>(_ type: Kind.Type, _ bytes: [UInt8]) -> Bool {
        // Foundation must refuse it, too.
        (try? JSONDecoder().decode(type, from: Data(bytes))) == nil && (try? JSONText.decode(type, from: bytes)) == nil
    }

    @Test(arguments: [
        "", " ", "nul", "[1", "[1 2]", "01", "+1", ".5", "1.", "NaN", "'a'", "{a:1}", "{\"a\"}", "[]]", "1 2", "\"a",
        "\"\\x\"",
        #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, "\"\u{1}\"", "\"\n\"", "[]\u{0}[]", "//\n1",
    ])
    func `a text that is not JSON is refused`(text: String) { #expect(Self.fails(Value.self, Array(text.utf8))) }

    @Test func `what is behind a NUL is not ignored`() {
        #expect(throws: JSONError.self) { try JSONText.decode([Int].self, from: Array("[1]\u{0}2".utf8)) }
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
            #expect(Self.fails(String.self, [0x22] + bytes + [0x22]))
            #expect(Self.fails([String: Int].self, Array("{\"".utf8) + bytes + Array("\":1}".utf8)))
        }
    }

    @Test func `a value of another kind, and a number that the type does not have, are refused`() throws {
        func refuses<Kind: Decodable>(_ type: Kind.Type, _ texts: String...) {
            for text in texts { #expect(Self.fails(type, Array(text.utf8)), "\(text) as \(type)") }
        }
        refuses(
            Int.self,
            "1.5",
            "1e30",
            "18446744073709551616",
            "9223372036854775808",
            "\"1\"",
            "true",
            "null",
            "[1]",
            "{}"
        )
        refuses(UInt64.self, "-1", "18446744073709551616")
        refuses(Int8.self, "128", "-129", "1e3")
        refuses(Double.self, "1e999", "-1e999", "\"1\"", "false", "null")
        refuses(Bool.self, "1", "\"true\"", "null")
        refuses(String.self, "1", "null", "[]")
        refuses([Int].self, "{}", "1", "[1,null]", "[\"1\"]")
        refuses([String: Int].self, "[]", "{\"a\":null}")
        refuses(Row.self, "{}", "[]", "{\"a\":1}")
        #expect(try JSONText.decode(Int.self, from: Array("1e3".utf8)) == 1000)
        #expect(throws: EncodingError.self) { try JSONText.bytes(of: [Double.nan]) }
        #expect(throws: EncodingError.self) { try JSONText.bytes(of: ["a": -Double.infinity]) }
    }

    @Test func `an error names the key, the line and the value`() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONText.decode([String: [Int]].self, from: Array("{\n\"a\": [1,\n\"x\"]}".utf8))
        }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
        #expect(context.debugDescription == "line 3: \"x\" is no Int")
    }

    @Test func `depth and the number of values are bounded`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(try JSONText.decode(Value.self, from: nested(64)) != .null)
        #expect(throws: JSONError.self) { try JSONText.decode(Value.self, from: nested(65)) }
        #expect(throws: JSONError.self) { try JSONText.decode(Value.self, from: nested(1_000_000)) }
        let many = Array("[\(String(repeating: "0,", count: 1 << 20))0]".utf8)
        let error = #expect(throws: JSONError.self) { try JSONText.decode([Int].self, from: many) }
        #expect(error?.reason == "it has more than 1048576 values")
    }
}

@Suite struct `A value of a JSON file` {
    @Test func `has the line of its key, or its own if it has no key`() throws {
        let text = "{\n\"a\":\n 1,\n\"b\": [2\n,\n3\n\n], \"b\": {},\n\"c\": 18446744073709551615}"
        let top = try JSONNode.parse(Array(text.utf8))
        let members = try #require(top.members)
        #expect(top.line == 1 && members.map(\.key) == ["a", "b", "b", "c"] && members.map(\.line) == [2, 4, 8, 9])
        #expect(members.map(\.quoted) == ["1", "a list", "an object", "1.8446744073709552e+19"])
        #expect(members.dropFirst().first?.members?.map(\.line) == [4, 6])
    }

    @Test(arguments: [
        (Array("".utf8), "line 1: this is not JSON: it is empty"),
        (Array("[\n\"".utf8) + [0xFF, 0x22, 0x5D], "line 2: this is not JSON: invalid string: ill-formed UTF-8 byte"),
        (Array("[1]\n\n2".utf8), "line 3: this is not JSON: unexpected number literal; expected end of input"),
    ])
    func `is refused with the line at which it stops being JSON`(bytes: [UInt8], says: String) {
        #expect(refusal { try JSONNode.parse(bytes) } == says)
    }
}

extension JSONNode {
    fileprivate var members: [JSONNode]? {
        switch value {
        case .object(let members), .array(let members): members
        default: nil
        }
    }
}
