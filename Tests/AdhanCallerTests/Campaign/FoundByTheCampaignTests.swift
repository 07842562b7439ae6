import AdhanCore
import Testing

/// Scenarios that once broke a promise, as the campaign printed them.
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

    @Test func `a first start without a row, and days of absence while the ledger hangs, lose nothing`() throws {
        try Campaign(
            Scenario(
                start: "2027-03-08",
                city: .queens,
                faults: [
                    (
                        9799,
                        .during(
                            .disk(.unanswered, lasting: 141),
                            [
                                .init(335, .kill(down: 839_399)), .init(1929, .untilAdhan(plus: 33)),
                                .init(203, .doubt(lasting: 1)),
                            ]
                        )
                    )
                ]
            )
        ).run()
    }

    @Test func `a clock in another year does not have the iqama announced again`() throws {
        try Campaign(
            Scenario(
                start: "2027-10-16",
                city: .oskemen,
                day: .sparse,
                faults: [
                    (3_349_805, .clockLie(by: 2_272_147_200, lasting: 4)), (20, .reload(times: 1, every: 100)),
                ]
            )
        ).run()
    }

    @Test func `a row that waited while the ledger could not be read may be refused`() throws {
        try Campaign(
            Scenario(
                start: "2026-10-19",
                city: .cairo,
                day: .whole,
                faults: [
                    (198_677, .disk(.slow, lasting: 23860)), (149_335, .stop(after: 13)),
                    (59, .clockLie(by: 4, lasting: 35441)), (39_454, .log(lasting: 49792)),
                    (
                        258_932,
                        .during(
                            .timetable(lasting: 62),
                            [
                                .init(0, .untilAdhan(plus: 49)), .init(30, .sigterm(down: 2)),
                                .init(0, .untilAdhan(plus: 10)), .init(23, .disk(.slowMarks, lasting: 40)),
                            ]
                        )
                    ),
                    (
                        1126,
                        .during(
                            .disk(.hanging, lasting: 31658),
                            [
                                .init(28, .sigterm(down: 1558)), .init(0, .untilAdhan(plus: 37)),
                                .init(40, .mute(for: 2017, takenBackAfter: 395)),
                                .init(150, .clockLie(by: -99671, lasting: 3038)), .init(262, .sleep(seconds: 12387)),
                            ]
                        )
                    ),
                ]
            )
        ).run()
    }

    @Test func `a clock that shows the past for a while is not recorded as an absence of decades`() throws {
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

    @Test func `what falls due while the machine sleeps without a device is recorded`() throws {
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

    @Test func `started while the ledger hangs, what was missed before is recorded when it answers`() throws {
        let inner: [Fault.Later] = [
            Fault.Later(59, .kill(down: 189_091)),
            Fault.Later(0, .untilAdhan(plus: 59)),
            Fault.Later(2, .device(.slow, lasting: 18_387)),
        ]
        try Campaign.run("2027-02-27", .oskemen, 1_144_192, .disk(.unanswered, lasting: 3384), inner)
    }

    @Test func `a row known only by its mark says nothing of the time before it`() throws {
        let inner: [Fault.Later] = [
            Fault.Later(74, .powerCut(down: 170_189, lostClockFor: 4427)),
            Fault.Later(0, .untilAdhan(plus: 37)),
            Fault.Later(2, .sigterm(down: 1)),
            Fault.Later(0, .untilAdhan(plus: 41)),
            Fault.Later(378, .kill(down: 189)),
        ]
        try Campaign.run("2026-12-25", .queens, 1_896_290, .disk(.unanswered, lasting: 96), inner)
    }

    @Test func `a clock in another year while the disk is full calls nothing twice`() throws {
        let inner: [Fault.Later] = [
            Fault.Later(0, .untilAdhan(plus: 4)),
            Fault.Later(14, .clockLie(by: 163, lasting: 57)),
            Fault.Later(190, .reload(times: 19, every: 5)),
            Fault.Later(0, .untilAdhan(plus: 21)),
            Fault.Later(112, .clockLie(by: 2_272_147_200, lasting: 18)),
            Fault.Later(30, .sleep(seconds: 367)),
        ]
        try Campaign.run("2027-01-02", .queens, 1_954_906, .disk(.full, lasting: 4), inner)
    }

    @Test func `restarted while the ledger hangs, what was called is not recorded as missed`() throws {
        let inner: [Fault.Later] = [
            Fault.Later(0, .untilAdhan(plus: 31)),
            Fault.Later(96, .sigterm(down: 56)),
            Fault.Later(5, .device(.gone, lasting: 37_188)),
            Fault.Later(0, .untilAdhan(plus: 30)),
            Fault.Later(1, .sigterm(down: 19_869)),
            Fault.Later(111, .clockLie(by: -1878, lasting: 4)),
        ]
        try Campaign.run("2026-06-04", .london, 155_674, .disk(.hanging, lasting: 24), inner)
    }

    @Test func `begun before a power cut, and recorded as missed before the ledger is read, it is not begun again`()
        throws
    {
        let inner: [Fault.Later] = [
            Fault.Later(27, .clockLie(by: -2_272_147_200, lasting: 3)),
            Fault.Later(0, .untilAdhan(plus: 53)),
            Fault.Later(391, .trial),
            Fault.Later(0, .untilAdhan(plus: 3)),
            Fault.Later(2, .powerCut(down: 226, lostClockFor: 2)),
        ]
        try Campaign.run("2027-06-19", .oskemen, 2_614_162, .disk(.slow, lasting: 2), inner)
    }

    @Test func `a ledger read after the clock was set gets rows for the time before the start`() throws {
        try Campaign(
            Scenario(
                start: "2026-05-31",
                city: .queens,
                faults: [
                    (
                        1_322_429,
                        .during(
                            .disk(.hangingEverywhere, lasting: 23_090),
                            [
                                .init(0, .untilAdhan(plus: 51)), .init(11, .sleep(seconds: 479_750)),
                                .init(2, .sigterm(down: 4)),
                                .init(0, .untilAdhan(plus: 32)), .init(1, .clockLie(by: 2_272_147_200, lasting: 256)),
                            ]
                        )
                    )
                ]
            )
        ).run()
    }

    @Test func `a prayer without a record is recorded as missed after a week away, though later ones are marked`()
        throws
    {
        try Campaign(
            Scenario(
                start: "2027-05-18",
                city: .cairo,
                faults: [
                    (
                        2_036_101,
                        .during(
                            .disk(.unanswered, lasting: 4),
                            [
                                .init(0, .untilAdhan(plus: -2)), .init(50, .powerCut(down: 3105, lostClockFor: 105)),
                                .init(0, .untilAdhan(plus: -11)), .init(45, .sigterm(down: 3)),
                                .init(0, .untilAdhan(plus: 29)), .init(261, .kill(down: 731_080)),
                                .init(3, .device(.brokenFile, lasting: 26_710)),
                            ]
                        )
                    )
                ]
            )
        ).run()
    }

    @Test func `stopped just after both disks have room again, what was called has its row`() throws {
        try Campaign(
            Scenario(
                start: "2027-08-08",
                city: .cairo,
                faults: [
                    (
                        844_855,
                        .during(
                            .disk(.fullEverywhere, lasting: 315),
                            [
                                .init(0, .untilAdhan(plus: 23)), .init(54, .disk(.unreadable, lasting: 17)),
                                .init(3, .sigterm(down: 1)), .init(17, .secondDaemon),
                            ]
                        )
                    )
                ]
            )
        ).run()
    }

    @Test func `two lost ledgers, the first one unread, take the rows of a clock that was ahead`() throws {
        try Campaign(
            Scenario(
                start: "2026-11-07",
                city: .cairo,
                faults: [
                    (268_557, .clockLie(by: 2_272_147_200, lasting: 15_515)),
                    (
                        2_458_821,
                        .during(
                            .disk(.unreadable, lasting: 1885),
                            [
                                .init(0, .untilAdhan(plus: -12)), .init(1, .kill(down: 2788)),
                                .init(0, .untilAdhan(plus: 56)), .init(14, .clockLie(by: -328, lasting: 2024)),
                                .init(1, .sigterm(down: 311)), .init(2, .disk(.replaced, lasting: 302)),
                            ]
                        )
                    ),
                    (254_128, .disk(.replaced, lasting: 240)),
                ]
            )
        ).run()
    }

    @Test func `new rules of the zone count after a reload that has waited for a sound`() throws {
        try Campaign(
            Scenario(
                start: "2027-12-19",
                city: .queens,
                day: .whole,
                faults: [
                    (627_966, .sleep(seconds: 333_108)),
                    (323_979, .stop(after: 8)),
                    (
                        1657,
                        .during(
                            .disk(.replaced, lasting: 362),
                            [.init(0, .untilAdhan(plus: -11)), .init(52, .kill(down: 22_480))]
                        )
                    ),
                    (
                        71_747,
                        .during(
                            .missing(lasting: 2730),
                            [
                                .init(2, .correction(.maghrib, minutes: 11)),
                                .init(1, .disk(.fullEverywhere, lasting: 334)), .init(0, .untilAdhan(plus: 36)),
                                .init(24, .device(.slow, lasting: 2)),
                                .init(3, .powerCut(down: 251, lostClockFor: 398)),
                            ]
                        )
                    ),
                    (315_619, .move(after: 127, down: 1906)),
                    (37_750, .reload(times: 6, every: 36)),
                    (269_029, .device(.slow, lasting: 85)),
                    (10, .sleep(seconds: 21_283)),
                    (249_192, .powerCut(down: 1, lostClockFor: 24_366)),
                    (23, .stop(after: 26)),
                    (54_921, .sigterm(down: 537)),
                    (59_919, .clockLie(by: -2_272_147_200, lasting: 258)),
                    (
                        74_885,
                        .during(
                            .timetable(lasting: 1269),
                            [.init(65, .sleep(seconds: 45_728)), .init(9, .reload(times: 2, every: 21))]
                        )
                    ),
                    (148_040, .reload(times: 20, every: 8)),
                    (0, .zone(.anHourOff)),
                    (848_660, .disk(.hangingEverywhere, lasting: 3235)),
                ]
            )
        ).run()
    }

    @Test func `new rules of the zone move the khutbah behind the iqama of Asr in the polar night`() throws {
        try Campaign(
            Scenario(
                start: "2027-12-14",
                city: .tromso,
                day: .whole,
                faults: [
                    (773_936, .kill(down: 143_932)),
                    (90, .stop(after: 33)),
                    (1_378_728, .zone(.anHourOff)),
                    (20, .sleep(seconds: 1746)),
                    (828_972, .doubt(lasting: 118_254)),
                    (33_295, .disk(.fullEverywhere, lasting: 38_129)),
                    (2679, .secondDaemon),
                ]
            )
        ).run()
    }

    /// The power is lost once the adhan is in the ledger, a second before it sounds. The iqama 21 minutes later waited
    /// for nothing.
    @Test func `an adhan that was lost before it sounded keeps no iqama much later waiting`() throws {
        try Campaign.run(
            "2026-01-17",
            .cairo,
            1_324_165,
            .timetable(lasting: 42),
            [.init(0, .untilAdhan(plus: -2)), .init(1, .kill(down: 1573))],
            day: .sparse
        )
    }

    /// The machine sleeps over the adhan, which is missed when it wakes. The iqama is over by then.
    @Test func `an adhan that was missed keeps no iqama waiting`() throws {
        try Campaign(
            Scenario(
                start: "2027-01-18",
                city: .cairo,
                day: .sparse,
                faults: [
                    (105_903, .zone(.anHourOff)),
                    (33, .kill(down: 5)),
                    (33, .clockLie(by: 2_272_147_200, lasting: 92)),
                    (1332, .sleep(seconds: 1064)),
                ]
            )
        ).run()
    }

    /// By a clock that is decades behind, an adhan begins while the disk fails, and the process ends. The next one marks it as interrupted,
    /// and writes that before it has read the ledger.
    @Test func `a mark that has a newer row is not written behind it`() throws {
        try Campaign(
            Scenario(
                start: "2027-05-15",
                city: .queens,
                day: .plain,
                faults: [
                    (65263, .reload(times: 13, every: 24)),
                    (41, .kill(down: 52)),
                    (5584, .doubt(lasting: 11291)),
                    (
                        239_325,
                        .during(
                            .disk(.unreadable, lasting: 1),
                            [
                                .init(3, .mute(for: 170_464, takenBackAfter: nil)),
                                .init(285, .clockLie(by: -2_272_147_200, lasting: 6)), .init(2, .kill(down: 48)),
                                .init(0, .untilAdhan(plus: 52)), .init(52, .doubt(lasting: 2)),
                            ]
                        )
                    ),
                ]
            )
        ).run()
    }

    /// The disk fails before the new file has the rows of the old one, and the process ends before it has mended.
    @Test func `a mark stays until the ledger in the place of the old one has the row`() throws {
        try Campaign(
            Scenario(
                start: "2026-01-14",
                city: .london,
                day: .whole,
                faults: [
                    (2_040_315, .stop(after: 23)),
                    (
                        45,
                        .during(
                            .disk(.replaced, lasting: 57),
                            [.init(42, .disk(.unreadable, lasting: 2490)), .init(50, .kill(down: 370))]
                        )
                    ),
                ]
            )
        ).run()
    }
}

extension Campaign {
    /// Runs a scenario of one fault after so many seconds, with others within it.
    static func run(
        _ start: String,
        _ city: Scenario.City,
        _ after: Int,
        _ outer: Fault,
        _ inner: [Fault.Later],
        day: Scenario.Day = .plain
    ) throws {
        try Campaign(Scenario(start: start, city: city, day: day, faults: [(after, Fault.during(outer, inner))])).run()
    }
}
