import Testing

/// Moves to another box that once broke a promise, as the campaign printed them.
@Suite struct MovesFoundByTheCampaignTests {
    @Test func `a ledger replaced after a move does not get the old box's time as missed`() throws {
        let inner: [Fault.Later] = [
            .init(71, .disk(.replaced, lasting: 1749)), .init(0, .untilAdhan(plus: -1)),
            .init(4, .move(after: 259, down: 995_633)), .init(5, .disk(.replaced, lasting: 5)),
            .init(0, .untilAdhan(plus: 23)), .init(4, .kill(down: 856)),
        ]
        try Campaign.run("2026-05-17", .kualaLumpur, 1_979_968, .missing(lasting: 41), inner)
    }

    @Test func `a clock set back to before the first start after a move does not get the old box's time as missed`()
        throws
    {
        let inner: [Fault.Later] = [
            .init(16, .clockStep(by: -37)), .init(2, .timetable(lasting: 2)), .init(0, .untilAdhan(plus: 17)),
            .init(4, .timetable(lasting: 42)), .init(0, .untilAdhan(plus: -11)),
            .init(64, .move(after: 98, down: 192_799)),
        ]
        let last: [Fault.Later] = [
            .init(275, .clockLie(by: -603_247, lasting: 39_963)), .init(0, .untilAdhan(plus: 28)),
            .init(4, .reload(times: 2, every: 5)),
        ]
        try Campaign(
            Scenario(
                start: "2027-03-22",
                city: .london,
                faults: [
                    (1_474_701, .during(.disk(.unreadable, lasting: 298), inner)), (30, .sleep(seconds: 976_335)),
                    (51_903, .during(.disk(.full, lasting: 8528), last)),
                ]
            )
        ).run()
    }

    @Test func `rows that an old box wrote while its clock was ahead prove nothing on the new one`() throws {
        try Campaign(
            Scenario(
                start: "2026-01-31",
                city: .queens,
                day: .whole,
                faults: [
                    (741_843, .clockLie(by: 166_958, lasting: 5878)),
                    (96_001, .move(after: 32, down: 977_431)),
                ]
            )
        ).run()
    }
}
