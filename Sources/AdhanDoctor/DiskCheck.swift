import AdhanCore
import Foundation
import Glibc

/// Whether the disk has room for the book.
package enum DiskCheck {
    package struct Disk: Sendable {
        /// The folder that was asked about.
        package let folder: String
        /// For ordinary users, in bytes.
        package let free: Double
        /// Of the files that can be made, the part that is left, 0…1; nil where the file system knows no such bound.
        package let freeFiles: Double?
        package let isReadOnly: Bool
    }

    /// In bytes: years of the ledger, and what SQLite needs beside it.
    private static let leastFree = 50e6
    private static let leastFreeFiles = 0.02

    /// - Parameter file: the ledger; where it is not there yet, the disk it will be on.
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
                "the disk of \(disk.folder) is read-only; a memory card that wears out goes this way",
                do:
                    "sudo mount -o remount,rw \"$(findmnt -n -o TARGET -T \(folder))\"; if that is refused, replace the card"
            )
        }
        let free = ByteCountFormatStyle(style: .file).format(Int64(min(disk.free, 1e18)))
        if disk.free < leastFree {
            return .bad(
                "the disk of \(disk.folder) has only \(free) free",
                do: "make room, for example among old logs: sudo journalctl --vacuum-size=50M"
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

    private static func parent(_ path: String) -> String { URL(filePath: path).deletingLastPathComponent().path }
}
