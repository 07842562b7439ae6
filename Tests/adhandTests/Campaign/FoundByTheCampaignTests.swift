import Testing

@testable import adhand

/// Scenarios that broke a promise once, as the campaign printed them.
@Suite struct FoundByTheCampaignTests {
    @Test func `a long absence does not leave a prayer started`() throws {
        try Campaign(
            Scenario(
                start: "2027-02-18",
                city: .tromso,
                faults: [
                    (319_420, .disk(.hanging, lasting: 115)),
                    (14_000, .kill(down: 286)),
                    (53, .kill(down: 875_616)),
                ]
            )
        ).run()
    }

    @Test func `a clock set back into an absence and forward again loses nothing`() throws {
        for by in [-856_196, -174_898, -2_272_147_200] {
            try Campaign(
                Scenario(
                    start: "2026-10-12",
                    city: .london,
                    faults: [(552_261, .sleep(seconds: 695_610)), (77_190, .clockLie(by: by, lasting: 19))]
                )
            ).run()
        }
    }

    @Test func `a visit to the past is not booked as an absence of decades`() throws {
        try Campaign(
            Scenario(
                start: "2027-03-08",
                city: .tromso,
                faults: [(133_674, .sleep(seconds: 850_983)), (748_103, .clockLie(by: -2_272_147_200, lasting: 177))]
            )
        ).run()
    }

    @Test func `a prayer begun before a step of decades is ended`() throws {
        try Campaign(
            Scenario(
                start: "2026-02-09",
                city: .cairo,
                faults: [(2_330_000, .doubt(lasting: 180_011)), (37_291, .clockLie(by: -2_272_147_200, lasting: 2))]
            )
        ).run()
    }

    @Test func `asleep while the device is gone, what falls due meanwhile is booked`() throws {
        try Campaign(
            Scenario(
                start: "2027-05-25",
                city: .cairo,
                faults: [
                    (241_381, .powerCut(down: 33, lostClockFor: 2139)),
                    (3600, .kill(down: 65_956)),
                    (15_702, .device(.gone, lasting: 1309)),
                    (27, .sleep(seconds: 192_995)),
                ]
            )
        ).run()
    }

    @Test func `a clock set back by days after the ledger was lost calls nothing again`() throws {
        try Campaign(
            Scenario(
                start: "2026-12-19",
                city: .cairo,
                faults: [
                    (657_096, .powerCut(down: 60_238, lostClockFor: 113)),
                    (860_230, .disk(.replaced, lasting: 182)),
                    (953, .clockLie(by: -413_098, lasting: 2622)),
                ]
            )
        ).run()
        try Campaign(
            Scenario(
                start: "2027-11-26",
                city: .tromso,
                faults: [
                    (2_688_344, .disk(.replaced, lasting: 3)), (236_573, .clockLie(by: -724_044, lasting: 26_891)),
                ]
            )
        ).run()
    }
}
