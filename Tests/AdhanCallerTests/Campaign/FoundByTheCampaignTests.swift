import AdhanTestSupport
import Testing

/// Scenarios that once broke a promise, as the campaign printed them.
@Suite struct FoundByTheCampaignTests {
    @Test(arguments: Scenario.all(found)) func `a scenario that once broke a promise keeps it`(_ scenario: Scenario)
        throws
    {
        try Campaign(scenario).run()
    }

    @Test func `the campaign prints a scenario as it is read`() throws {
        for seed in UInt64(1)...60 {
            let text = Scenario(seed: seed, days: 50).description
            #expect(Scenario.all(text).map(\.description) == [text])
        }
    }

    static let found = """
        a long absence does not leave a prayer started
          2027-02-18 tromso plain; 319420 disk hanging 115; 14000 kill 286; 53 kill 875616
        a clock set back into an absence and forward again loses nothing (1)
          2026-10-12 london plain; 552261 sleep 695610; 77190 clockLie -856196 19
        a clock set back into an absence and forward again loses nothing (2)
          2026-10-12 london plain; 552261 sleep 695610; 77190 clockLie -174898 19
        a clock set back into an absence and forward again loses nothing (3)
          2026-10-12 london plain; 552261 sleep 695610; 77190 clockLie -2272147200 19
        a first start without a row, and days of absence while the ledger hangs, lose nothing
          2027-03-08 queens plain
          9799 disk unanswered 141: 335 kill 839399, 1929 untilAdhan 33, 203 doubt 1
        a clock in another year does not have the iqama announced again
          2027-10-16 oskemen sparse; 3349805 clockLie 2272147200 4; 20 reload 1 100
        a row that waited while the ledger could not be read may be refused
          2026-10-19 cairo whole; 198677 disk slow 23860; 149335 stop 13; 59 clockLie 4 35441; 39454 log 49792
          258932 timetable 62: 0 untilAdhan 49, 30 sigterm 2, 0 untilAdhan 10, 23 disk slowMarks 40
          1126 disk hanging 31658: 28 sigterm 1558, 0 untilAdhan 37, 40 mute 2017 395, 150 clockLie -99671 3038, \
        262 sleep 12387
        a clock that shows the past for a while is not recorded as an absence of decades
          2027-03-08 tromso plain; 133674 sleep 850983; 748103 clockLie -2272147200 177
        a prayer begun before a step of decades is ended
          2026-02-09 cairo plain; 2330000 doubt 180011; 37291 clockLie -2272147200 2
        what falls due while the machine sleeps without a device is recorded
          2027-05-25 cairo plain; 241381 powerCut 33 2139; 3600 kill 65956; 15702 device gone 1309; 27 sleep 192995
        a clock set back by days after the ledger was lost calls nothing again (1)
          2026-12-19 cairo plain; 657096 powerCut 60238 113; 860230 disk replaced 182; 953 clockLie -413098 2622
        a clock set back by days after the ledger was lost calls nothing again (2)
          2027-11-26 tromso plain; 2688344 disk replaced 3; 236573 clockLie -724044 26891
        started while the ledger hangs, what was missed before is recorded when it answers
          2027-02-27 oskemen plain
          1144192 disk unanswered 3384: 59 kill 189091, 0 untilAdhan 59, 2 device slow 18387
        a row known only by its mark says nothing of the time before it
          2026-12-25 queens plain
          1896290 disk unanswered 96: 74 powerCut 170189 4427, 0 untilAdhan 37, 2 sigterm 1, 0 untilAdhan 41, 378 kill 189
        a clock in another year while the disk is full calls nothing twice
          2027-01-02 queens plain
          1954906 disk full 4: 0 untilAdhan 4, 14 clockLie 163 57, 190 reload 19 5, 0 untilAdhan 21, \
        112 clockLie 2272147200 18, 30 sleep 367
        restarted while the ledger hangs, what was called is not recorded as missed
          2026-06-04 london plain
          155674 disk hanging 24: 0 untilAdhan 31, 96 sigterm 56, 5 device gone 37188, 0 untilAdhan 30, 1 sigterm 19869, \
        111 clockLie -1878 4
        begun before a power cut, and recorded as missed before the ledger is read, it is not begun again
          2027-06-19 oskemen plain
          2614162 disk slow 2: 27 clockLie -2272147200 3, 0 untilAdhan 53, 391 trial, 0 untilAdhan 3, 2 powerCut 226 2
        a ledger read after the clock was set gets rows for the time before the start
          2026-05-31 queens plain
          1322429 disk hangingEverywhere 23090: 0 untilAdhan 51, 11 sleep 479750, 2 sigterm 4, 0 untilAdhan 32, \
        1 clockLie 2272147200 256
        a prayer without a record is recorded as missed after a week away, though later ones are marked
          2027-05-18 cairo plain
          2036101 disk unanswered 4: 0 untilAdhan -2, 50 powerCut 3105 105, 0 untilAdhan -11, 45 sigterm 3, 0 untilAdhan 29, \
        261 kill 731080, 3 device brokenFile 26710
        stopped just after both disks have room again, what was called has its row
          2027-08-08 cairo plain
          844855 disk fullEverywhere 315: 0 untilAdhan 23, 54 disk unreadable 17, 3 sigterm 1, 17 secondDaemon
        two lost ledgers, the first one unread, take the rows of a clock that was ahead
          2026-11-07 cairo plain; 268557 clockLie 2272147200 15515
          2458821 disk unreadable 1885: 0 untilAdhan -12, 1 kill 2788, 0 untilAdhan 56, 14 clockLie -328 2024, \
        1 sigterm 311, 2 disk replaced 302
          254128 disk replaced 240
        new rules of the zone count after a reload that has waited for a sound
          2027-12-19 queens whole; 627966 sleep 333108; 323979 stop 8
          1657 disk replaced 362: 0 untilAdhan -11, 52 kill 22480
          71747 missing 2730: 2 correction maghrib 11, 1 disk fullEverywhere 334, 0 untilAdhan 36, 24 device slow 2, \
        3 powerCut 251 398
          315619 move 127 1906; 37750 reload 6 36; 269029 device slow 85; 10 sleep 21283; 249192 powerCut 1 24366; 23 stop 26
          54921 sigterm 537; 59919 clockLie -2272147200 258
          74885 timetable 1269: 65 sleep 45728, 9 reload 2 21
          148040 reload 20 8; 0 zone anHourOff; 848660 disk hangingEverywhere 3235
        new rules of the zone move the khutbah behind the iqama of Asr in the polar night
          2027-12-14 tromso whole; 773936 kill 143932; 90 stop 33; 1378728 zone anHourOff; 20 sleep 1746; 828972 doubt 118254
          33295 disk fullEverywhere 38129; 2679 secondDaemon
        an adhan that was lost before it sounded keeps no iqama much later waiting
          # The power is lost once the adhan is in the ledger, a second before it sounds. The iqama 21 minutes later
          # waited for nothing.
          2026-01-17 cairo sparse
          1324165 timetable 42: 0 untilAdhan -2, 1 kill 1573
        an adhan that was missed keeps no iqama waiting
          # The machine sleeps over the adhan, which is missed when it wakes. The iqama is over by then.
          2027-01-18 cairo sparse; 105903 zone anHourOff; 33 kill 5; 33 clockLie 2272147200 92; 1332 sleep 1064
        a mark that has a newer row is not written behind it
          # By a clock that is decades behind, an adhan begins while the disk fails, and the process ends. The next one
          # marks it as interrupted, and writes that before it has read the ledger.
          2027-05-15 queens plain; 65263 reload 13 24; 41 kill 52; 5584 doubt 11291
          239325 disk unreadable 1: 3 mute 170464 nil, 285 clockLie -2272147200 6, 2 kill 48, 0 untilAdhan 52, 52 doubt 2
        a mark stays until the ledger in the place of the old one has the row
          # The disk fails before the new file has the rows of the old one, and the process ends before it has mended.
          2026-01-14 london whole; 2040315 stop 23
          45 disk replaced 57: 42 disk unreadable 2490, 50 kill 370
        a ledger replaced after a move does not get the old box's time as missed
          2026-05-17 kualaLumpur plain
          1979968 missing 41: 71 disk replaced 1749, 0 untilAdhan -1, 4 move 259 995633, 5 disk replaced 5, 0 untilAdhan 23, \
        4 kill 856
        a clock set back to before the first start after a move does not get the old box's time as missed
          2027-03-22 london plain
          1474701 disk unreadable 298: 16 clockStep -37, 2 timetable 2, 0 untilAdhan 17, 4 timetable 42, 0 untilAdhan -11, \
        64 move 98 192799
          30 sleep 976335
          51903 disk full 8528: 275 clockLie -603247 39963, 0 untilAdhan 28, 4 reload 2 5
        rows that an old box wrote while its clock was ahead prove nothing on the new one
          2026-01-31 queens whole; 741843 clockLie 166958 5878; 96001 move 32 977431
        """
}
