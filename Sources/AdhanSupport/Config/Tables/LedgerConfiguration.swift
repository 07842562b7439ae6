import Glibc

/// `[ledger]`: where the ledger is.
package struct LedgerConfiguration: Sendable {
    /// A disk that has not answered by then is no reason to reject a config.
    private static let patience: Duration = .seconds(1)

    package var file: String

    package init(_ table: ConfigTable, _ locations: Locations) {
        file = locations.state + "/ledger.sqlite"
        table.noteDefault("file", .text(file))
        let named = table.text("file") { text in
            if text.isEmpty { throw ValueFault(sentence: "file is empty; leave the line out for the default") }
            return text
        }
        guard let named else { return }
        file = named.path
        let quoted = "file = \"\(named.value)\""
        let kind = Self.kind(of: file)
        if file.hasSuffix("/") || kind == S_IFDIR {
            let meant = file + (file.hasSuffix("/") ? "" : "/") + "ledger.sqlite"
            table.fault(named.spot, "\(quoted) is a folder; name a file in it: \"\(meant)\"")
        } else if let kind, kind != S_IFREG {
            table.fault(named.spot, "\(quoted) is a device, a pipe or a socket; name a file on a disk")
        }
    }

    /// The type of the file there; nil if there is none or the type is unknown.
    private static func kind(of file: String) -> mode_t? {
        let found = TimeLimit.run(patience, on: file) { () -> mode_t? in
            var status = stat()
            return stat(file, &status) == 0 ? status.st_mode & S_IFMT : nil
        }
        return found ?? nil
    }
}
