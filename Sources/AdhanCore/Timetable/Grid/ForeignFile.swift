/// Files that people take for a timetable and no table can be read from.
package enum ForeignFile: String, Sendable, CaseIterable, CustomStringConvertible {
    case oldWorkbook, protectedWorkbook, pdf, page, picture, markup, calendar, archive, sound, program, database,
        binary, text, empty

    private static let beginnings: [(ForeignFile, [[UInt8]])] = [
        (
            .oldWorkbook,
            [[0xD0, 0xCF, 0x11, 0xE0], [0x09, 0x08, 0x10, 0], [0x09, 0x08, 0x08, 0], [0x09, 0x04, 0x06, 0]]
        ),
        (
            .picture,
            [
                [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("II*\0".utf8),
                Array("MM\0*".utf8),
                Array("BM".utf8) + [0x36],
            ]
        ),
        (
            .sound,
            [
                Array("ID3".utf8) + [2], Array("ID3".utf8) + [3], Array("ID3".utf8) + [4], Array("OggS".utf8),
                Array("fLaC".utf8),
            ]
        ),
        (.program, [[0x7F, 0x45, 0x4C, 0x46], Array("MZ".utf8) + [0x90, 0]]),
        (.database, [Array("SQLite format 3\0".utf8)]),
        (
            .archive,
            [
                [0x1F, 0x8B], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A], [0x37, 0x7A, 0xBC], [0x52, 0x61, 0x72, 0x21],
                [0x28, 0xB5, 0x2F, 0xFD],
            ]
        ),
    ]

    /// By the first bytes; nil for everything else.
    package init?(_ bytes: [UInt8]) {
        let text = bytes.drop { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
        let head = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
        let kind = String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self)
        let family = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
        if text.isEmpty {
            self = .empty
        } else if let known = Self.beginnings.first(where: { $0.1.contains { bytes.starts(with: $0) } }) {
            // A workbook with a password is in an envelope of the old kind, in which this is its name.
            let envelope = Array("EncryptedPackage".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let isProtected = known.0 == .oldWorkbook && bytes.firstRange(of: envelope) != nil
            self = isProtected ? .protectedWorkbook : known.0
        } else if head.hasPrefix("riff") {
            self = family == "WAVE" ? .sound : .picture
        } else if kind == "ftyp" {
            // Pictures of telephones, films and sounds.
            self = ["M4A ", "M4B "].contains(family) ? .sound : .picture
        } else if head.hasPrefix("%pdf") {
            self = .pdf
        } else if ["<!doctype html", "<html", "<head", "<body", "<table", "<div"].contains(where: head.hasPrefix) {
            self = .page
        } else if head.hasPrefix("<svg") {
            self = .picture
        } else if head.hasPrefix("<") || head.hasPrefix("{\\rtf") {
            self = .markup
        } else if head.hasPrefix("begin:vcalendar") {
            self = .calendar
        } else {
            return nil
        }
    }

    /// A text in which no cell has a time of day with a colon anywhere, and no row as many times of another spelling as a day has; nil for
    /// everything else.
    ///
    /// - Parameters:
    ///   - text: in UTF-8, as the file was decoded.
    ///   - grids: as which it can be read.
    package init?(_ text: [UInt8], in grids: [Grid]) {
        let hasTimes = grids.contains { $0.rows.contains { $0.cells.contains(where: Self.hasClock) } }
        let controls = text.count { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
        if controls * 20 > text.count {
            self = .binary
        } else if !hasTimes {
            self = .text
        } else {
            return nil
        }
    }

    /// Whether a cell has hours and minutes with a colon, whatever stands beside them.
    private static func hasClock(_ cell: String) -> Bool {
        guard cell.utf8.contains(0x3A) else { return false }
        return CellText.plain(cell).split { !":0123456789".contains($0) }.contains { word in
            // No part of `uucp:x:10:10:`.
            word.first != ":" && word.last != ":" && ClockCell(String(word)) != nil
        }
    }

    /// What it is, and what to do.
    package var description: String {
        switch self {
        case .oldWorkbook: "this is a file of an old Excel (.xls); open it there and save it as .xlsx or CSV"
        case .protectedWorkbook:
            "this workbook is protected by a password; open it in the spreadsheet program and save it without one"
        case .pdf: "this is a PDF, which has no table to read; ask for the timetable as .xlsx or CSV"
        case .page: "this is a web page (HTML), not a timetable; download the table itself, as .xlsx or CSV"
        case .picture: "this is a picture, which has no table to read; ask for the timetable as .xlsx or CSV"
        case .markup: "this is XML or a text document, not a table; save the timetable as .xlsx or CSV"
        case .calendar: "this is a calendar (.ics), not a table; ask for the timetable as .xlsx or CSV"
        case .archive: "this is a packed file; unpack it first"
        case .sound: "this is a sound recording, not a timetable"
        case .program: "this is a program, not a timetable"
        case .database: "this is a database, not a table; save the timetable as .xlsx or CSV"
        case .binary: "this is a binary file of an unknown kind, not a timetable; ask for the timetable as .xlsx or CSV"
        case .text:
            "this is plain text without any time of day, so it is no timetable; a timetable has a row a day, with a column a prayer"
        case .empty: "the file is empty"
        }
    }
}
