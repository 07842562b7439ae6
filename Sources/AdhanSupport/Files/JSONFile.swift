import AdhanCore
import Glibc

/// A value in a JSON file that is replaced whole or not at all. All calls may block.
package struct JSONFile<Value: Codable>: Sendable {
    package let path: String
    /// The most bytes that are read.
    private let limit: Int
    private let mode: mode_t

    package init(_ path: String, limit: Int, mode: mode_t = 0o644) {
        (self.path, self.limit, self.mode) = (path, limit, mode)
    }

    /// - Throws: `FileFault` where it cannot be read or decoded.
    package func load(fault words: (any Error) -> String) throws(FileFault) -> Value? {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(path, limit: limit)
        } catch  where error.isMissing {
            return nil
        }
        do {
            return try JSONText.decode(from: bytes)
        } catch {
            throw FileFault(path: path, reason: words(error))
        }
    }

    /// Writes the value if the file has another. A damaged file is kept under the name with `.damaged` behind it.
    ///
    /// - Throws: `AtomicFile.Fault` where it cannot be encoded or written.
    package func save(_ value: Value) throws(AtomicFile.Fault) {
        let bytes: [UInt8]
        do {
            bytes = try JSONText.bytes(of: value, isPretty: true)
        } catch {
            throw AtomicFile.Fault(path: path, while: "encoding it", reason: "\(error)")
        }
        do {
            let kept = try BoundedFile.read(path, limit: limit)
            if kept == bytes {
                // A hand may have opened it to others.
                chmod(path, mode)
                return
            }
        } catch {
            // It is missing, or cannot be read.
        }
        keepIfDamaged()
        try AtomicFile.replace(path, with: bytes, mode: mode)
    }

    /// Removes the file. A damaged one is kept as by `save`.
    package func remove() throws(AtomicFile.Fault) {
        keepIfDamaged()
        try AtomicFile.remove(path)
    }

    /// Keeps a damaged file, which a person may repair.
    private func keepIfDamaged() {
        do {
            let kept = try BoundedFile.read(path, limit: limit)
            let value = try? JSONText.decode(Value.self, from: kept)  // reason: it is damaged
            if value == nil { keepDamaged() }
        } catch  where error.isForeign {
            keepDamaged()
        } catch {
            // It is missing, or its disk has a fault that says nothing of it.
        }
    }

    /// Gives the file a second name. It loses its first one only to the file that replaces it.
    private func keepDamaged() {
        let names = [path + ".damaged"] + (2...Self.mostDamaged).map { path + ".damaged-\($0)" }
        var status = stat()
        guard let name = names.first(where: { lstat($0, &status) != 0 && errno == ENOENT }) ?? names.last else {
            return
        }
        // With all names taken, the last of them is replaced.
        unlink(name)
        // A folder has no second name, nor has a file on some file systems.
        if link(path, name) != 0 { _ = rename(path, name) }
    }

    private static var mostDamaged: Int { 9 }
}
