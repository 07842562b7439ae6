import AdhanCore
import Foundation
import Synchronization

/// A bucket of the test's own on `S3Server`.
package struct S3TestBucket: Sendable {
    package let name: String
    private let server: S3Server
    private static let count = Mutex(0)

    package init() throws {
        server = try S3Server.shared
        name = Self.count.withLock { count in
            count += 1
            return "bucket-\(count)"
        }
        try put([:])
    }

    package var bucket: S3Bucket { S3Bucket(name, endpoint: server.endpoint, region: S3Server.region) }

    /// A request that the server got: method, path with query, range, status, bytes of the body sent.
    package struct Asked: Decodable, Sendable {
        package let method: String
        package let path: String
        package let range: String?
        package let status: Int
        package let bytes: Int

        package init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            (method, path) = (try list.decode(String.self), try list.decode(String.self))
            range = try list.decodeNil() ? nil : list.decode(String.self)
            (status, bytes) = (try list.decode(Int.self), try list.decode(Int.self))
        }
    }

    package struct Object: Decodable, Equatable, Sendable {
        package let md5: String
        package let size: Int
        package let contentType: String?

        package init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            (md5, size) = (try list.decode(String.self), try list.decode(Int.self))
            contentType = try list.decodeNil() ? nil : list.decode(String.self)
        }
    }

    /// What `Tests/Servers/s3.py` is asked to do; nil for what it is not.
    private struct Order: Encodable {
        /// A word or a number in a list.
        enum Item: Encodable {
            case text(String)
            case number(Int)

            func encode(to encoder: any Encoder) throws {
                switch self {
                case .text(let text): try text.encode(to: encoder)
                case .number(let number): try number.encode(to: encoder)
                }
            }
        }

        let bucket: String
        var put, base64, etags: [String: String]?
        var sizes: [String: Int]?
        var delete: [String]?
        var cut, refuse: [[Item]]?
        var range: [[String]]?
        var damage: [String]?
        var endless: String?
        /// Empty for none.
        var hold: String?
        var deny: [String]?
        var expire: String?
        var asked, objects, kms: Bool?
    }

    package func put(_ texts: [String: String]) throws { try order { $0.put = texts } }

    package func put(_ name: String, _ bytes: [UInt8]) throws {
        try order { $0.base64 = [name: Data(bytes).base64EncodedString()] }
    }

    /// Objects of so many bytes, whose content depends on key and size.
    ///
    /// - Parameters:
    ///   - etags: of those whose ETag is not their MD5.
    ///   - kms: whether they are encrypted by AWS' key management.
    package func put(sizes: [String: Int], etags: [String: String] = [:], kms: Bool = false) throws {
        try order { ($0.sizes, $0.etags, $0.kms) = (sizes, etags, kms) }
    }

    package func delete(_ names: [String]) throws { try order { $0.delete = names } }

    /// The next answer to a path with `part` in it ends after so many bytes.
    package func cut(_ part: String, after bytes: Int) throws {
        try order { $0.cut = [[.text("/\(name)/\(part)"), .number(bytes)]] }
    }

    /// The next answers to paths with `part` in them are this error.
    package func refuse(_ part: String, _ status: Int, _ code: String, times: Int = 1) throws {
        let refusal: [Order.Item] = [.text("/\(name)/\(part)"), .number(status), .text(code)]
        try order { $0.refuse = Array(repeating: refusal, count: times) }
    }

    /// From now on all answers to paths with one of these in them are 403.
    package func deny(_ parts: [String]) throws { try order { $0.deny = parts.map { "/\(name)/\($0)" } } }

    /// The next answer to a path with `part` in it has this Content-Range.
    package func range(_ part: String, _ text: String) throws { try order { $0.range = [["/\(name)/\(part)", text]] } }

    /// The next answer to a path with `part` in it that is a part of its object has other bytes.
    package func damage(_ part: String) throws { try order { $0.damage = ["/\(name)/\(part)"] } }

    /// Answers to paths with `part` in them are an error without an end from now on.
    package func goOn(_ part: String) throws { try order { $0.endless = "/\(name)/\(part)" } }

    /// Answers to paths with `part` in them are held back from now on.
    package func hold(_ part: String) throws { try order { $0.hold = "/\(name)/\(part)" } }

    /// Gives the answers that were held back.
    package func release() throws { try order { $0.hold = "" } }

    /// These keys are refused from now on, as temporary ones are after their time.
    package func expire(_ keys: String) throws { try order { $0.expire = keys } }

    /// The requests since the last call.
    package func asked() throws -> [Asked] {
        try JSONDecoder().decode([Asked].self, from: Data(try order { $0.asked = true }.utf8))
    }

    package func objects() throws -> [String: Object] {
        try JSONDecoder().decode([String: Object].self, from: Data(try order { $0.objects = true }.utf8))
    }

    @discardableResult
    private func order(_ change: (inout Order) -> Void) throws -> String {
        var order = Order(bucket: name)
        change(&order)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try server.process.order(String(decoding: try encoder.encode(order), as: UTF8.self))
    }
}
