/// A type with a value of its own in JSON. Other types encode themselves as objects, lists or one of these.
protocol JSONScalar {
    /// - Returns: nil for a value of another kind, and for a number that the type does not have.
    init?(_ value: JSONNode.Value)
    func write(to json: inout [UInt8]) throws
}

extension String: JSONScalar {
    init?(_ value: JSONNode.Value) {
        guard case .string(let text) = value else { return nil }
        self = text
    }

    func write(to json: inout [UInt8]) {
        json.append(UInt8(ascii: "\""))
        defer { json.append(UInt8(ascii: "\"")) }
        // Nearly every text is plain, and a kept timetable has megabytes.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            json += utf8
            return
        }
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
            case 0x08: json += "\\b".utf8
            case 0x09: json += "\\t".utf8
            case 0x0A: json += "\\n".utf8
            case 0x0C: json += "\\f".utf8
            case 0x0D: json += "\\r".utf8
            case 0..<0x20: json += ("\\u00" + String(0x100 + Int(byte), radix: 16).dropFirst()).utf8
            default: json.append(byte)
            }
        }
    }
}

extension Bool: JSONScalar {
    init?(_ value: JSONNode.Value) {
        guard case .boolean(let flag) = value else { return nil }
        self = flag
    }

    func write(to json: inout [UInt8]) { json += description.utf8 }
}

extension JSONScalar where Self: FixedWidthInteger {
    init?(_ value: JSONNode.Value) {
        switch value {
        case .integer(let number): self.init(exactly: number)
        case .number(let number): self.init(exactly: number)
        default: return nil
        }
    }

    func write(to json: inout [UInt8]) { json += description.utf8 }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    init?(_ value: JSONNode.Value) {
        switch value {
        case .integer(let number): self.init(number)
        case .number(let number): self.init(number)
        default: return nil
        }
        guard isFinite else { return nil }
    }

    /// As few digits as give the same number again.
    func write(to json: inout [UInt8]) throws {
        guard isFinite else {
            throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "JSON has no \(self)"))
        }
        json += (description.hasSuffix(".0") ? description.dropLast(2) : description[...]).utf8
    }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
