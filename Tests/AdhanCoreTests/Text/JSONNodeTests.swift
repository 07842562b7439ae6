import Testing

@testable import AdhanCore

@Suite struct `A value of a JSON file` {
    @Test func `has the line of its key, or its own if it has no key`() throws {
        let text = "{\n\"a\":\n 1,\n\"b\": [2\n,\n3\n\n], \"b\": {},\n\"c\": 18446744073709551615}"
        let top = try JSONNode.parse(Array(text.utf8))
        let members = try #require(top.members)
        #expect(top.line == 1)
        #expect(members.map(\.key) == ["a", "b", "b", "c"])
        #expect(members.map(\.line) == [2, 4, 8, 9])
        #expect(members.map(\.quoted) == ["1", "a list", "an object", "1.8446744073709552e+19"])
        #expect(members.dropFirst().first?.members?.map(\.line) == [4, 6])
    }

    @Test(arguments: [
        (Array("".utf8), "line 1: this is not JSON: it is empty"),
        (Array("[\n\"".utf8) + [0xFF, 0x22, 0x5D], "line 2: this is not JSON: invalid string: ill-formed UTF-8 byte"),
        (Array("[1]\n\n2".utf8), "line 3: this is not JSON: unexpected number literal; expected end of input"),
    ])
    func `is refused with the line at which it stops being JSON`(bytes: [UInt8], says: String) {
        let error = #expect(throws: JSONError.self) { try JSONNode.parse(bytes) }
        #expect(error?.description == says)
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
