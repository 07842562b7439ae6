/// The keys with which an S3 request is signed. They describe themselves without saying themselves.
package struct S3Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package let accessKeyID: String
    package let secretAccessKey: String
    /// Of keys that are lent for a while.
    package let sessionToken: String?

    package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
        (self.accessKeyID, self.secretAccessKey) = (accessKeyID, secretAccessKey)
        self.sessionToken = sessionToken
    }

    package var description: String { "S3 keys (not shown)" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// What no one may read.
    package var secrets: [String] { [accessKeyID, secretAccessKey, sessionToken ?? ""].filter { !$0.isEmpty } }
}
