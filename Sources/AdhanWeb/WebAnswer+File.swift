import AdhanSupport
import Glibc

extension WebAnswer {
    /// An ordinary file, or the part of it that the request asks for. It is read while it is sent, so that a large file
    /// takes no memory.
    ///
    /// - Throws: `FileFault` where it cannot be opened, or is no ordinary file.
    package static func file(
        _ path: String,
        _ type: String,
        range: String?,
        _ headers: [(String, String)] = []
    ) throws(FileFault) -> WebAnswer {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw FileFault(path: path, errno: errno) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw FileFault(path: path, reason: "it is no ordinary file")
        }
        let size = Int(status.st_size)
        let own = headers + [("Accept-Ranges", "bytes")]
        switch ByteRange(range, of: size) {
        case .whole: return WebAnswer(200, type, file: file, 0..<size, own)
        case .part(let part):
            let place = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
            return WebAnswer(206, type, file: file, part, own + [("Content-Range", place)])
        case .outside:
            close(file)
            return .text(416, "the file has \(size) bytes", own + [("Content-Range", "bytes */\(size)")])
        }
    }
}
