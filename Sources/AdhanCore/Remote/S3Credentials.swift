/// The keys that sign an S3 request. Their description never contains them.
package struct S3Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package let accessKeyID: String
    package let secretAccessKey: String
    /// Of temporary keys only.
    package let sessionToken: String?

    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        (self.accessKeyID, self.secretAccessKey) = (accessKeyID, secretAccessKey)
        self.sessionToken = sessionToken
    }

    package var description: String { "S3 keys (not shown)" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The texts that must never be shown.
    package var secrets: [String] { [accessKeyID, secretAccessKey, sessionToken ?? ""].filter { !$0.isEmpty } }
}
