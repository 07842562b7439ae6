import AdhanCore
import CZip

/// A ZIP archive in memory, whose entries are unpacked one by one, within limits that do not trust what the archive
/// says of itself.
final class ZipArchive {
    private let archive: OpaquePointer
    /// Must live as long as the archive, which reads from it.
    private let bytes: UnsafeMutableRawBufferPointer
    private var unpacked = 0

    init(_ file: [UInt8]) throws(SpreadsheetFault) {
        bytes = .allocate(byteCount: max(file.count, 1), alignment: 1)
        bytes.copyBytes(from: file)
        var fault = zip_error_t()
        zip_error_init(&fault)
        defer { zip_error_fini(&fault) }
        let source = zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(file.count), 0, &fault)
        guard let source, let opened = zip_open_from_source(source, ZIP_RDONLY, &fault) else {
            let reason = words(zip_error_strerror(&fault))
            // If opening fails, the source stays the caller's.
            if let source { zip_source_free(source) }
            bytes.deallocate()
            throw Self.hasEnd(file) ? .notAnArchive(reason) : .cutShort
        }
        archive = opened
        let count = zip_get_num_entries(archive, 0)
        guard count <= SpreadsheetLimits.entries else { throw .tooMuch("it has \(count) parts") }
    }

    deinit {
        zip_discard(archive)
        bytes.deallocate()
    }

    func has(_ name: String) -> Bool { zip_name_locate(archive, name, zip_flags_t(ZIP_FL_NOCASE)) >= 0 }

    /// Unpacks an entry. Returns nil if there is none of that name.
    func entry(_ name: String) throws(SpreadsheetFault) -> [UInt8]? {
        let index = zip_name_locate(archive, name, zip_flags_t(ZIP_FL_NOCASE))
        guard index >= 0 else { return nil }
        guard let file = zip_fopen_index(archive, zip_uint64_t(index), 0) else { throw .damaged(part: name, reason) }
        defer { zip_fclose(file) }
        let limit = min(SpreadsheetLimits.part, SpreadsheetLimits.whole - unpacked, allowance(index))
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = zip_fread(file, &block, zip_uint64_t(block.count))
            guard count >= 0 else { throw .damaged(part: name, reason(of: file)) }
            if count == 0 { break }
            guard content.count + Int(count) <= limit else {
                throw .tooMuch("\(name) unpacks to more than \(limit) bytes")
            }
            content += block.prefix(Int(count))
        }
        unpacked += content.count
        return content
    }

    /// Whether a file has the record with which every archive ends, before a comment of 64 KiB at most.
    private static func hasEnd(_ file: [UInt8]) -> Bool {
        file.suffix(22 + 0xFFFF).firstRange(of: [0x50, 0x4B, 0x05, 0x06]) != nil
    }

    /// How many bytes an entry may unpack to, by its packed size.
    private func allowance(_ index: zip_int64_t) -> Int {
        var facts = zip_stat_t()
        zip_stat_init(&facts)
        guard zip_stat_index(archive, zip_uint64_t(index), 0, &facts) == 0 else { return SpreadsheetLimits.smallPart }
        let packed = Int(clamping: min(facts.comp_size, zip_uint64_t(bytes.count)))
        return max(SpreadsheetLimits.smallPart, packed * SpreadsheetLimits.ratio)
    }

    private var reason: String { words(zip_strerror(archive)) }

    private func reason(of file: OpaquePointer) -> String {
        words(zip_file_strerror(file))
    }
}

/// Debian 13's libzip declares these texts as never null, and Debian 12's does not: an optional accepts both.
private func words(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? "unknown error"
}
