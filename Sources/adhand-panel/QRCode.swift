import CQREncode

/// A QR code as text, made by libqrencode.
struct QRCode {
    /// Whether a module is dark, row by row.
    private let rows: [[Bool]]

    /// Nil for a text that is too long.
    init?(_ text: String) {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The lowest bit of a module is its colour.
        let modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
        rows = (0..<width).map { Array(modules[$0 * width..<($0 + 1) * width]) }
    }

    /// The rows with `1` for a dark module.
    var digits: [String] { rows.map { $0.map { $0 ? "1" : "0" }.joined() } }

    /// Half blocks, two modules a character, with the white edge that a camera needs.
    ///
    /// - Parameter isTerminal: whether to set black on white, so that a dark and a light terminal show the same.
    ///   Otherwise the blocks are the white modules, for a dark page.
    func text(isTerminal: Bool) -> String {
        let (edge, width) = (2, rows.count + 4)
        func isDark(_ row: Int, _ column: Int) -> Bool {
            rows.indices.contains(row - edge) && rows.indices.contains(column - edge) && rows[row - edge][column - edge]
        }
        return stride(from: 0, to: width, by: 2).map { row -> String in
            let line = (0..<width).map { column -> String in
                switch (isDark(row, column), row + 1 < width ? isDark(row + 1, column) : false) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
            // White blocks on black, by their numbers: names of colours mean other colours in some terminals.
            return isTerminal ? "\u{1B}[38;5;231;48;5;16m\(line)\u{1B}[0m" : line
        }.joined(separator: "\n") + "\n"
    }
}
