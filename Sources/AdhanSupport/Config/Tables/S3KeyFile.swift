import AdhanCore
import Glibc

/// The keys that sign requests to a bucket: from a file, a systemd credential or the environment. They are read for
/// each request, so new keys work at once. They are never quoted.
package struct S3KeyFile: Sendable {
    /// The name of the systemd credential: `LoadCredential=s3:/etc/adhand/s3`.
    package static let credential = "s3"
    private static let sizeLimit = 64 << 10
    private static let names = ["access_key_id", "secret_access_key", "session_token"]

    /// The file named in the config; nil if none.
    package let file: String?
    package let environment: [String: String]

    package init(_ file: String?, environment: [String: String] = Environment.variables) {
        (self.file, self.environment) = (file, environment)
    }

    /// The path of systemd's credential, whether it is there or not; nil without credentials.
    package var credentialFile: String? { environment["CREDENTIALS_DIRECTORY"].map { "\($0)/\(Self.credential)" } }

    /// Like `read()`, with a time limit, as the disk may hang.
    package func read(within limit: Duration) throws(FetchFault) -> S3Credentials? {
        let subject = file ?? environment["CREDENTIALS_DIRECTORY"] ?? "the keys of s3"
        let found = TimeLimit.run(limit, on: subject) { Result { () throws(FetchFault) in try read() } }
        guard let found else {
            throw FetchFault(.here, "s3: the keys cannot be read: the disk of \(subject) does not answer")
        }
        return try found.get()
    }

    /// The fault of the keys, for a person; nil if the caller may not read them, since the daemon's user may. It may
    /// block for twice the limit.
    package func problem(within limit: Duration) -> String? {
        if let file {
            let isDenied = TimeLimit.run(limit, on: file) { access(file, R_OK) != 0 && errno == EACCES }
            if isDenied == true { return nil }
        }
        do {
            _ = try read(within: limit)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// - Returns: nil if there are none and the bucket is public.
    /// - Throws: `FetchFault.here`, saying what is wrong with them and where.
    package func read() throws(FetchFault) -> S3Credentials? {
        if let file { return try read(file) }
        if let file = credentialFile, access(file, F_OK) == 0 { return try read(file) }
        let (id, secret) = (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"])
        guard let id, let secret else {
            if id == nil, secret == nil { return nil }
            let words = "of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY only one is set; a request needs both"
            throw FetchFault(.here, "s3: \(words)")
        }
        return S3Credentials(accessKeyID: id, secretAccessKey: secret, sessionToken: environment["AWS_SESSION_TOKEN"])
    }

    private func read(_ file: String) throws(FetchFault) -> S3Credentials {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
        } catch {
            throw FetchFault(.here, "s3: the keys cannot be read: \(error)")
        }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & (S_IROTH | S_IWOTH) == 0 else {
            throw FetchFault(.here, "s3: \(file) is readable for everybody; run chmod o-rw on it, and create new keys")
        }
        let values = try values(bytes, file)
        guard let id = values["access_key_id"], let secret = values["secret_access_key"] else {
            throw FetchFault(.here, "s3: \(file) needs two lines, access_key_id = \"…\" and secret_access_key = \"…\"")
        }
        return S3Credentials(accessKeyID: id, secretAccessKey: secret, sessionToken: values["session_token"])
    }

    private func values(_ bytes: [UInt8], _ file: String) throws(FetchFault) -> [String: String] {
        let top: TOMLNode
        do {
            top = try TOMLNode.parse(bytes, file: file)
        } catch {
            // The parser's message would quote the key.
            throw FetchFault(.here, "s3: \(file):\(error.spot.line): this is not TOML; write access_key_id = \"…\"")
        }
        var values: [String: String] = [:]
        guard case .table(let members) = top.value else { return values }
        for member in members {
            guard Self.names.contains(member.key), case .string(let text) = member.value else {
                let known = Self.names.joined(separator: ", ")
                let words = "only \(known) are allowed here, each a text in quotes"
                throw FetchFault(.here, "s3: \(file):\(member.spot.line): \(words)")
            }
            values[member.key] = text
        }
        return values
    }
}
