import AdhanCore

/// Files that people take for a timetable and no table can be read from.
package enum ForeignFile: String, Sendable, CaseIterable, CustomStringConvertible {
    case oldWorkbook, protectedWorkbook, pdf, page, picture, markup, archive, sound, program, database
    case binary, text, empty
    /// ZIP archives that are no spreadsheet.
    case openDocument, word, presentation, binaryWorkbook, numbers, zip

    private static let beginnings: [(ForeignFile, [[UInt8]])] = [
        (
            .oldWorkbook,
            [[0xD0, 0xCF, 0x11, 0xE0], [0x09, 0x08, 0x10, 0], [0x09, 0x08, 0x08, 0], [0x09, 0x04, 0x06, 0]]
        ),
        (.picture, [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF]] + bytes("GIF8", "II*\0", "MM\0*", "BM6")),
        (.sound, bytes("ID3\u{2}", "ID3\u{3}", "ID3\u{4}", "OggS", "fLaC")),
        (.program, [[0x7F, 0x45, 0x4C, 0x46], [0x4D, 0x5A, 0x90, 0]]),
        (.database, bytes("SQLite format 3\0")),
        (
            .archive,
            [[0x1F, 0x8B], [0xFD, 0x37, 0x7A], [0x37, 0x7A, 0xBC], [0x28, 0xB5, 0x2F, 0xFD]] + bytes("BZh", "Rar!")
        ),
    ]

    private static func bytes(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// By the first bytes; nil for everything else.
    init?(_ bytes: [UInt8]) {
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
        } else {
            return nil
        }
    }

    /// Each kind has a part that the others do not have.
    init(_ archive: ZipArchive) {
        let parts: [(String, ForeignFile)] = [
            ("word/document.xml", .word), ("ppt/presentation.xml", .presentation), ("xl/workbook.bin", .binaryWorkbook),
            ("Index/Document.iwa", .numbers), ("Index.zip", .numbers),
        ]
        self = parts.first { archive.has($0.0) }?.1 ?? .zip
    }

    /// A text without any time of day with a colon, or one of control characters; nil for everything else.
    init?(text: [UInt8]) {
        let controls = text.count { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
        if controls * 20 > text.count {
            self = .binary
        } else if !text.split(separator: 0x0A).contains(where: { Self.hasClock($0) }) {
            self = .text
        } else {
            return nil
        }
    }

    /// Whether a line has hours and minutes with a colon, whatever stands beside them.
    private static func hasClock(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.contains(0x3A) else { return false }
        let pieces = line.split { [0x09, 0x20, 0x2C, 0x3B, 0x7C].contains($0) }.lazy.filter { $0.contains(0x3A) }
        return pieces.contains { piece in
            CellText.plain(String(decoding: piece, as: UTF8.self)).split { !":0123456789".contains($0) }.contains {
                // No part of `uucp:x:10:10:`.
                $0.first != ":" && $0.last != ":" && ClockCell(String($0)) != nil
            }
        }
    }

    /// How to save a table that another program shows.
    static let inCalc = "choose File > Save As > Text CSV (.csv)"
    static let saving =
        "save it: in LibreOffice Calc by File > Save As > Text CSV (.csv), in Excel by File > Save As > CSV UTF-8"

    package var description: String {
        switch self {
        case .oldWorkbook: "this is a file of an old Excel (.xls); open it, then \(Self.saving)"
        case .protectedWorkbook:
            "this workbook is protected by a password; open it in the spreadsheet program and save it without one"
        case .pdf:
            "this is a PDF, which has no table to read; ask for the timetable as .xlsx, .ods or CSV, or copy the table "
                + "into LibreOffice Calc, then \(Self.inCalc)"
        case .page: "this is a web page (HTML), not a timetable; download the table itself, as .xlsx or CSV"
        case .picture: "this is a picture, which has no table to read; ask for the timetable as .xlsx or CSV"
        case .markup: "this is XML or a text document, not a table; save the timetable as .xlsx or CSV"
        case .archive: "this is a packed file; unpack it first"
        case .sound: "this is a sound recording, not a timetable"
        case .program: "this is a program, not a timetable"
        case .database: "this is a database, not a table; save the timetable as .xlsx or CSV"
        case .binary: "this is a binary file of an unknown kind, not a timetable; ask for the timetable as .xlsx or CSV"
        case .text:
            "this is plain text without any time of day, so it is no timetable; a timetable has a row a day, with a "
                + "column a prayer"
        case .empty: "the file is empty"
        case .openDocument:
            "this is a document of LibreOffice, but no spreadsheet; copy its table into Calc, then \(Self.inCalc)"
        case .word:
            "this is a Word document, but no spreadsheet; copy its table into a spreadsheet, then \(Self.saving)"
        case .presentation: "this is a PowerPoint presentation; ask for the timetable as .xlsx, .ods or CSV"
        case .binaryWorkbook: "this is a binary workbook of Excel (.xlsb); open it, then \(Self.saving)"
        case .numbers: "this is a spreadsheet of Apple Numbers; open it there and choose File > Export To > CSV"
        case .zip:
            "this is a ZIP archive, but no .xlsx or .ods spreadsheet; unpack it, and use the timetable that is in it"
        }
    }
}
