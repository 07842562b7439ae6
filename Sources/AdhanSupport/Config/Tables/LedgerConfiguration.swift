import Glibc

/// `[ledger]`: where the ledger is.
package struct LedgerConfiguration: Sendable {
    /// A disk that has not answered by then is no reason to reject a config.
    private static let patience: Duration = .seconds(1)

    package var file: String

    package init(_ table: ConfigTable, _ locations: Locations) {
        file = locations.state + "/ledger.sqlite"
        guard let named = table.string("file") else { return }
        guard !named.value.isEmpty else {
            table.fault(named.spot, "file is empty; leave the line out for the default")
            return
        }
        file = named.path
        let quoted = "file = \"\(named.value)\""
        switch Self.kind(of: file) {
        case _ where file.hasSuffix("/"):
            table.fault(named.spot, "\(quoted) is a folder; name a file in it: \"\(file)ledger.sqlite\"")
        case .some(S_IFDIR):
            table.fault(named.spot, "\(quoted) is a folder; name a file in it: \"\(file)/ledger.sqlite\"")
        case .none, .some(S_IFREG): break
        default: table.fault(named.spot, "\(quoted) is a device, a pipe or a socket; name a file on a disk")
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
