import AdhanCore
import AdhanSystem
import Foundation
import Glibc

/// The keys with which requests to a bucket are signed: from a file, a credential of systemd's or the environment, read anew at
/// each question, so that new ones count at once. They are quoted nowhere.
package struct S3KeyFile: Sendable {
    /// The name of systemd's credential: `LoadCredential=s3:/etc/adhand/s3`.
    package static let credential = "s3"
    private static let sizeLimit = 64 << 10
    private static let names = ["access_key_id", "secret_access_key", "session_token"]

    /// What the config names; nil where it names none.
    package let file: String?
    package let environment: [String: String]

    package init(_ file: String?, environment: [String: String] = ProcessInfo.processInfo.environment) {
        (self.file, self.environment) = (file, environment)
    }

    /// The same as `read()`, of a disk that may hang.
    package func read(within limit: Duration) throws(FetchFault) -> S3Credentials? {
        let subject = file ?? environment["CREDENTIALS_DIRECTORY"] ?? "the keys of s3"
        let found = TimeLimit.run(limit, on: subject) { () -> Result<S3Credentials?, FetchFault> in
            do throws(FetchFault) {
                return .success(try read())
            } catch {
                return .failure(error)
            }
        }
        guard let found else {
            throw FetchFault(.here, "s3: the keys cannot be read: the disk of \(subject) does not answer")
        }
        return try found.get()
    }

    /// What is wrong with the keys, for a person; nil also where whoever asks may not read them, who need not: whether the daemon may is
    /// another question. It may block for twice the limit.
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

    /// - Returns: nil where there are none, and the bucket is for everybody.
    /// - Throws: `FetchFault.here`, which says what is wrong with them and where.
    package func read() throws(FetchFault) -> S3Credentials? {
        if let file { return try read(file) }
        if let folder = environment["CREDENTIALS_DIRECTORY"] {
            let file = folder + "/" + Self.credential
            if FileManager.default.fileExists(atPath: file) { return try read(file) }
        }
        let (id, secret) = (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"])
        switch (id, secret) {
        case (nil, nil): return nil
        case (let id?, let secret?):
            return S3Credentials(
                accessKeyID: id,
                secretAccessKey: secret,
                sessionToken: environment["AWS_SESSION_TOKEN"]
            )
        default:
            throw FetchFault(
                .here,
                "s3: of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY only one is set; a request needs both"
            )
        }
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
            throw FetchFault(.here, "s3: \(file) is for everybody to read; chmod o-rw it, and have new keys made")
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
            // Its words would quote what stands there.
            throw FetchFault(.here, "s3: \(file):\(error.spot.line): this is not TOML; write access_key_id = \"…\"")
        }
        var values: [String: String] = [:]
        guard case .table(let members) = top.value else { return values }
        for member in members {
            guard Self.names.contains(member.key), case .string(let text) = member.value else {
                let place = "\(file):\(member.spot.line)"
                throw FetchFault(
                    .here,
                    "s3: \(place): only \(Self.names.joined(separator: ", ")) stand here, each a text in quotes"
                )
            }
            values[member.key] = text
        }
        return values
    }
}
