import AdhanCore

/// `[timetable.s3]`: a bucket, or any other address, with the mosque's timetable.
package struct S3Configuration: Sendable {
    package let settings: S3Settings
    /// The file with the keys; nil for systemd's credential, the environment's keys, or none.
    package let credentials: String?

    /// Nil if the config has no such table or it is wrong.
    package init?(_ table: ConfigTable) {
        let allowHTTP = table.bool("allow_http", default: false)
        let (url, bucket) = (table.address("url", allowHTTP), table.bucket(rest: "key"))
        let (endpoint, region) = (table.address("endpoint", allowHTTP), table.string("region"))
        if url == nil { table.noteDefault("key", .text(S3Settings.usualKey)) }
        let isClear = table.faults.isEmpty
        let key = table.text("key") { key in
            if !key.isEmpty, !key.hasPrefix("/"), key.utf8.count <= 1024 { return key }
            throw ValueFault("is not a key: a key is the object's name, without a leading slash")
        }
        credentials = table.string("credentials")?.path
        guard let spot = table.spot, isClear else { return nil }
        if let url {
            if let other = [("bucket", bucket), ("endpoint", endpoint), ("key", key)].first(where: { $0.1 != nil }) {
                table.fault(url.spot, "url and \(other.0) are both set; remove one of them")
            }
        } else if bucket == nil {
            table.fault(spot, "[timetable.s3] has neither bucket nor url; it needs one of them")
        } else if region == nil, endpoint == nil {
            table.fault(spot, "[timetable.s3] has a bucket without its region, for example region = \"eu-west-2\"")
        }
        var settings = S3Settings(url.map { .url($0.value) } ?? .bucket(bucket?.value ?? "", endpoint: endpoint?.value))
        settings.region = region?.value ?? settings.region
        settings.key = key?.value ?? settings.key
        settings.allowHTTP = allowHTTP
        self.settings = settings
        guard table.faults.isEmpty else { return nil }
        do {
            _ = try settings.address(year: 2026)
        } catch {
            table.fault(bucket?.spot ?? spot, "the address of [timetable.s3] \(error)")
        }
    }
}
