/// Reads a value of a type from a parsed one.
struct JSONReader: Decoder {
    private let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// - Throws: `DecodingError` for a value of another kind.
    static func read<Value: Decodable>(
        _ type: Value.Type,
        _ node: JSONNode,
        _ path: @autoclosure () -> [any CodingKey]
    ) throws -> Value {
        guard let scalar = type as? any JSONScalar.Type else {
            return try Value(from: JSONReader(node: node, codingPath: path()))
        }
        guard let value = scalar.init(node.value) as? Value else { throw mismatch(type, node, path()) }
        return value
    }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = node.value else { throw Self.mismatch([String: Any].self, node, codingPath) }
        let named = Dictionary(members.lazy.map { ($0.key, $0) }) { first, _ in first }
        return KeyedDecodingContainer(Object(node: node, members: named, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let items) = node.value else { throw Self.mismatch([Any].self, node, codingPath) }
        return List(items: items, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(node: node, codingPath: codingPath) }

    private static func mismatch(_ type: Any.Type, _ node: JSONNode, _ path: [any CodingKey]) -> DecodingError {
        .typeMismatch(
            type,
            .init(codingPath: path, debugDescription: "line \(node.line): \(node.quoted) is no \(type)")
        )
    }

    private struct Object<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let node: JSONNode
        let members: [String: JSONNode]
        let codingPath: [any CodingKey]
        var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try JSONReader.read(type, try member(key), codingPath + [key])
        }

        func nestedContainer<Nested>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try reader(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try reader(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { try reader(SuperKey()) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try reader(key) }

        private func reader(_ key: some CodingKey) throws -> JSONReader {
            JSONReader(node: try member(key), codingPath: codingPath + [key])
        }

        private func member(_ key: some CodingKey) throws -> JSONNode {
            if let member = members[key.stringValue] { return member }
            let words = "the object on line \(node.line) has no '\(key.stringValue)'"
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: words))
        }
    }

    private struct List: UnkeyedDecodingContainer {
        let items: [JSONNode]
        let codingPath: [any CodingKey]
        private(set) var currentIndex = 0
        var count: Int? { items.count }
        var isAtEnd: Bool { currentIndex >= items.count }

        mutating func decodeNil() throws -> Bool {
            guard try next().isNull else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try JSONReader.read(type, try next(), path)
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
            try reader().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try reader().unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder { try reader() }

        private var path: [any CodingKey] { codingPath + [Index(intValue: currentIndex)] }

        private func next() throws -> JSONNode {
            guard items.indices.contains(currentIndex) else {
                throw DecodingError.valueNotFound(
                    Any.self,
                    .init(codingPath: path, debugDescription: "the list has only \(items.count) values")
                )
            }
            return items[currentIndex]
        }

        private mutating func reader() throws -> JSONReader {
            let reader = JSONReader(node: try next(), codingPath: path)
            currentIndex += 1
            return reader
        }
    }

    private struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { intValue.map { "\($0)" } ?? "" }
        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    private struct Single: SingleValueDecodingContainer {
        let node: JSONNode
        let codingPath: [any CodingKey]

        func decodeNil() -> Bool { node.isNull }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONReader.read(type, node, codingPath)
        }
    }
}

extension JSONNode {
    fileprivate var isNull: Bool { if case .null = value { true } else { false } }
}
