/// Where an object's copy lies in a mirror: a relative path that cannot lead out of its folder.
///
/// Two paths are equal if their bytes are: a file system knows nothing of equivalent spellings in Unicode.
package struct MirrorPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String
    /// Whether it is ASCII without control characters.
    private let isPlain: Bool

    /// A mirror's own folder, for its state and for files that are not whole yet. No object may have a name in one.
    package static let ownFolder = ".adhand-mirror"
    /// A disk's own folder for what its repair finds.
    package static let repairFolder = "lost+found"
    /// In bytes: what Linux allows for one name, and S3 for a key.
    package static let longestName = 255
    package static let longestPath = 1024
    /// How many folders deep a file may lie.
    package static let deepest = 32

    /// - Parameter key: the object's key without the mirror's prefix.
    /// - Throws: `KeyFault`, why no file can have that name.
    package init(_ key: String) throws(KeyFault) {
        guard !key.isEmpty else { throw .empty }
        guard key.utf8.count <= Self.longestPath else { throw .tooLong(bytes: key.utf8.count) }
        guard key.utf8.first != UInt8(ascii: "/") else { throw .absolute }
        // Most keys are ASCII, which takes a tenth of the time.
        isPlain = key.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        guard isPlain || !key.unicodeScalars.contains(where: Self.isControl) else { throw .control }
        let parts = key.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= Self.deepest else { throw .tooDeep(folders: parts.count - 1) }
        if parts.first?.elementsEqual(Self.repairFolder.utf8) == true { throw .repair }
        for part in parts {
            if part.isEmpty { throw .emptyPart }
            if part.elementsEqual(".".utf8) || part.elementsEqual("..".utf8) { throw .leavesFolder }
            if part.count > Self.longestName { throw .nameTooLong(bytes: part.count) }
            // Also in other letters, for a disk that does not tell them apart.
            if part.first == UInt8(ascii: "."), String(Substring(part)).lowercased().hasPrefix(Self.ownFolder) {
                throw .ours
            }
        }
        text = key
    }

    /// - Throws: `KeyFault`, why no file can have that name.
    package init(key: String, below prefix: String) throws(KeyFault) {
        guard key.utf8.starts(with: prefix.utf8) else { throw .empty }
        try self.init(prefix.isEmpty ? key : String(decoding: key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Two paths with the same fold would be one file where a disk does not tell upper from lower case, or one spelling
    /// of an accent from another. String's own equality is that of Unicode's canonical equivalence.
    var fold: String { text.lowercased() }

    /// The folders above it, the outermost first: `a` and `a/b` of `a/b/c`.
    package var folders: [String] {
        var folders: [String] = []
        var rest = text.utf8[...]
        while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
            folders.append(String(text[..<slash]))
            rest = rest[rest.index(after: slash)...]
        }
        return folders
    }

    /// The name without its folders.
    package var name: Substring {
        text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text[text.index(after: $0)...] } ?? text[...]
    }

    /// What stands behind the name's last point, in lower case; empty if there is none.
    package var ending: String {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }

    package var description: String { text }

    package static func == (left: MirrorPath, right: MirrorPath) -> Bool {
        // Of ASCII there are no equivalent spellings, and texts are compared faster than their bytes.
        left.isPlain && right.isPlain
            ? left.text == right.text : left.text.utf8.elementsEqual(right.text.utf8)
    }

    package static func < (left: MirrorPath, right: MirrorPath) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// Why an object cannot be mirrored under its key.
package enum KeyFault: Error, Hashable, Sendable, CustomStringConvertible {
    case empty, absolute, control, emptyPart, leavesFolder, ours, repair
    /// In bytes.
    case tooLong(bytes: Int)
    case nameTooLong(bytes: Int)
    case tooDeep(folders: Int)
    /// Another object's name differs only in case, or in how an accent is written.
    case sameAs(String)
    /// Another object needs a folder of this name, or this one needs a folder that is another's file.
    case folder(String)

    package var description: String {
        switch self {
        case .empty: "it has no name below the mirror's prefix"
        case .absolute: "it begins with a slash"
        case .control: "its name has a control character"
        case .emptyPart: "a part of its name is empty: two slashes follow one another, or it ends with one"
        case .leavesFolder: "its name has the part . or .., which would lead out of the mirror's folder"
        case .ours: "names that begin with \(MirrorPath.ownFolder) are the mirrors' own"
        case .repair: "\(MirrorPath.repairFolder) is a folder of the disk's own"
        case .tooLong(let bytes): "its name has \(bytes) bytes, more than \(MirrorPath.longestPath)"
        case .nameTooLong(let bytes): "a part of its name has \(bytes) bytes, more than \(MirrorPath.longestName)"
        case .tooDeep(let folders): "it lies \(folders) folders deep, more than \(MirrorPath.deepest - 1)"
        case .sameAs(let other): "\(other.debugDescription) differs from it only in case or accents; rename one of them"
        case .folder(let other): "\(other.debugDescription) is a file and a folder at once; rename one of them"
        }
    }
}
