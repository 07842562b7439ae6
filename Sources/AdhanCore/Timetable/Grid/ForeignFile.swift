/// Files that people take for a timetable and no table can be read from, by their first bytes.
package enum ForeignFile: String, Sendable, CaseIterable, CustomStringConvertible {
    case oldWorkbook, pdf, page, picture, markup, calendar, archive, empty

    /// Nil for everything else.
    package init?(_ bytes: [UInt8]) {
        let text = bytes.drop { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }
        let head = String(decoding: text.prefix(64), as: UTF8.self).lowercased()
        let pictures: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("RIFF".utf8), Array("II*\0".utf8),
            Array("MM\0*".utf8), Array("BM".utf8) + [0x36], [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70],
            [0, 0, 0, 0x1C, 0x66, 0x74, 0x79, 0x70], [0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70],
        ]
        if text.isEmpty {
            self = .empty
        } else if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            self = .oldWorkbook
        } else if head.hasPrefix("%pdf") {
            self = .pdf
        } else if ["<!doctype html", "<html", "<head", "<body", "<table", "<div"].contains(where: head.hasPrefix) {
            self = .page
        } else if pictures.contains(where: bytes.starts(with:)) || head.hasPrefix("<svg") {
            self = .picture
        } else if head.hasPrefix("<") || head.hasPrefix("{\\rtf") {
            self = .markup
        } else if head.hasPrefix("begin:vcalendar") {
            self = .calendar
        } else if [[0x1F, 0x8B], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A], [0x37, 0x7A, 0xBC], [0x52, 0x61, 0x72]]
            .contains(where: bytes.starts(with:))
        {
            self = .archive
        } else {
            return nil
        }
    }

    /// What it is, and what to do.
    package var description: String {
        switch self {
        case .oldWorkbook: "this is a file of an old Excel (.xls); open it there and save it as .xlsx or CSV"
        case .pdf: "this is a PDF, which has no table to read; ask for the timetable as .xlsx or CSV"
        case .page: "this is a web page (HTML), not a timetable; download the table itself, as .xlsx or CSV"
        case .picture: "this is a picture, which has no table to read; ask for the timetable as .xlsx or CSV"
        case .markup: "this is XML or a text document, not a table; save the timetable as .xlsx or CSV"
        case .calendar: "this is a calendar (.ics), not a table; ask for the timetable as .xlsx or CSV"
        case .archive: "this is a packed file; unpack it first"
        case .empty: "the file is empty"
        }
    }
}
