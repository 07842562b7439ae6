import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import adhand_sync

struct S3ClientTests {
    private let bucket: S3TestBucket
    private let directory: TestDirectory

    init() throws { (bucket, directory) = (try S3TestBucket(), try TestDirectory()) }

    private func client(
        _ settings: (inout S3Client.Settings) -> Void = { _ in },
        _ keys: @escaping () throws(FetchFault) -> S3Credentials?
    ) throws -> S3Client {
        var own = S3Client.Settings(bucket.bucket, table: "[mirror]")
        settings(&own)
        return try S3Client(own, version: "1", pause: { _ in }, chance: { 0 }, credentials: keys)
    }

    private func client() throws -> S3Client {
        let right = try S3Server.shared.right
        return try client { () throws(FetchFault) in right }
    }

    private var soon: BootInstant { BootClock.now() + .seconds(60) }

    private func download(_ client: S3Client, _ objects: [BucketObject]) -> [String: S3Outcome] {
        var outcomes: [String: S3Outcome] = [:]
        let wanted = objects.enumerated().map { S3Download(object: $1, part: directory.file("part-\($0)")) }
        client.download(wanted, until: soon) { index, outcome in
            outcomes[objects[index].key] = outcome
            return true
        }
        return outcomes
    }

    /// The MD5 of an object that came whole.
    private func md5(_ outcome: S3Outcome?) -> String? { if case .whole(let md5)? = outcome { md5 } else { nil } }

    private func bytes(_ index: Int) -> [UInt8] { TestDirectory.bytes(of: directory.file("part-\(index)")) }

    @Test func `2500 objects come over three pages, in one connection's listing`() throws {
        try bucket.put(sizes: Dictionary(uniqueKeysWithValues: (0..<2500).map { ("o/\($0)", 3) }))
        let objects = try client().list(prefix: "o/", until: soon)
        #expect(objects.count == 2500 && Set(objects.map(\.key)).count == 2500)
        #expect(objects.allSatisfy { $0.size == 3 && $0.etag.md5 != nil })
        #expect(try bucket.asked().count == 3)
    }

    @Test func `what stays free on the disk is not used`() throws {
        try bucket.put(sizes: ["a": 200_000])
        let client = try client()
        let object = try #require(try client.list(prefix: "", until: soon).first)
        var outcomes: [S3Outcome] = []
        let wanted = S3Download(object: object, part: directory.file("part"), reserve: 1 << 60)
        client.download([wanted], until: soon) { _, outcome in
            outcomes.append(outcome)
            return true
        }
        guard case .failed(let fault) = outcomes.first, outcomes.count == 1 else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(fault.kind == .here && "\(fault)".contains("MB left, which the rest of the box needs"), "\(fault)")
        #expect(TestDirectory.size(of: directory.file("part")) == 0)
    }

    @Test func `objects with awkward keys come as they are, empty ones too`() throws {
        let keys = ["ü/日本 +&=%:@*()!'$,;~#?[]^`|{}\"<>\\ .md", "a b", "%2e", "a+b", "empty", "x\u{301}"]
        try bucket.put(Dictionary(uniqueKeysWithValues: keys.map { ($0, $0 == "empty" ? "" : "text of \($0)") }))
        let client = try client()
        let objects = try client.list(prefix: "", until: soon)
        #expect(Set(objects.map(\.key)) == Set(keys))
        let outcomes = download(client, objects)
        for (index, object) in objects.enumerated() {
            let found = md5(outcomes[object.key])
            #expect(found != nil && found == object.etag.md5, "\(object.key): \(outcomes[object.key] as Any)")
            #expect(
                String(decoding: bytes(index), as: UTF8.self) == (object.key == "empty" ? "" : "text of \(object.key)")
            )
        }
    }

    @Test func `a listing that is cut half-way is asked for again, and is never taken for a whole one`() throws {
        try bucket.put(sizes: Dictionary(uniqueKeysWithValues: (0..<1200).map { ("\($0)", 1) }))
        try bucket.cut("?continuation", after: 2000)
        #expect(try client().list(prefix: "", until: soon).count == 1200)
        for _ in 0..<8 { try bucket.cut("?continuation", after: 2000) }
        #expect(throws: FetchFault.self) { try client().list(prefix: "", until: soon) }
    }

    @Test
    func `a download that was cut goes on where it ended, also in another process, and a damaged one is fetched anew`()
        throws
    {
        try bucket.put(sizes: ["a": 300_000])
        let client = try client()
        let objects = try client.list(prefix: "", until: soon)
        _ = try bucket.asked()
        try bucket.cut("a", after: 100_000)
        let found = try #require(md5(download(client, objects)["a"]))
        #expect(found == objects.first?.etag.md5 && bytes(0).count == 300_000)
        let asked = try bucket.asked()
        #expect(asked.map(\.status) == [200, 206])
        #expect(asked.last?.range == "bytes=100000-" && asked.last?.bytes == 200_000)
        // The rest of an earlier process is completed, and a damaged one is fetched anew.
        let whole = bytes(0)
        for beginning in [Array(whole.prefix(1000)), [UInt8](repeating: 0, count: 1000), whole, whole + [1]] {
            try directory.write(beginning, to: "part-0")
            _ = try bucket.asked()
            let found = try #require(md5(download(client, objects)["a"]))
            #expect(found == objects.first?.etag.md5 && bytes(0) == whole)
            let isSound = beginning == whole || whole.starts(with: beginning)
            #expect(
                try bucket.asked().map(\.bytes)
                    == (beginning == whole
                        ? [] : isSound ? [299_000] : beginning.count > whole.count ? [300_000] : [299_000, 300_000])
            )
        }
    }

    @Test func `an error without an end is not read to its end`() throws {
        try bucket.put(["a": "a"])
        let client = try client()
        let objects = try client.list(prefix: "", until: soon)
        try bucket.goOn("a")
        guard case .failed(let fault)? = download(client, objects)["a"] else {
            Issue.record("it has not failed")
            return
        }
        #expect("\(fault)".contains("answered 500"), "\(fault)")
    }

    @Test func `a server that asks for patience is not asked for ever more objects`() throws {
        let names = (0..<80).map { String(format: "o%02d", $0) }
        try bucket.put(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        let right = try S3Server.shared.right
        let client = try S3Client(S3Client.Settings(bucket.bucket, table: "[mirror]"), version: "1", chance: { 1 }) {
            () throws(FetchFault) in right
        }
        let objects = try client.list(prefix: "", until: soon)
        try bucket.refuse("o", 503, "SlowDown", times: 40)
        _ = try bucket.asked()
        let outcomes = download(client, objects)
        let isWhole = outcomes.values.allSatisfy { md5($0) != nil }
        #expect(outcomes.count == names.count && isWhole)
        // Before one was asked for again.
        let asked = try bucket.asked().map(\.path)
        let first = asked.indices.first { asked[..<$0].contains(asked[$0]) } ?? asked.count
        #expect(first <= 40, "\(first)")
    }

    @Test func `two versions are never spliced`() throws {
        try bucket.put(sizes: ["a": 300_000])
        let client = try client()
        let old = try client.list(prefix: "", until: soon)
        try bucket.cut("a", after: 100_000)
        try bucket.put("a", [UInt8](repeating: 7, count: 300_000))
        func isChanged() -> Bool { if case .changed? = download(client, old)["a"] { true } else { false } }
        #expect(isChanged() && bytes(0).isEmpty, "the other version")
        try bucket.delete(["a"])
        #expect(isChanged(), "a deleted object")
    }

    @Test func `wrong and missing keys are said, without the keys`() throws {
        try bucket.put(["a": "a"])
        let server = try S3Server.shared
        let wrong = S3Credentials(accessKeyID: server.right.accessKeyID, secretAccessKey: "wrong")
        for (keys, words) in [
            (wrong, "SignatureDoesNotMatch"), (server.barred, "the keys may not list it"),
            (nil, "it is not public; put credentials = \"FILE\" into [mirror]"),
        ] {
            let client = try client { () throws(FetchFault) in keys }
            let fault = #expect(throws: FetchFault.self) { try client.list(prefix: "", until: soon) }
            #expect(fault?.kind == .denied && fault?.words.contains(words) == true, "\(fault as Any)")
            #expect(fault?.words.contains("wrong") == false)
        }
    }

    @Test func `keys that expire meanwhile are read again`() throws {
        try bucket.put(sizes: ["a": 10, "b": 10])
        let server = try S3Server.shared
        let turn = Turn([S3Credentials(accessKeyID: "AKIAOLD", secretAccessKey: "old"), server.right])
        let client = try client { () throws(FetchFault) in turn.next() }
        let objects = try client.list(prefix: "", until: soon)
        #expect(objects.count == 2)
    }

    @Test func `nothing is asked without encryption of another machine`() throws {
        let client = try client({ $0.bucket = S3Bucket("mosque", endpoint: "http://192.0.2.1") }) {
            () throws(FetchFault) in nil
        }
        let fault = #expect(throws: FetchFault.self) { try client.list(prefix: "", until: soon) }
        #expect(fault?.kind == .here && fault?.words.contains("allow_http") == true)
    }
}

struct BucketListingTests {
    private func page(_ text: String) throws -> BucketListing { try BucketListing(Array(text.utf8)) }

    private static let object =
        #"<Contents><Key>a%2Fb+c</Key><ETag>&quot;e-2&quot;</ETag><Size>7</Size><Owner><Key>x</Key></Owner></Contents>"#

    private func listing(_ inner: String) -> String {
        #"<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\#(inner)</ListBucketResult>"#
    }

    @Test func `a page has its objects and the name of the next one`() throws {
        let page = try page(
            listing(
                "<EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>\(Self.object)<NextContinuationToken>t=</NextContinuationToken>"
            )
        )
        #expect(page.objects == [BucketObject(key: "a/b c", etag: ETag("e-2"), size: 7)])
        #expect(page.next == "t=")
    }

    @Test func `a key is taken as it stands where the server encodes none`() throws {
        #expect(try page(listing("<IsTruncated>false</IsTruncated>\(Self.object)")).objects.first?.key == "a%2Fb+c")
    }

    @Test func `what is cut, is no listing, or does not say that it is whole is refused`() {
        let whole = listing("<IsTruncated>false</IsTruncated>\(Self.object)")
        func sized(_ size: String) -> String {
            listing("<IsTruncated>false</IsTruncated><Contents><Key>a</Key><ETag>e</ETag>\(size)</Contents>")
        }
        for text in [
            "", String(whole.dropLast(10)), "<html><body>log in</body></html>", listing(Self.object),
            listing("<IsTruncated>true</IsTruncated>"), "{}", listing("<IsTruncated></IsTruncated>\(Self.object)"),
            listing("<IsTruncated>True</IsTruncated>\(Self.object)"),
            listing("<IsTruncated>1</IsTruncated>\(Self.object)"),
            sized(""), sized("<Size>-1</Size>"), sized("<Size>99999999999999999999</Size>"),
            #"<!DOCTYPE a [<!ENTITY b "c">]>"# + whole,
            listing(
                "<IsTruncated>false</IsTruncated><NextContinuationToken>\(String(repeating: "x", count: 9000))</NextContinuationToken>"
            ),
            String(repeating: "<ListBucketResult>", count: 100),
            listing(
                "<EncodingType>url</EncodingType><IsTruncated>false</IsTruncated><Contents><Key>%FF</Key><ETag>e</ETag><Size>1</Size></Contents>"
            ),
        ] { #expect(throws: BucketListing.Flaw.self) { try page(text) } }
    }

    @Test func `a mutated listing never brings the box down`() throws {
        let whole = Array(listing("<IsTruncated>false</IsTruncated>\(Self.object)\(Self.object)").utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do throws(BucketListing.Flaw) {
                for object in try BucketListing(bytes).objects { #expect(object.size >= 0) }
            } catch { #expect(!error.reason.isEmpty) }
        }
    }
}
