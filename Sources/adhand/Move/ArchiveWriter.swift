import AdhanSupport
import CZip
import Glibc

/// Writes an archive, whole or not at all.
enum ArchiveWriter {
    struct Item {
        let part: MosqueArchive.Part
        /// The file to read.
        let path: String
        var isExecutable = false
        /// Whether not everybody may read it, as a secret.
        var isPrivate = true
    }

    /// Whether there is a file that an archive would replace.
    ///
    /// - Throws: `ArchiveFault` for a device, a pipe, a link and the like, which no archive replaces.
    static func isTaken(_ path: String) throws(ArchiveFault) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ArchiveFault(path, "it is not an ordinary file, and is not replaced: name another file")
        }
        return true
    }

    /// Only this user may read the archive. May block for as long as the files take.
    ///
    /// - Throws: `ArchiveFault`; nothing is left then.
    static func write(_ items: [Item], to path: String) throws(ArchiveFault) {
        let temporary = "\(path).new-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        // libzip makes the file itself.
        let mask = umask(0o077)
        defer { umask(mask) }
        var code: Int32 = 0
        guard let archive = zip_open(temporary, ZIP_CREATE | ZIP_EXCL, &code) else {
            throw ArchiveFault(path, "it cannot be made: \(ZipText.of(code))")
        }
        do throws(ArchiveFault) {
            for item in items { try add(item, to: archive, path) }
            guard zip_close(archive) == 0 else {
                throw ArchiveFault(path, "writing it failed: \(ZipText.of(zip_strerror(archive)))")
            }
        } catch {
            zip_discard(archive)
            throw error
        }
        do throws(ArchiveFault) { _ = try isTaken(path) } catch {
            unlink(temporary)
            throw error
        }
        let descriptor = open(temporary, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(temporary)
            throw ArchiveFault(path, "writing it failed: \(reason)")
        }
        _ = Folder.sync(PathName.folder(of: path))
    }

    private static func add(_ item: Item, to archive: OpaquePointer, _ path: String) throws(ArchiveFault) {
        let name = item.part.name
        let source = try source(item, archive, path)
        let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            throw ArchiveFault(path, "\(item.path): \(ZipText.of(zip_strerror(archive)))")
        }
        let mode: mode_t = S_IFREG | (item.isExecutable ? 0o700 : 0o600) | (item.isPrivate ? 0 : 0o044)
        let system = zip_uint8_t(ZIP_OPSYS_UNIX)
        zip_file_set_external_attributes(archive, zip_uint64_t(index), 0, system, zip_uint32_t(mode) << 16)
    }

    private static func source(
        _ item: Item,
        _ archive: OpaquePointer,
        _ path: String
    ) throws(ArchiveFault) -> OpaquePointer {
        var found: OpaquePointer?
        switch item.part {
        case .state, .panel:
            // The folder is the service's or the panel's: a link in it must not give root's files away.
            let descriptor = open(item.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 || errno == ELOOP else {
                throw ArchiveFault(path, "\(item.path): \(String(cString: strerror(errno)))")
            }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                let file = fdopen(descriptor, "r")
            else {
                if descriptor >= 0 { close(descriptor) }
                throw ArchiveFault(path, "\(item.path) is a link or no file, which adhand never makes: remove it")
            }
            found = zip_source_filep(archive, file, 0, -1)
            if found == nil { fclose(file) }
        case .manifest, .ledger, .config, .file:
            found = zip_source_file(archive, item.path, 0, -1)
        }
        guard let found else { throw ArchiveFault(path, "\(item.path): \(ZipText.of(zip_strerror(archive)))") }
        return found
    }
}

/// libzip's words. Debian 13's libzip declares them as never null, and Debian 12's does not: an optional accepts both.
enum ZipText {
    static func of(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "unknown error" }

    static func of(_ code: Int32) -> String {
        var fault = zip_error_t()
        zip_error_init_with_code(&fault, code)
        defer { zip_error_fini(&fault) }
        return of(zip_error_strerror(&fault))
    }
}
