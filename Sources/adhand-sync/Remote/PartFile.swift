import AdhanCore
import AdhanSupport
import CCurl
import Glibc

/// An object of S3 on its way into a file. A partial file of the same version is kept, and only the rest is requested.
final class PartFile: CurlSink {
    let path: String
    let object: BucketObject
    private let descriptor: Int32
    /// What stays free on its disk, in bytes.
    private let reserve: Int
    private var digest: Digest
    /// Bytes that are not yet in the file: libcurl hands over 16 kB at most, and each write of the file has its price.
    private var waiting: [UInt8] = []
    /// How much of it has come, in bytes.
    private(set) var size: Int
    /// Whether it came in more than one piece.
    private(set) var isResumed: Bool
    /// Whether S3 says that it is encrypted so that its ETag is no MD5 of its bytes, even where it looks like one.
    private(set) var isEncrypted = false
    /// Why the rest was refused; nil if libcurl itself ended the transfer.
    private(set) var refusal: Refusal?
    /// The body of a response that is not the object, or its beginning.
    private(set) var errorBody: [UInt8] = []
    /// Whether the rest of such a body was left unread.
    private(set) var isErrorCut = false
    /// Whether the response's status and version have been checked.
    private var isChecked = false
    private var isError = false

    enum Refusal {
        /// The disk took no more.
        case disk(FetchFault)
        /// The response is of another version of the object, or has more bytes than were listed.
        case changed
        /// The bytes are others than those that were asked for.
        case wrongRange
    }

    /// In bytes.
    static let longestError = 8 << 10
    /// In bytes.
    private static let mostWaiting = 64 << 10

    /// - Parameter wanted: no other process may use its file. Where this process is root, the file's owner is that of
    ///   its folder.
    /// - Throws: `FetchFault.here` if the file cannot be opened or read.
    init(_ wanted: S3Download) throws(FetchFault) {
        (path, object, reserve) = (wanted.part, wanted.object, wanted.reserve)
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        do throws(DigestFault) { digest = try Digest(.md5) } catch { throw FetchFault(.here, "\(error)") }
        (size, isResumed) = (0, false)
        super.init()
        guard descriptor >= 0 else { throw fault("opening it", errno) }
        fchmod(descriptor, wanted.mode)
        Folder.give(descriptor, at: path)
        try resume()
    }

    deinit {
        guard descriptor >= 0 else { return }
        // The next pass goes on from there. What does not get into the file is fetched again.
        try? flush()  // reason: see above
        close(descriptor)
    }

    var isWhole: Bool { size == object.size }

    /// The range of bytes to ask for; nil for all.
    var range: String? { size > 0 ? "Range: bytes=\(size)-" : nil }

    /// Forgets what the last response was, before the next try.
    func begin() { (isChecked, refusal, errorBody, isErrorCut) = (false, nil, [], false) }

    /// - Returns: the MD5 of all that is there. Call it once.
    func finish() throws(FetchFault) -> String {
        try flush()
        do throws(DigestFault) { return try digest.finish() } catch { throw FetchFault(.here, "\(error)") }
    }

    /// Begins anew, without what was there.
    func empty() throws(FetchFault) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw fault("emptying it", errno)
        }
        do throws(DigestFault) { digest = try Digest(.md5) } catch { throw FetchFault(.here, "\(error)") }
        (size, isResumed) = (0, false)
        waiting.removeAll(keepingCapacity: true)
    }

    private func resume() throws(FetchFault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault("looking at it", errno) }
        guard status.st_size > 0 else { return }
        guard status.st_size <= object.size else { return try empty() }
        let code = OpenFile.read(descriptor) {
            digest.add($0)
            size += $0.count
        }
        guard code == 0 else { throw fault("reading it", code) }
        isResumed = size > 0
    }

    override func append(_ more: UnsafeRawBufferPointer) -> Int {
        do throws(FetchFault) {
            if !isChecked, let curl { refusal = try refusal(of: curl) }
            isChecked = true
            guard refusal == nil else { return 0 }
            if isError {
                errorBody += more.prefix(max(0, Self.longestError - errorBody.count))
                isErrorCut = errorBody.count >= Self.longestError
                return isErrorCut ? 0 : more.count
            }
            guard more.count <= object.size - size else {
                refusal = .changed
                return 0
            }
            // Room for one more block, so that it need not grow: that costs more than writing.
            if waiting.isEmpty { waiting.reserveCapacity(min(object.size - size, Self.mostWaiting + 16 << 10)) }
            waiting += more
            size += more.count
            if waiting.count >= Self.mostWaiting { try flush() }
            return more.count
        } catch {
            refusal = .disk(error)
            return 0
        }
    }

    /// Why a response's body is not for this file; nil if it is, or is the text of an error.
    private func refusal(of curl: UnsafeMutableRawPointer) throws(FetchFault) -> Refusal? {
        let status = HTTPResponse.status(of: curl)
        isError = status != 200 && status != 206
        // Two versions are never spliced: If-Match requests this one, and this makes sure of it.
        if !isError, HTTPResponse.header("ETag", of: curl).map({ ETag($0) }) != object.etag { return .changed }
        isEncrypted = isEncrypted || Self.isEncrypted(curl)
        if status == 206 {
            guard isContinued(HTTPResponse.header("Content-Range", of: curl)) else { return .wrongRange }
            isResumed = true
        }
        // A server that knows no ranges sends all of it again.
        if status == 200, size > 0 { try empty() }
        return nil
    }

    /// With a key of AWS' key management, or with one that the requests bring (Amazon S3 User Guide, "Checking object
    /// integrity").
    private static func isEncrypted(_ curl: UnsafeMutableRawPointer) -> Bool {
        HTTPResponse.header("x-amz-server-side-encryption", of: curl)?.hasPrefix("aws:kms") == true
            || HTTPResponse.header("x-amz-server-side-encryption-customer-algorithm", of: curl) != nil
    }

    /// Whether a response's range, as in `bytes 100-199/200`, goes on where the file ends, to the end of the object
    /// (RFC 9110, 14.4).
    private func isContinued(_ range: String?) -> Bool {
        let wanted = "bytes \(size)-\(object.size - 1)/"
        guard let range, range.lowercased().hasPrefix(wanted) else { return false }
        let total = range.dropFirst(wanted.count)
        return total == "*" || total == "\(object.size)"
    }

    private func flush() throws(FetchFault) {
        defer { waiting.removeAll(keepingCapacity: true) }
        guard !waiting.isEmpty else { return }
        if reserve > 0, let free = FreeSpace.of(descriptor), free < reserve + waiting.count {
            let words = "its disk has \(free >> 20) MB left, which the rest of the box needs; make room on it"
            throw FetchFault(.here, "\(path): \(words)")
        }
        let code = OpenFile.write(waiting, to: descriptor)
        guard code == 0 else { throw fault("writing it", code) }
        waiting.withUnsafeBytes { digest.add($0) }
    }

    private func fault(_ action: String, _ code: Int32) -> FetchFault {
        let advice = [ENOSPC, EDQUOT].contains(code) ? "; make room on its disk" : ""
        return FetchFault(.here, "\(path): \(action) failed: \(String(cString: strerror(code)))\(advice)")
    }
}
