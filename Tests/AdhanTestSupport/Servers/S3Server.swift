import AdhanCore
import Foundation

/// Tests/Servers/s3.py: moto with authentication, behind a proxy that checks each signature.
package struct S3Server: Sendable {
    package static let region = "eu-west-2"
    package static let bucket = "mosque"
    package static let body = #"{"year": 2026, "prayerTimes": []}"#
    /// A key with every kind of character that S3 allows.
    package static let unusualKey = "Gebetszeiten ü/日本 +&=%:@*()!'$,;~#?[]^`|{}\"<>\\ {year}.json"

    /// The key of files for years in which each day has the same times.
    package static let daysKey = "Days{year}.json"

    package static func days(_ year: Int) throws -> String {
        let dates = TimetablePeriod.year(of: try CivilDate(year: year, month: 1, day: 1)).dates
        return "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
            + dates.map { "\($0),04:45,06:00,12:30,15:45,18:15,19:30\n" }.joined()
    }

    package let endpoint: String
    /// These keys may read.
    package let right: S3Credentials
    /// These may read while their token is valid.
    package let lent: S3Credentials
    /// These also; a test has the server say that their token has expired, and goes on with the others.
    package let brief: S3Credentials
    package let renewed: S3Credentials
    /// These also, for another test.
    package let fleeting: S3Credentials
    /// These may not read.
    package let barred: S3Credentials
    /// These may also put objects.
    package let writing: S3Credentials
    let process: ServerProcess

    /// - Throws: if the required packages are missing, with the command that installs them.
    package static var shared: S3Server { get throws { try server.get() } }

    private static let server = Result { try S3Server() }

    private init() throws {
        let python = ServerProcess.root.appending(path: ".venv/bin/python").path
        guard FileManager.default.isExecutableFile(atPath: python) else {
            throw ServerFault("there is no \(python), which has moto for this test: run 'make .venv'")
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
        var objects = ["PrayerTimes2026.json": Self.body, unusual: Self.body]
        for year in 2026...2040 { objects["Days\(year).json"] = try Self.days(year) }
        let order = Order(objects: objects)
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
        (writing, brief, renewed) = (try keys("writing"), try keys("brief"), try keys("renewed"))
        fleeting = try keys("fleeting")
    }
}
