import AdhanCore
import Glibc

/// `[ledger]`: where the book is kept.
package struct LedgerConfiguration: Sendable {
    package var file: String

    package init(_ table: ConfigTable, _ locations: Locations) {
        file = locations.state + "/ledger.sqlite"
        guard let named = table.string("file") else { return }
        guard !named.value.isEmpty else {
            table.fault(named.spot, "file is empty; leave the line out for \(file)")
            return
        }
        file = named.path
        var status = stat()
        let kind = stat(file, &status) == 0 ? status.st_mode & S_IFMT : nil
        if kind == S_IFDIR || file.hasSuffix("/") {
            let folder = file.hasSuffix("/") ? file : file + "/"
            table.fault(
                named.spot,
                "file = \"\(named.value)\" is a folder; name a file in it: \"\(folder)ledger.sqlite\""
            )
        } else if let kind, kind != S_IFREG {
            table.fault(named.spot, "file = \"\(named.value)\" is a device, a pipe or a socket; name a file on a disk")
        }
    }
}
