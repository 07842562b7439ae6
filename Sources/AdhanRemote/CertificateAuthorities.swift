import Glibc

/// Whose word on a server's certificate counts, where it is not the system's: as for the program `curl`, by `CURL_CA_BUNDLE`, or
/// else by `SSL_CERT_FILE` and `SSL_CERT_DIR`. libcurl itself does not read them.
package struct CertificateAuthorities: Sendable, Hashable {
    /// Of PEM certificates.
    let file: String?
    /// Of PEM certificates named by their hashes.
    let directory: String?

    /// - Parameter variable: what the environment has under a name; this process's own unless said.
    package init(_ variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let bundle = value("CURL_CA_BUNDLE")
        file = bundle ?? value("SSL_CERT_FILE")
        directory = bundle == nil ? value("SSL_CERT_DIR") : nil
    }
}
