import Testing

@testable import AdhanCore

struct S3SettingsTests {
    private func address(
        _ origin: S3Settings.Origin,
        region: String = "eu-west-2",
        key: String = "PrayerTimes{year}.json"
    ) throws -> String {
        var settings = S3Settings(origin)
        (settings.region, settings.key) = (region, key)
        return try settings.address(year: 2026).whole
    }

    @Test func `a bucket is part of the host name at AWS, and of the path elsewhere`() throws {
        let aws = S3Settings.Origin.bucket("my-mosque", endpoint: nil)
        #expect(try address(aws) == "https://my-mosque.s3.eu-west-2.amazonaws.com/PrayerTimes2026.json")
        let china = try address(aws, region: "cn-north-1")
        #expect(china.hasPrefix("https://my-mosque.s3.cn-north-1.amazonaws.com.cn/"))
        // With dots in its name, because of the certificate.
        let dotted = try address(.bucket("times.my-mosque.org", endpoint: nil))
        #expect(dotted == "https://s3.eu-west-2.amazonaws.com/times.my-mosque.org/PrayerTimes2026.json")
        for endpoint in ["http://minio.local:9000", "http://minio.local:9000/"] {
            let address = try address(.bucket("mosque", endpoint: endpoint), key: "{year}/times {year}+ü.json")
            #expect(address == "http://minio.local:9000/mosque/2026/times%202026%2B%C3%BC.json")
        }
    }

    @Test func `an address is used as it is, with the year filled in`() throws {
        let dated = try address(.url("https://me:x@example.org/{year}.csv?y={year}"))
        #expect(dated == "https://me:x@example.org/2026.csv?y=2026")
        #expect(try address(.url("https://example.org/now.json")) == "https://example.org/now.json")
    }

    @Test func `a bucket or a region that would change the host is rejected`() {
        for (bucket, region) in [
            ("a/b", "eu-west-2"), ("", "eu-west-2"), ("b@evil", "eu-west-2"), ("b", "x.evil/"), ("b", ""),
        ] { #expect(throws: AddressFault.self) { try address(.bucket(bucket, endpoint: nil), region: region) } }
    }

    @Test func `the description of keys does not contain them`() {
        let keys = S3Credentials(accessKeyID: "AKIAME", secretAccessKey: "secret", sessionToken: "token")
        var dumped = ""
        dump(keys, to: &dumped)
        for text in ["\(keys)", String(reflecting: keys), "\([keys])", "\(Optional(keys) as Any)", dumped] {
            for secret in keys.secrets { #expect(!text.contains(secret)) }
        }
    }
}

struct S3BucketTests {
    @Test func `an object and a page of the listing have their addresses, at AWS and elsewhere`() throws {
        let (here, aws) = (
            S3Bucket("mosque", endpoint: "http://127.0.0.1:9000/"), S3Bucket("mosque", region: "eu-west-2")
        )
        #expect(try here.address(key: "slides/ü +.md").whole == "http://127.0.0.1:9000/mosque/slides/%C3%BC%20%2B.md")
        let page = "continuation-token=x%3D%2F%2B&encoding-type=url&list-type=2&prefix=a%2Fb%26c"
        #expect(try here.address(listing: "a/b&c", after: "x=/+").whole == "http://127.0.0.1:9000/mosque/?\(page)")
        let first = "https://mosque.s3.eu-west-2.amazonaws.com/?encoding-type=url&list-type=2&prefix="
        #expect(try aws.address(listing: "").whole == first)
        #expect(throws: AddressFault.self) { try S3Bucket("my bucket").address(key: "x") }
    }

    @Test func `a listed address is in the form that is signed`() throws {
        let address = try S3Bucket("mosque").address(listing: "ü/", after: "a+b==")
        #expect(address.signable == address)
    }

    @Test func `a listed key is decoded, with a plus for a space, and must be UTF-8`() {
        #expect(S3Bucket.key(listed: "a%2Bb+c%20d/%C3%BC") == "a+b c d/ü" && S3Bucket.key(listed: "a%FFb") == nil)
        #expect(S3Bucket.key(listed: "100%") == "100%")
    }
}
