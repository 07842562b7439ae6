import AdhanCore

/// `[timetable.s3]`: a bucket, or any other address, with the mosque's timetable.
struct S3Configuration: Sendable {
    /// The whole address, in the place of bucket, region and key.
    var url: String?
    var bucket = ""
    var region = "us-east-1"
    var key = "PrayerTimes\(BundledTimetable.year).json"
    /// Of a storage of one's own, such as MinIO; nil for Amazon's.
    var endpoint: String?
    /// The file with the keys; nil for the environment's, or none.
    var credentials: String?
    /// Whether an address may be without encryption.
    var allowHTTP = false

    /// Nil where the config has no such table.
    init?(_ table: ConfigTable) {
        allowHTTP = table.bool("allow_http")?.value ?? allowHTTP
        let (url, bucket) = (table.address("url", allowHTTP), table.string("bucket"))
        let (endpoint, region) = (table.address("endpoint", allowHTTP), table.string("region"))
        let key = table.string("key")
        (self.url, self.endpoint) = (url?.value, endpoint?.value)
        self.bucket = bucket?.value ?? self.bucket
        self.region = region?.value ?? self.region
        self.key = key?.value ?? self.key
        credentials = table.string("credentials")?.path
        guard let spot = table.spot else { return nil }
        if let url {
            for other in [bucket, endpoint, key].compactMap(\.self) {
                table.fault(other.spot, "'\(other.value)' says another place than url = \"\(url.value)\"; leave one of the two out")
            }
        } else if bucket == nil, table.faults.isEmpty {
            table.fault(spot, "[timetable.s3] has neither bucket nor url; it needs one of them")
        }
        if url == nil, endpoint == nil, region == nil, let bucket {
            table.fault(bucket.spot, "a bucket needs its region, for example region = \"eu-west-2\"")
        }
        if let bucket, !Self.isBucket(bucket.value) {
            table.fault(
                bucket.spot,
                "bucket = \"\(bucket.value)\" is no bucket's name: 3 to 63 small letters, digits, hyphens and dots"
            )
        }
        if let region, !Self.isWord(region.value) {
            table.fault(region.spot, "region = \"\(region.value)\" is no region; write it as in \"eu-west-2\"")
        }
        if let key, key.value.isEmpty || key.value.hasPrefix("/") || key.value.utf8.count > 1024 {
            table.fault(key.spot, "key = \"\(key.value)\" is no key: it is the object's name, without a slash before it")
        }
    }

    private static func isBucket(_ name: String) -> Bool {
        (3...63).contains(name.utf8.count) && isWord(name.replacing(".", with: "-"))
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
    }
}
