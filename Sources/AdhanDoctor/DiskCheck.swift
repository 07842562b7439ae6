import AdhanCore
import Foundation
import Glibc

/// Checks whether the disk has room for the ledger.
package enum DiskCheck {
    package struct Disk: Sendable {
        /// The folder that was checked.
        package let folder: String
        /// For ordinary users, in bytes.
        package let free: Double
        /// The share of free inodes, 0…1; nil if the file system has no limit.
        package let freeFiles: Double?
        package let isReadOnly: Bool
    }

    /// In bytes: room for years of ledger, and for SQLite's temporary files.
    private static let leastFree = 50e6
    private static let leastFreeFiles = 0.02

    /// - Parameter file: the ledger; if it does not exist yet, the disk on which it will be is checked.
    package static func finding(_ file: String) -> Finding {
        var path = parent(file)
        var status = statvfs()
        while statvfs(path, &status) != 0 {
            guard errno == ENOENT, path != "/" else {
                return .bad(
                    "\(path): \(String(cString: strerror(errno)))",
                    do: errno == EACCES
                        ? "look as root: sudo adhand doctor" : "see what the disk says: sudo dmesg | tail"
                )
            }
            path = parent(path)
        }
        let disk = Disk(
            folder: path,
            free: Double(status.f_bavail) * Double(status.f_frsize),
            freeFiles: status.f_files > 0 ? Double(status.f_favail) / Double(status.f_files) : nil,
            isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0
        )
        return judge(disk)
    }

    package static func judge(_ disk: Disk) -> Finding {
        let folder = shellWord(disk.folder)
        if disk.isReadOnly {
            return .bad(
                "the disk of \(disk.folder) is read-only; a worn-out memory card becomes read-only",
                do:
                    "sudo mount -o remount,rw \"$(findmnt -n -o TARGET -T \(folder))\"; if that is refused, replace the card"
            )
        }
        if disk.free < 1000 {
            return .bad("the disk of \(disk.folder) is full", do: makeRoom)
        }
        let free = ByteCountFormatStyle(style: .file).format(Int64(min(disk.free, 1e18)))
        if disk.free < leastFree {
            return .bad(
                "the disk of \(disk.folder) has only \(free) free",
                do: makeRoom
            )
        }
        if let freeFiles = disk.freeFiles, freeFiles < leastFreeFiles {
            return .bad(
                "the disk of \(disk.folder) holds almost as many files as it can",
                do: "see where they are, and delete some: sudo du --inodes -x / | sort -n | tail"
            )
        }
        return .good("\(disk.folder): \(free) free")
    }

    private static let makeRoom = "make room, for example among old logs: sudo journalctl --vacuum-size=50M"

    private static func parent(_ path: String) -> String { URL(filePath: path).deletingLastPathComponent().path }
}
