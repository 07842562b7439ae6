/// A value on its way into JSON. A type fills it by its `encode(to:)`; what is not filled is null.
///
/// The tree is complete before it is written, since keys are sorted.
final class JSONTree {
    private var scalar: (any JSONScalar)?
    private var items: [JSONTree]?
    private var members: [String: JSONTree]?

    func set(_ value: some Encodable) throws {
        if let value = value as? any JSONScalar {
            scalar = value
        } else {
            try value.encode(to: JSONTreeEncoder(tree: self))
        }
    }

    fileprivate func setNull() { (scalar, items, members) = (nil, nil, nil) }
    fileprivate func beginList() { items = items ?? [] }
    fileprivate func beginObject() { members = members ?? [:] }
    fileprivate var count: Int { items?.count ?? 0 }

    fileprivate func addItem() -> JSONTree {
        let item = JSONTree()
        items?.append(item)
        return item
    }

    fileprivate func addMember(_ key: some CodingKey) -> JSONTree {
        let member = JSONTree()
        members?[key.stringValue] = member
        return member
    }

    /// - Parameter indent: how many levels the value stands inside; nil to write on one line.
    func write(to json: inout [UInt8], indent: Int?) throws {
        func newLine(_ level: Int?) {
            guard let level else { return }
            json.append(UInt8(ascii: "\n"))
            json += repeatElement(UInt8(ascii: " "), count: 2 * level)
        }
        func write(_ marks: (open: String, close: String), _ trees: [(key: String?, tree: JSONTree)]) throws {
            let inside = indent.map { $0 + 1 }
            json += marks.open.utf8
            // An empty one has an empty line.
            if trees.isEmpty { newLine(indent.map { _ in 0 }) }
            for (index, entry) in trees.enumerated() {
                if index > 0 { json.append(UInt8(ascii: ",")) }
                newLine(inside)
                if let key = entry.key {
                    key.write(to: &json)
                    json += (indent == nil ? ":" : " : ").utf8
                }
                try entry.tree.write(to: &json, indent: inside)
            }
            newLine(indent)
            json += marks.close.utf8
        }
        if let scalar {
            try scalar.write(to: &json)
        } else if let items {
            try write(("[", "]"), items.map { (nil, $0) })
        } else if let members {
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            try write(("{", "}"), sorted.map { ($0.key, $0.value) })
        } else {
            json += "null".utf8
        }
    }
}

/// Fills a tree. Nothing asks for its coding path.
private struct JSONTreeEncoder: Encoder {
    let tree: JSONTree
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        tree.beginObject()
        return KeyedEncodingContainer(Object(tree: tree))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        tree.beginList()
        return List(tree: tree)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(tree: tree) }

    private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let tree: JSONTree
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { tree.addMember(key).setNull() }
        func encode(_ value: some Encodable, forKey key: Key) throws { try tree.addMember(key).set(value) }

        func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
            JSONTreeEncoder(tree: tree.addMember(key)).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            JSONTreeEncoder(tree: tree.addMember(key)).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { JSONTreeEncoder(tree: tree.addMember(SuperKey())) }
        func superEncoder(forKey key: Key) -> any Encoder { JSONTreeEncoder(tree: tree.addMember(key)) }
    }

    private struct List: UnkeyedEncodingContainer {
        let tree: JSONTree
        var codingPath: [any CodingKey] { [] }
        var count: Int { tree.count }

        func encodeNil() { tree.addItem().setNull() }
        func encode(_ value: some Encodable) throws { try tree.addItem().set(value) }

        func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            JSONTreeEncoder(tree: tree.addItem()).container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            JSONTreeEncoder(tree: tree.addItem()).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { JSONTreeEncoder(tree: tree.addItem()) }
    }

    private struct Single: SingleValueEncodingContainer {
        let tree: JSONTree
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { tree.setNull() }
        func encode(_ value: some Encodable) throws { try tree.set(value) }
    }
}

/// The key of a superclass, as the standard library documents it.
struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
