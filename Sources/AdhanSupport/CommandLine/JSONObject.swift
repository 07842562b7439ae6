/// An object as a command prints it in JSON: keys are sorted, keys without a value are left out.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private let fields: [(name: String, value: (any Encodable)?)]

    package init(dictionaryLiteral fields: (String, (any Encodable)?)...) { self.fields = fields.map { ($0, $1) } }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: FieldName.self)
        for case (let name, let value?) in fields { try object.encode(value, forKey: FieldName(stringValue: name)) }
    }

    private struct FieldName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
