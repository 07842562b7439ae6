import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// The fault campaign: random boxes from seeds, with the faults that real boxes had, checked against the promises. A failing seed prints
/// a scenario short enough to be pasted into `FoundByTheCampaignTests`.
///
///     ADHAND_CAMPAIGN_DAYS=100000 ADHAND_CAMPAIGN_SEED=1 swift test -c release -Xswiftc -enable-testing --filter CampaignTests
@Suite struct CampaignTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let daysPerBox = 50
    /// One box in so many has its ledger in a real SQLite file, which a kill leaves as it is. The others' is in memory, which passes the
    /// same contract suite and is faster.
    private static let boxesPerFile: UInt64 = 20

    @Test func `no box doubles a prayer, loses one in silence or bursts`() async throws {
        let days = Self.environment["ADHAND_CAMPAIGN_DAYS"].flatMap(Int.init) ?? 1500
        let first = Self.environment["ADHAND_CAMPAIGN_SEED"].flatMap(UInt64.init) ?? 1
        let boxes = UInt64(max(1, days / Self.daysPerBox))
        var counts: [String: Int] = [:]
        var (failures, excused) = (0, 0)
        await withTaskGroup(of: (UInt64, Scenario, Outcome).self) { group in
            var next = first
            func add() {
                guard next < first + boxes else { return }
                let seed = next
                next += 1
                group.addTask {
                    let scenario = Scenario(seed: seed, days: Self.daysPerBox)
                    return (seed, scenario, Self.outcome(scenario, onFile: seed.isMultiple(of: Self.boxesPerFile)))
                }
            }
            for _ in 0..<4 { add() }
            for await (seed, scenario, outcome) in group {
                excused += outcome.excused
                for kind in scenario.faults.flatMap(\.fault.kinds) { counts[kind, default: 0] += 1 }
                if let broken = outcome.broken {
                    failures += 1
                    if failures <= 3 {
                        let short = Self.shortened(scenario)
                        Issue.record("seed \(seed): \(Self.outcome(short).broken ?? broken)\n\(short)")
                    }
                }
                if failures <= 3 { add() }
            }
        }
        let injected = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print(
            "campaign: \(boxes) boxes of \(Self.daysPerBox) days, seeds \(first)...\(first + boxes - 1), every \(Self.boxesPerFile)th on SQLite; injected \(injected); \(failures) broke a promise; \(excused) prayers were called again without a record of the first time"
        )
    }

    private struct Outcome: Sendable {
        /// The broken promise; nil where all were kept.
        var broken: String?
        /// How many prayers were called again because no disk had a record of the first time.
        var excused = 0
    }

    private static func outcome(_ scenario: Scenario, onFile: Bool = false) -> Outcome {
        do {
            guard onFile else { return run(try Campaign(scenario)) }
            // A tmpfs, where there is one: durability is not what is tested here.
            let folder = try TestDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : TestDirectory.parent)
            let file = folder.file("ledger.sqlite")
            defer { for path in [file, file + ".archive"] { unlink(path) } }
            return run(try Campaign(scenario, ledger: .file(file)))
        } catch {
            return Outcome(broken: "\(error)")
        }
    }

    private static func run(_ campaign: Campaign) -> Outcome {
        do {
            try campaign.run()
            return Outcome(excused: campaign.excused)
        } catch {
            return Outcome(broken: "\(error)", excused: campaign.excused)
        }
    }

    /// The scenario, reduced to the faults that it needs to fail.
    private static func shortened(_ scenario: Scenario) -> Scenario {
        var short = scenario
        var size = max(1, scenario.faults.count / 2)
        var attempts = 0
        while size >= 1 {
            var index = 0
            while index < short.faults.count {
                attempts += 1
                guard attempts <= 100 else { return short }
                var attempt = short
                let end = min(index + size, short.faults.count)
                // The quiet time before a removed fault stays, so that later faults keep their time of day.
                let gone = attempt.faults[index..<end].reduce(0) { $0 + $1.after }
                attempt.faults.removeSubrange(index..<end)
                if index < attempt.faults.count { attempt.faults[index].after += gone }
                if outcome(attempt).broken != nil { short = attempt } else { index += size }
            }
            size /= 2
        }
        return short
    }
}
