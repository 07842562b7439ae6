import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Glibc

/// The ledger of a campaign's box, and what people do to its file.
struct CampaignLedger {
    /// An archive of it, as by `adhand export`.
    struct Archive {
        /// Puts it in the place of the ledger, as `adhand import` does on another box.
        let place: (Instant) throws -> Void
    }

    let disk: LedgerOnADisk
    /// Replaces it by an empty one, unnoticed by the process that has it open.
    let replace: () -> Void
    /// Makes an archive, also while a process writes; nil where no file is there.
    let export: () throws -> Archive?

    static func inMemory() -> CampaignLedger {
        let current = Reference(InMemoryLedger())
        let disk = LedgerOnADisk { [ledger = current.value] in ledger }
        func put(_ ledger: InMemoryLedger) {
            current.value = ledger
            disk.replace(with: ledger)
        }
        return CampaignLedger(disk: disk) {
            put(InMemoryLedger())
        } export: {
            let copy = current.value.copy()
            return Archive { now in put(copy.moved(at: now)) }
        }
    }

    /// The caller removes the file.
    static func file(_ file: String) -> CampaignLedger {
        CampaignLedger(disk: .file(file)) {
            unlink(file)
        } export: {
            guard access(file, F_OK) == 0 else { return nil }
            let copy = file + ".archive"
            unlink(copy)
            try MovedLedger(file).copy(to: copy)
            return Archive { now in
                try MovedLedger(copy).markMove(at: now, from: "old")
                rename(copy, file)
            }
        }
    }

    private final class Reference {
        var value: InMemoryLedger

        init(_ value: InMemoryLedger) { self.value = value }
    }
}
