import AdhanCore
import CCurl

/// Why a transfer had no response at all.
struct CurlFault: Error {
    let code: CURLcode
    /// libcurl's message.
    let reason: String

    /// For a transfer of which libcurl says nothing.
    static let unknown = CURLE_RECV_ERROR

    var kind: FetchFault.Kind {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: .untrusted
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY,
            CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN:
            .here
        default: .unreachable
        }
    }
}
