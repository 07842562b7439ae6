import AdhanCore
import Foundation
import Testing

@Suite struct `A TZif file` {
    @Test func `with a fault names the zone and the fault`() throws {
        func reason(_ change: (inout TZifBuilder) -> Void) -> String? {
            var builder = TZifBuilder()
            change(&builder)
            let error = #expect(throws: ZoneError.self) { try ZoneRules(name: "Some/Zone", tzif: builder.bytes) }
            #expect(error?.description.contains("'Some/Zone'") == true)
            return error?.reason
        }
        #expect(reason { $0.version = 0x31 } == "the file is TZif of the unknown version 49")
        #expect(reason { $0.types = [] } == "0 types are not allowed")
        #expect(reason { $0.names = "" } == "0 abbreviation characters are not allowed")
        let long = String(repeating: "A", count: 1025)
        #expect(reason { $0.names = long } == "1025 abbreviation characters are not allowed")
        #expect(reason { $0.transitions = [(5, 0), (5, 0)] } == "transition 1 is not later than the one before it")
        #expect(reason { $0.transitions = [(5, 1)] } == "a transition points to number 1, which is not there")
        #expect(reason { $0.types = [(93_600, 0)] } == "93600 seconds from UTC is more than a day")
        #expect(reason { $0.types = [(0, 4)] } == "an abbreviation points to number 4, which is not there")
        let text = #expect(throws: ZoneError.self) { try ZoneRules(name: "x", tzif: Array("no zone at all".utf8)) }
        #expect(text?.reason == "the file is not a TZif file")
        let empty = #expect(throws: ZoneError.self) { try ZoneRules(name: "x", tzif: []) }
        #expect(empty?.reason == "the header needs 4 bytes and the file has 0 left")
    }

    @Test func `that counts leap seconds is refused`() throws {
        let error = #expect(throws: ZoneError.self) {
            try ZoneRules(name: "right/Europe/London", tzif: TZifBuilder(leaps: 1).bytes)
        }
        #expect(error?.description.contains("without 'right/'") == true)
    }

    @Test func `cut short anywhere is refused`() throws {
        let whole = try ZoneRules.installedBytes("Europe/London")
        for length in 0..<whole.count {
            #expect(throws: ZoneError.self) { try ZoneRules(name: "cut", tzif: Array(whole[..<length])) }
        }
    }

    @Test func `damaged at random is rejected or parsed, and never crashes the process`() throws {
        var random = SplitMix(state: 20_261_121)
        let originals = try ["Europe/London", "America/Santiago", "Africa/Casablanca", "Etc/UTC"].map {
            try ZoneRules.installedBytes($0)
        }
        var (read, refused) = (0, 0)
        for round in 0..<24_000 {
            var bytes = originals[round % originals.count]
            if round % 12 == 0 {
                bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in .random(in: 0...255, using: &random) }
                if round % 24 == 0 { bytes = Array("TZif2".utf8) + bytes }
            }
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                // Half of the changes hit the headers and the footer, where each byte matters most.
                let place =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: Int.random(in: 0..<min(100, bytes.count), using: &random)
                    case 1: Int.random(in: max(0, bytes.count - 40)..<bytes.count, using: &random)
                    default: Int.random(in: 0..<bytes.count, using: &random)
                    }
                bytes[place] = .random(in: 0...255, using: &random)
            }
            do {
                let zone = try ZoneRules(name: "fuzz", tzif: bytes)
                let instant = Instant(seconds: .random(in: -(1 << 41)...(1 << 41), using: &random))
                let wall = zone.wall(at: instant)
                _ = zone.instant(wall.date, secondOfDay: wall.secondOfDay)
                #expect((0..<86_400).contains(wall.secondOfDay))
                read += 1
            } catch {
                #expect(!error.description.isEmpty)
                refused += 1
            }
        }
        #expect(read > 1000 && refused > 1000)
    }
}

/// The same numbers in every run: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
