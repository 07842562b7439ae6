/// A parsed tzdata file: RFC 9636, section 3.
///
/// Versions 2 to 4 contain the data twice, the second time with 64-bit times, which are used if present. Every count is
/// checked against the size of the file first, so no file can make the parser trap or allocate more than a few times
/// the file's size.
struct TZif {
    /// A "local time type": the offset between two transitions.
    struct Kind: Hashable {
        var offset: Int
        var abbreviation: String
    }

    /// Seconds since 1970, strictly ascending.
    var transitions: [Int64] = []
    /// The kind that applies from the transition with the same index; `kinds[0]` applies before the first.
    var kindIndices: [Int] = []
    var kinds: [Kind] = []
    /// The rule after the last transition; nil if the file has none.
    var footer: TZRule?

    /// An abbreviation begins at one of the first 256 characters, and has at most six of them in tzdata.
    private static let mostCharacters = 1024

    init(zone: String, bytes: [UInt8]) throws(ZoneError) {
        var reader = Reader(zone: zone, bytes: bytes)
        var header = try Header(from: &reader)
        if header.version == 0 {
            try read(header, timeSize: 4, from: &reader)
            return
        }
        // The first block repeats a part of the second and may be empty.
        _ = try reader.read(header.length(timeSize: 4), "32-bit data")
        header = try Header(from: &reader)
        try read(header, timeSize: 8, from: &reader)
        footer = try reader.footer()
    }

    private mutating func read(_ header: Header, timeSize: Int, from reader: inout Reader) throws(ZoneError) {
        guard header.leaps == 0 else {
            throw reader.error("it counts leap seconds; take the zone without 'right/' before its name")
        }
        guard (1...256).contains(header.types) else { throw reader.error("\(header.types) types are not allowed") }
        // Each of 256 types may begin its abbreviation at the front: a file of 1 MB would make 256 MB of them.
        guard (1...Self.mostCharacters).contains(header.characters) else {
            throw reader.error("\(header.characters) abbreviation characters are not allowed")
        }
        _ = try reader.needs(header.length(timeSize: timeSize), "data")
        for number in 0..<header.transitions {
            let time = try reader.signed(timeSize, "transition times")
            if let last = transitions.last, time <= last {
                throw reader.error("transition \(number) is not later than the one before it")
            }
            transitions.append(time)
        }
        for index in try reader.read(header.transitions, "transition types") {
            guard index < header.types else {
                throw reader.error("a transition points to number \(index), which is not there")
            }
            kindIndices.append(Int(index))
        }
        var described: [(offset: Int, name: Int)] = []
        for _ in 0..<header.types {
            let offset = Int(try reader.signed(4, "types"))
            guard ZoneRules.offsets.contains(offset) else {
                throw reader.error("\(offset) seconds from UTC is more than a day")
            }
            // The byte between them is the daylight-saving flag, which is not used.
            let rest = Array(try reader.read(2, "types"))
            described.append((offset, Int(rest[1])))
        }
        let characters = Array(try reader.read(header.characters, "abbreviations"))
        for (offset, name) in described {
            guard name < characters.count else {
                throw reader.error("an abbreviation points to number \(name), which is not there")
            }
            let letters = characters[name...].prefix { $0 != 0 }
            kinds.append(Kind(offset: offset, abbreviation: String(decoding: letters, as: UTF8.self)))
        }
        _ = try reader.read(header.flags, "flags")
    }
}

/// The 44 bytes before each block: RFC 9636, section 3.1.
private struct Header {
    var version: UInt8
    var flags: Int
    var leaps: Int
    var transitions: Int
    var types: Int
    var characters: Int

    init(from reader: inout Reader) throws(ZoneError) {
        guard Array(try reader.read(4, "header")) == Array("TZif".utf8) else {
            throw reader.error("the file is not a TZif file")
        }
        version = UInt8(truncatingIfNeeded: try reader.signed(1, "header"))
        // Versions after 4 must stay readable as 4, or an update of tzdata would take a box its zone.
        guard version == 0 || version >= 0x32 else {
            throw reader.error("the file is TZif of the unknown version \(version)")
        }
        _ = try reader.read(15, "header")
        let utcFlags = try reader.count()
        flags = utcFlags + (try reader.count())
        leaps = try reader.count()
        transitions = try reader.count()
        types = try reader.count()
        characters = try reader.count()
    }

    /// The size in bytes of the block after this header. The counts are below 2³², so no sum can overflow.
    func length(timeSize: Int) -> Int {
        transitions * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + flags
    }
}

/// A cursor that checks every read against the end of the bytes.
private struct Reader {
    let zone: String
    let bytes: [UInt8]
    var position = 0

    func error(_ reason: String) -> ZoneError { ZoneError(zone: zone, reason: reason) }

    func needs(_ count: Int, _ part: String) throws(ZoneError) {
        guard count <= bytes.count - position else {
            throw error("the \(part) needs \(count) bytes and the file has \(bytes.count - position) left")
        }
    }

    mutating func read(_ count: Int, _ part: String) throws(ZoneError) -> ArraySlice<UInt8> {
        try needs(count, part)
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// A big-endian two's complement number of up to 8 bytes.
    mutating func signed(_ size: Int, _ part: String) throws(ZoneError) -> Int64 {
        let raw = try read(size, part).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let shift = UInt64(64 - 8 * size)
        return Int64(bitPattern: raw << shift) >> shift
    }

    mutating func count() throws(ZoneError) -> Int {
        Int(try signed(4, "header")) & 0xFFFF_FFFF
    }

    /// The TZ string between two newlines: RFC 9636, section 3.3.
    mutating func footer() throws(ZoneError) -> TZRule? {
        guard try read(1, "footer").first == 0x0A else { throw error("the rule at its end has no newline before it") }
        let text = bytes[position...].prefix { $0 != 0x0A }
        guard position + text.count < bytes.count else { throw error("the rule at its end has no newline after it") }
        guard text.count <= 256 else { throw error("the rule at its end is longer than 256 bytes") }
        return text.isEmpty ? nil : try TZRule(zone: zone, text: Array(text))
    }
}

/// Why a tzdata file could not be read as a zone.
package struct ZoneError: Error, Hashable, CustomStringConvertible {
    package let zone: String
    /// The fault of the file.
    package let reason: String

    package var description: String { "time zone '\(zone)': \(reason)" }
}
