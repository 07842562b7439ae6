import AdhanCore
import AdhanSupport
import Glibc

/// Checks whether the disk has room for the ledger.
enum DiskCheck {
    struct Disk: Sendable {
        let folder: String
        /// For ordinary users, in bytes.
        let free: Double
        /// The share of free inodes, 0…1; nil if the file system has no limit.
        let freeFiles: Double?
        let isReadOnly: Bool
        /// Whether its files are in memory, as on a box with a read-only root.
        let isInMemory: Bool
    }

    /// In bytes: room for years of ledger, and for SQLite's temporary files.
    private static let leastFree = 50e6
    private static let leastFreeFiles = 0.02
    private static let makeRoom = "make room, for example among old logs: sudo journalctl --vacuum-size=50M"

    /// - Parameter file: the ledger; if it does not exist yet, the disk on which it will be is checked.
    static func finding(_ file: String) -> Finding {
        var path = PathName.folder(of: file)
        var status = statvfs()
        while statvfs(path, &status) != 0 {
            guard errno == ENOENT, path != "/" else {
                let advice = errno == EACCES ? Finding.asRoot : "see what the disk says: sudo dmesg | tail"
                return .bad("\(path): \(String(cString: strerror(errno)))", do: advice)
            }
            path = PathName.folder(of: path)
        }
        return finding(
            Disk(
                folder: path,
                free: Double(status.f_bavail) * Double(status.f_frsize),
                freeFiles: status.f_files > 0 ? Double(status.f_favail) / Double(status.f_files) : nil,
                isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0,
                isInMemory: DiskKind.isInMemory(path)
            )
        )
    }

    static func finding(_ disk: Disk) -> Finding {
        let (name, free) = ("the disk of \(disk.folder)", text(disk.free))
        if disk.isReadOnly {
            let mount = "sudo mount -o remount,rw \"$(findmnt -n -o TARGET -T \(shellWord(disk.folder)))\""
            return .bad(
                "\(name) is read-only; a worn-out memory card becomes read-only",
                do: "\(mount); if that is refused, replace the card"
            )
        }
        if disk.free < 1000 { return .bad("\(name) is full", do: makeRoom) }
        if disk.free < leastFree { return .bad("\(name) has only \(free) free", do: makeRoom) }
        if let freeFiles = disk.freeFiles, freeFiles < leastFreeFiles {
            let advice = "see where they are, and delete some: sudo du --inodes -x / | sort -n | tail"
            return .bad("\(name) holds almost as many files as it can", do: advice)
        }
        // A box with a read-only root means it so.
        let lost = "; it is in memory, and what is in it is lost when the power fails: ledger, settings and mute"
        return .good("\(disk.folder): \(free) free\(disk.isInMemory ? lost : "")")
    }

    /// Bytes as a person reads them: `512 kB`, `1.2 GB`.
    static func text(_ bytes: Double) -> String {
        var number = bytes
        for (unit, parts) in [("kB", 1.0), ("MB", 10), ("GB", 100), ("TB", 100), ("PB", 100)] {
            number /= 1000
            let rounded = (number * parts).rounded(.toNearestOrEven) / parts
            // A value that rounds to a thousand is one of the next unit.
            if rounded < 1000 { return "\(rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)") \(unit)" }
        }
        return "more than 999 PB"
    }
}
