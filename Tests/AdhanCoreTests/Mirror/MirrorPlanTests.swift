import Testing

@testable import AdhanCore

struct MirrorPathTests {
    @Test func `a key that would leave the folder or be no proper name is refused, and says why`() {
        let cases: [(String, KeyFault)] = [
            ("", .empty), ("/etc/passwd", .absolute), ("../x", .leavesFolder), ("a/../../x", .leavesFolder),
            ("a/..", .leavesFolder), ("./a", .leavesFolder), (".", .leavesFolder), ("a//b", .emptyPart),
            ("a/", .emptyPart),
            ("a\0b", .control), ("a\nb", .control), ("a\u{7F}", .control), ("a\u{2028}b", .control),
            (".adhand-mirror/state.json", .ours), (".Adhand-Mirror", .ours), (".adhand-mirror2/x", .ours),
            ("a/.adhand-mirror/x", .ours), ("lost+found", .repair), ("lost+found/x", .repair),
            (String(repeating: "x", count: 256), .nameTooLong(bytes: 256)),
            (String(repeating: "ü", count: 128), .nameTooLong(bytes: 256)),
            (String(repeating: "x", count: 1025), .tooLong(bytes: 1025)),
            (String(repeating: "a/", count: 32) + "b", .tooDeep(folders: 32)),
        ]
        for (key, fault) in cases {
            #expect(throws: fault) { try MirrorPath(key) }
            #expect(!fault.description.isEmpty)
        }
    }

    @Test func `an awkward key that is a proper name is taken as it is`() throws {
        for key in [
            "adhan.mp3", "slides/Ramadan ü/日本 +&=%:@*()!'$,;~#?[]^`|{}\"<>\\.md", "...", "..a/b..", " ", "%2e%2e/x",
            "~",
            "a/.adhand/x", String(repeating: "x", count: 255), "\\..\\x", ".hidden",
        ] { #expect(try MirrorPath(key).text == key) }
    }

    @Test func `paths are equal by their bytes, and know their folders and ending`() throws {
        #expect(try MirrorPath("caf\u{E9}") != MirrorPath("cafe\u{301}"))
        #expect(try MirrorPath("a/b/c.MP3").folders == ["a", "a/b"] && MirrorPath("a.b/c").ending == "")
        #expect(try MirrorPath("a.b/c.tar.MP3").ending == "mp3" && MirrorPath("a/b").name == "b")
    }
}

struct MirrorPlanTests {
    private static let first = String(repeating: "a", count: 32)
    private static let second = String(repeating: "b", count: 32)

    private func object(_ key: String, _ etag: String = first, size: Int = 10) -> BucketObject {
        BucketObject(key: key, etag: ETag("\"\(etag)\""), size: size)
    }

    private func file(_ etag: String = first, size: Int = 10, md5: String = first) -> MirroredFile {
        MirroredFile(etag: ETag(etag), size: size, md5: md5, changedAt: 1, stamp: MirrorStamp(size: size, written: 2))
    }

    private func present(_ names: [String], _ file: MirroredFile? = nil) throws -> [MirrorPath: MirroredFile] {
        try Dictionary(uniqueKeysWithValues: names.map { (try MirrorPath($0), file ?? self.file()) })
    }

    private func plan(
        _ listing: [BucketObject],
        _ present: [MirrorPath: MirroredFile] = [:],
        prefix: String = "",
        gone: Set<MirrorPath> = [],
        rejected: [String: String] = [:],
        limits: MirrorLimits = MirrorLimits()
    ) -> MirrorPlan {
        MirrorPlan(prefix: prefix, listing, present: present, gone: gone, rejected: rejected, limits: limits)
    }

    private func limits(_ set: (inout MirrorLimits) -> Void) -> MirrorLimits {
        var limits = MirrorLimits()
        set(&limits)
        return limits
    }

    /// `downloads, downloads | refused`
    private func text(_ plan: MirrorPlan) -> String {
        let parts = [plan.downloads.map(\.path.text), plan.refusals.map(\.key)]
        return parts.map { $0.joined(separator: " ") }.joined(separator: " | ")
    }

    @Test func `what is new is downloaded, what is the same is kept, what is gone is deleted`() throws {
        let plan = plan([object("a"), object("b", Self.second), object("d")], try present(["a", "b", "c"]))
        #expect(plan.downloads.map(\.path.text) == ["b", "d"] && plan.downloads.map(\.isUpdate) == [true, false])
        #expect(plan.deletions.map(\.text) == ["c"] && plan.kept.keys.map(\.text) == ["a"] && !plan.changesIndex)
        #expect(plan.refusals.isEmpty && plan.deferred.isEmpty)
    }

    @Test func `the prefix is no part of a path, and a mark of a folder is no object`() {
        let plan = plan([object("box/", size: 0), object("box/a"), object("box/s/", size: 0)], prefix: "box/")
        #expect(plan.downloads.map(\.path.text) == ["a"] && plan.downloads.map(\.object.key) == ["box/a"])
        #expect(plan.refusals.isEmpty)
    }

    @Test func `an ETag that is no MD5 is enough, and the same bytes under another one are not fetched`() throws {
        let parts = "\(Self.first)-3"
        let same = plan([object("a", parts)], try present(["a"], file(parts, md5: Self.second)))
        #expect(same.downloads.isEmpty && !same.changesIndex)
        // Uploaded again, in one part.
        let again = plan([object("a", Self.second)], try present(["a"], file(parts, md5: Self.second)))
        #expect(again.downloads.isEmpty && again.changesIndex && again.kept.values.map(\.etag.text) == [Self.second])
        // Another ETag of the same length, as KMS gives them, and another size.
        #expect(plan([object("a", "\(Self.first)-4")], try present(["a"], file(parts))).downloads.count == 1)
        #expect(plan([object("a", parts, size: 11)], try present(["a"], file(parts))).downloads.count == 1)
    }

    @Test func `names that differ only in case are refused, except for the one that is there`() throws {
        let both = plan([object("Adhan.mp3"), object("adhan.mp3"), object("z")])
        #expect(both.downloads.map(\.path.text) == ["Adhan.mp3", "z"] && both.refusals.map(\.key) == ["adhan.mp3"])
        #expect(both.refusals.map(\.reason) == [KeyFault.sameAs("Adhan.mp3").description])
        let known = plan([object("Adhan.mp3"), object("adhan.mp3")], try present(["adhan.mp3"]))
        #expect(known.downloads.isEmpty && known.refusals.map(\.key) == ["Adhan.mp3"])
        #expect(known.kept.keys.map(\.text) == ["adhan.mp3"])
        #expect(plan([object("caf\u{E9}"), object("cafe\u{301}")]).refusals.count == 1)
    }

    @Test func `a file and a folder of one name are not both made`() {
        #expect(text(plan([object("a"), object("a/b")])) == "a/b | a")
    }

    @Test func `a refused object's earlier file stays`() throws {
        let limits = limits { $0.file = 100 }
        let plan = plan([object("a", Self.second, size: 101), object("b")], try present(["a", "b"]), limits: limits)
        #expect(plan.downloads.isEmpty && plan.deletions.isEmpty && plan.deferred.isEmpty)
        #expect(plan.refusals.map(\.key) == ["a"])
    }

    @Test func `of what exceeds the limits the new is refused, by its key's order`() throws {
        let limits = limits { ($0.total, $0.count) = (100, 3) }
        let sizes = plan([object("a", size: 60), object("b", size: 60), object("c", size: 40)], limits: limits)
        let counts = plan([object("a"), object("b"), object("c"), object("d")], try present(["d"]), limits: limits)
        let huge = plan([object("a", size: .max), object("b", size: .max)], limits: limits)
        #expect([sizes, counts, huge].map(text) == ["a c | b", "a b | c", " | a b"])
        // A limit is told in megabytes, as the config has it.
        let large = plan([object("a", size: 65 << 20)])
        #expect(large.refusals.first?.reason == "it has 65 MB, and file_megabytes allows 64 MB")
    }

    @Test func `an object whose content was refused takes no place, but its earlier file does`() throws {
        var limits = limits { ($0.total, $0.count) = (100, 2) }
        let listing = [object("a", Self.second, size: 90), object("b"), object("c", size: 90)]
        let plain = plan(listing, rejected: ["a": "it does not decode"], limits: limits)
        #expect(plain.downloads.map(\.path.text) == ["b", "c"])
        #expect(plain.refusals == [MirrorPlan.Refusal(key: "a", reason: "it does not decode")])
        #expect(plain.rejected.map(\.object.key) == ["a"])
        // The file of 10 bytes stays.
        let earlier = plan(listing, try present(["a"]), rejected: ["a": "it does not decode"], limits: limits)
        #expect(earlier.downloads.map(\.path.text) == ["b"])
        #expect(earlier.refusals.last?.reason == "the mirror has 2 files already, and 'files' allows 2")
        #expect(earlier.rejected.map(\.isUpdate) == [true])
        // So does the file of what is too large.
        limits.file = 80
        let others = [listing[0], object("d", size: 20), object("e", size: 71)]
        let large = plan(others, try present(["a"]), limits: limits)
        #expect(large.downloads.map(\.path.text) == ["d"] && large.rejected.isEmpty)
    }

    @Test func `of names that differ only in case the one that the config asks for wins`() throws {
        let listing = [object("Adhan.MP3"), object("adhan.mp3", Self.second)]
        for present in [[:], try present(["Adhan.MP3"])] {
            let plan = MirrorPlan(prefix: "", listing, present: present, limits: MirrorLimits()) {
                $0.text == "adhan.mp3"
            }
            #expect(plan.downloads.map(\.path.text) == ["adhan.mp3"] && plan.refusals.map(\.key) == ["Adhan.MP3"])
        }
    }

    @Test func `what is updated counts by its growth, and what stays counts`() throws {
        var limits = limits { ($0.total, $0.count) = (100, 2) }
        let half = try present(["a", "b"], file(size: 50))
        let (a, b) = (object("a", Self.second, size: 60), object("b", Self.second, size: 70))
        #expect(text(plan([a, b], half, limits: limits)) == " | a b")
        // What becomes smaller makes room, whatever its name.
        let smaller = plan([a, object("b", Self.second, size: 40), object("c")], half, limits: limits)
        #expect(text(smaller) == "a b | c")
        // Beyond a lower limit nothing grows, and the rest is kept up to date.
        limits.total = 30
        #expect(text(plan([object("a", Self.second, size: 50), b], half, limits: limits)) == "a | b")
    }

    @Test func `more than half of the files go only when the next listing lacks them, too`() throws {
        let four = try present(["a", "b", "c", "d"])
        let half = plan([object("a"), object("b")], four)
        #expect(half.deletions.map(\.text) == ["c", "d"])
        let most = plan([object("a")], four)
        #expect(most.deletions.isEmpty && most.deferred.map(\.text).sorted() == ["b", "c", "d"])
        let agreed = plan([object("a")], four, gone: most.deferred)
        #expect(agreed.deletions.map(\.text) == ["b", "c", "d"] && agreed.deferred.isEmpty)
        // One of them came back meanwhile, and another went.
        let other = plan([object("b")], four, gone: most.deferred)
        #expect(other.deletions.map(\.text) == ["c", "d"] && other.deferred.map(\.text) == ["a"])
    }

    @Test func `an empty listing deletes nothing, however often it comes`() throws {
        let two = try present(["a", "b"])
        let once = plan([], two)
        #expect(once.deletions.isEmpty && once.deferred.count == 2)
        #expect(plan([], two, gone: once.deferred).deletions.isEmpty)
    }

    @Test func `a key that cannot be a file's is refused and named, and the others are mirrored`() {
        let plan = plan([object("../x"), object("/y"), object("a"), object("b//c"), object("x\0")])
        #expect(text(plan) == "a | ../x /y b//c x\0")
    }
}
