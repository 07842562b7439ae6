import Foundation

/// Random changes to valid bytes, as made by disks, editors and typing errors.
package enum Fuzzing {
    /// Parts of JSON and of times, so that many changes remain parseable.
    private static let fragments = Array("{}[]\",;:()+T0123456789- \n\\etn\u{0}ÿ".utf8) + [0xFF, 0x80]

    private static let environment = ProcessInfo.processInfo.environment

    /// The number of inputs for a test: the usual one, unless the environment sets another.
    package static func rounds(_ variable: String, usual: Int) -> Int {
        environment[variable].flatMap(Int.init) ?? usual
    }

    /// The seed, to repeat a run.
    package static var seed: UInt64 { environment["ADHAND_CAMPAIGN_SEED"].flatMap(UInt64.init) ?? 20_260_203 }

    /// Makes one to three changes, mostly a digit for a digit.
    package static func fuzzed(_ good: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, at + Int.random(in: 1...12, using: &random))
            let fragment = fragments.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<24, using: &random) {
            case 0: bytes.removeSubrange(at..<end)
            case 1: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 2: bytes.insert(fragment, at: at)
            case 3 where at > 0: bytes.removeSubrange(at...)
            case 4: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 5: bytes[at] = fragment
            default:
                // A digit for a digit is the typical typing error.
                let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
                if let digit = digits.randomElement(using: &random) {
                    bytes[digit] = UInt8.random(in: 0x30...0x39, using: &random)
                }
            }
        }
        return bytes
    }
}
