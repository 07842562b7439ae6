import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// Random changes of real configs: each is made exactly, or refused with the file as it was.
@Suite struct ConfigEditFuzzTests {
    /// The example, the wrong configs of other tests, and texts with all spellings of TOML.
    private static func samples() throws -> [String] {
        let example = try String(contentsOfFile: Binary.root + "/config.example.toml", encoding: .utf8)
        let full = try BrokenConfigTests.uncommentedExample()
        let spellings = """
            "top" = 'x' # c
            place.name = "Ä ö\\u00fc" # comment # more
            list = [ # one
              "a]", 'b#',
              [1, 2.5], # two

            ] # three
            [ audio . "volumes" ]
              fajr = 0x10 # hex
              "isha" = 1_000
              dates = [1979-05-27, 07:32:00]
            text = \"""
            [audio]
            # dhuhr = 3
            \\
               volume = 1 \""" # end
            # dhuhr = "a" # later
            [[audio.quiet]]
            from = "22:00"
            [audio.files]
            inline = { a.b = 1, c = { d = [ { e = 1 } ] } } # }
            [iqama]
            #   fajr = { at = "+20m" } # set
            maghrib.at = "+5m"
            maghrib.round = "5m"
            # file = [
            #   "a" ]
            raw = '''
            ''quotes'''''
            """
        let others = (BrokenConfigTests.wrong + ConfigHintTests.rows).map(\.config)
        let all = [example, full, spellings] + others
        return all.filter { (try? TOMLNode.parse(Array($0.utf8), file: "")) != nil }
    }

    /// All dotted names in a table, with those of tables.
    private static func names(_ node: TOMLNode, _ path: [String] = []) -> [[String]] {
        guard case .table(let members) = node.value else { return [] }
        return members.flatMap { [path + [$0.key]] + names($0, path + [$0.key]) }
    }

    private static func value(_ random: inout some RandomNumberGenerator, depth: Int = 0) -> ConfigValue {
        let signs = ["a", "\"", "\\", "#", "'", "\n", "\r\n", "\t", "é", "🕌", "=", "]", "}", "\u{7F}", " ", "\u{2028}"]
        switch Int.random(in: 0..<(depth > 1 ? 4 : 5), using: &random) {
        case 0:
            return .text(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in signs.randomElement(using: &random) ?? "" }
                    .joined()
            )
        case 1: return .integer(Int(truncatingIfNeeded: random.next()))
        case 2: return .number(Double(bitPattern: random.next()))
        case 3: return .boolean(.random(using: &random))
        default: return .list((0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth + 1) })
        }
    }

    /// The lines without those that both have in the same order, from the front and from the back.
    private static func changedLines(_ before: [UInt8], _ after: [UInt8]) -> (removed: Int, added: Int) {
        // A line that was the last one of the file may get its end.
        let lines = [before, after].map { bytes in
            let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
            return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
        }
        let front = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
        let back = zip(lines[0].dropFirst(front).reversed(), lines[1].dropFirst(front).reversed()).prefix { $0 == $1 }
            .count
        return (lines[0].count - front - back, lines[1].count - front - back)
    }

    @Test func `random changes of the configs of the tests make exactly what they say`() throws {
        var random = SeededGenerator(seed: Fuzzing.seed)
        let samples = try Self.samples()
        #expect(samples.count > 100)
        var (made, refused) = (0, 0)
        let rounds = Fuzzing.rounds("ADHAND_FUZZED_EDITS", usual: 500)
        for round in 0..<rounds {
            var text = samples[round % 5 < 3 ? round % 3 : Int.random(in: 0..<samples.count, using: &random)]
            if Int.random(in: 0..<4, using: &random) == 0 { text = text.replacing("\n", with: "\r\n") }
            if Int.random(in: 0..<4, using: &random) == 0 { text = "\u{FEFF}" + text }
            let before = Array(text.utf8)
            let tree = try TOMLNode.parse(before, file: "a")
            let known =
                Self.names(tree) + [
                    ["place", "name"], ["calculation", "custom", "fajr"], ["audio", "volumes", "dhuhr"],
                    ["iqama", "fajr"], ["x", "y z"], ["iqama", "file"], ["audio", "files", "inline", "a", "q"],
                    ["top2"],
                ]
            let key = (known.randomElement(using: &random) ?? []).joined(separator: ".")
            let isRemoval = Int.random(in: 0..<5, using: &random) == 0
            let value = isRemoval ? nil : Self.value(&random)
            var edit = ConfigEdit(before, file: "a")
            do {
                try edit.apply([ConfigChange(key: key, to: value)])
            } catch {
                #expect(edit.bytes == before)
                #expect(
                    !error.message.contains("adhand cannot change"),
                    "\(error): \(key) = \(value?.toml ?? "-")\n\(text)"
                )
                refused += 1
                continue
            }
            made += 1
            let after = try TOMLNode.parse(edit.bytes, file: "a")
            let path = key.split(separator: ".").map(String.init)
            #expect(TOMLNode.isSame(tree.value, after.value, besides: path[...]))
            let found = path.reduce(Optional(after)) { node, part in
                guard case .table(let members)? = node?.value else { return nil }
                return members.first { $0.key == part }
            }
            #expect(found.flatMap { ConfigValue($0.value)?.toml } == value?.toml, "\(key)\n\(text)")
            let (removed, added) = Self.changedLines(before, edit.bytes)
            let isMultiLine = found.map { $0.extent.upperBound.line > $0.extent.lowerBound.line } ?? true
            #expect(added <= 4 && (removed <= 2 || isMultiLine || removed > added), "\(key)\n\(text)")
            // The difference turns one text into the other.
            let difference = ConfigDifference(before, edit.bytes)
            let lost = difference.lines.count { !$0.isAdded }
            #expect(difference.lines.count - lost - lost == Self.lineCount(edit.bytes) - Self.lineCount(before))
        }
        #expect(made > rounds / 2 && refused > rounds / 100, "\(made) made, \(refused) refused")
    }

    private static func lineCount(_ bytes: [UInt8]) -> Int {
        bytes.count { $0 == 0x0A } + (bytes.last.map { $0 != 0x0A } ?? false ? 1 : 0)
    }
}
