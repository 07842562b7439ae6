import AdhanCore
import Foundation

/// Tests/Servers/s3.py: moto with its authentication on, behind a proxy that checks each signature.
struct S3Server: Sendable {
    static let region = "eu-west-2"
    static let bucket = "mosque"
    static let body = #"{"year": 2026, "prayerTimes": []}"#
    /// What the keys of S3 may be made of, all of it.
    static let unusualKey = "Gebetszeiten ü/日本 +&=%:@*()!'$,;~#?[]^`|{}\"<>\\ {year}.json"

    let endpoint: String
    /// May read.
    let right: S3Credentials
    /// May read as long as their token holds.
    let lent: S3Credentials
    /// May not.
    let barred: S3Credentials
    private let process: ServerProcess

    /// - Throws: with what to run, where the packages are not installed that it needs.
    static var shared: S3Server { get throws { try server.get() } }

    private static let server = Result { try S3Server() }

    private init() throws {
        let python = ServerProcess.root.appending(path: ".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw ServerFault(
                "there is no \(python), which has moto for this test: run 'make .venv'"
            )
        }
        struct Ready: Decodable {
            let port: Int
            let keys: [String: [String?]]
        }
        struct Order: Encodable {
            let objects: [String: String]
        }
        process = try ServerProcess([python, "s3.py"])
        let unusual = Self.unusualKey.replacingOccurrences(of: "{year}", with: "2026")
        let order = Order(objects: ["PrayerTimes2026.json": Self.body, unusual: Self.body])
        let line = try process.order(String(decoding: JSONEncoder().encode(order), as: UTF8.self))
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        endpoint = "http://127.0.0.1:\(ready.port)"
        func keys(_ name: String) throws -> S3Credentials {
            guard let texts = ready.keys[name], texts.count == 3, let id = texts[0], let secret = texts[1] else {
                throw ServerFault("s3.py made no keys '\(name)'")
            }
            return S3Credentials(accessKeyID: id, secretAccessKey: secret, sessionToken: texts[2])
        }
        (right, lent, barred) = (try keys("right"), try keys("lent"), try keys("barred"))
    }
}
