import Glibc

/// The certificate authorities to trust instead of the system's: as for the program `curl`, from `CURL_CA_BUNDLE`,
/// otherwise from `SSL_CERT_FILE` and `SSL_CERT_DIR`. libcurl itself does not read them.
package struct CertificateAuthorities: Sendable, Hashable {
    /// With PEM certificates.
    package let file: String?
    /// With PEM certificates named by their hashes.
    package let directory: String?

    /// - Parameter variable: reads an environment variable; by default this process' own.
    package init(_ variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let bundle = value("CURL_CA_BUNDLE")
        file = bundle ?? value("SSL_CERT_FILE")
        directory = bundle == nil ? value("SSL_CERT_DIR") : nil
    }
}
