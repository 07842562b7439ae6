import Glibc

/// A file system of a few kilobytes that only this test can see. It disappears with this value.
package struct SmallDisk {
    package enum Kind: String, CaseIterable {
        /// In memory, with limited space, like `/run`.
        case tmpfs
        /// In memory, with enough space and few inodes.
        case inodes
        /// An image on a loop device.
        case ext4

        fileprivate func mount(_ kilobytes: Int) -> String {
            switch self {
            case .tmpfs: "mount -t tmpfs -o size=\(kilobytes)k none disk"
            case .inodes: "mount -t tmpfs -o size=1m,nr_inodes=60 none disk"
            case .ext4: "truncate -s 1M image && mkfs.ext4 -q image && mount -o loop image disk"
            }
        }
    }

    /// The kinds available here: only root may mount, and a container may have no loop device.
    package static let possible = Kind.allCases.filter { (try? SmallDisk($0)) != nil }
    package static let isPossible = possible.contains(.tmpfs)

    private let kind: Kind
    private let directory: TestDirectory
    /// The mount is in its namespace and ends with it.
    private let keeper: ChildProcess
    /// The path of the disk.
    package let path: String

    /// - Parameter kilobytes: its size, for a tmpfs.
    package init(_ kind: Kind, kilobytes: Int = 64) throws {
        self.kind = kind
        directory = try TestDirectory()
        let script = "cd \(directory.path) && mkdir disk && \(kind.mount(kilobytes)) && echo ready && exec sleep 600"
        keeper = try ChildProcess(
            ["unshare", "-m", "sh", "-c", script],
            output: directory.file("said"),
            errors: directory.file("errors")
        )
        path = "/proc/\(keeper.pid)/root\(directory.path)/disk"
        let (said, child) = (directory.file("said"), keeper)
        guard eventually({ !TestDirectory.bytes(of: said).isEmpty || child.hasEnded }), !keeper.hasEnded else {
            let words = String(decoding: TestDirectory.bytes(of: directory.file("errors")), as: UTF8.self)
            throw RunningDaemon.Silence(description: "no \(kind.rawValue): \(words)")
        }
    }

    /// Uses up all space and inodes.
    package func fill() throws {
        let fill =
            kind == .inodes
            ? "for i in $(seq 100); do true >$i; done"
            : "for i in 1 2 3 4 5; do dd if=/dev/zero of=$i bs=512; sync -f .; done"
        try ChildProcess.run(["sh", "-c", "mkdir \(path)/filler && cd \(path)/filler && { \(fill); true; }"])
    }

    package func makeRoom() throws { try ChildProcess.run(["rm", "-r", path + "/filler"]) }
}
