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

    @Test func `a bucket at AWS is part of the host name`() throws {
        let bucket = S3Settings.Origin.bucket("my-mosque", endpoint: nil)
        #expect(try address(bucket) == "https://my-mosque.s3.eu-west-2.amazonaws.com/PrayerTimes2026.json")
        #expect(
            try address(bucket, region: "cn-north-1").hasPrefix("https://my-mosque.s3.cn-north-1.amazonaws.com.cn/")
        )
    }

    @Test func `a bucket with dots in its name goes into the path, because of the certificate`() throws {
        let bucket = S3Settings.Origin.bucket("times.my-mosque.org", endpoint: nil)
        #expect(try address(bucket) == "https://s3.eu-west-2.amazonaws.com/times.my-mosque.org/PrayerTimes2026.json")
    }

    @Test func `at another endpoint the bucket is in the path`() throws {
        for endpoint in ["http://minio.local:9000", "http://minio.local:9000/"] {
            let address = try address(.bucket("mosque", endpoint: endpoint), key: "{year}/times {year}+ü.json")
            #expect(address == "http://minio.local:9000/mosque/2026/times%202026%2B%C3%BC.json")
        }
    }

    @Test func `an address is used as it is, with the year filled in`() throws {
        #expect(
            try address(.url("https://me:x@example.org/{year}.csv?y={year}"))
                == "https://me:x@example.org/2026.csv?y=2026"
        )
        #expect(try address(.url("https://example.org/now.json")) == "https://example.org/now.json")
    }

    @Test func `a bucket or a region that would change the host is rejected`() {
        for (bucket, region) in [
            ("a/b", "eu-west-2"), ("", "eu-west-2"), ("b@evil", "eu-west-2"), ("b", "x.evil/"), ("b", ""),
        ] {
            #expect(throws: AddressFault.self) { try address(.bucket(bucket, endpoint: nil), region: region) }
        }
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
