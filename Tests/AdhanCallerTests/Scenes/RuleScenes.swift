import AdhanCore
import Testing

/// Another timetable or other rules in the middle of a day, and a restart between an adhan and its iqama.
@Suite struct RuleScenes {
    @Test(arguments: Scene.all(timetables))
    func `a corrected timetable moves what is ahead, and what was called stays called`(_ scene: Scene) throws {
        try scene.play()
    }

    static let timetables = """
        a prayer moved later after it was called is not called again
          11:00 start; 12:05 dhuhr 13:00; restart; 14:00
          heard: 12:00 adhan-dhuhr
        a prayer moved while it is armed is called at its new second only
          11:00 start; 11:59:55 dhuhr 12:10; {read|clock 10:59:59}; 14:00
          heard: 12:10 adhan-dhuhr
        an adhan whose time moves by seconds while it is armed is at the new second
          14:00 start; 14:59:52 asr {14:59:57|15:00:04}; read; 16:00
          heard: {14:59:57|15:00:04} adhan-asr
        a prayer due within a minute is called at that second of it
          11:00 dhuhr 12:00:37; start; 13:00
          heard: 12:00:37 adhan-dhuhr
        an adhan that found no card and is corrected to later is called then, and not before
          14:00 iqama asr +15m; card gone; start; 15:00:20 asr 15:10; read; 15:0{2|6} card plays; 17:00
          heard: 15:10 adhan-asr; 15:25 iqama-asr
        iqamas that a file gains are not missed at the times when it had none
          2026-11-20T11:00 recordings iqama; start; 11-21T14:00 asr-iqama 15:10; read; 11-21T16:00
          has: 11-21 iqama-asr completed
          lacks: iqama-asr missed
        a prayer moved later across a restart is not called twice while the ledger hangs
          14:00 {iqama asr none|iqama asr +30m}; start; 15:06 kill; marks lost; disk hangs; 15:07 start; 15:10 asr 15:15
          read; 15:40 disk well; 16:30
          once: adhan-asr due at 2026-11-21T15:00:00+00:00 began
          unsaid: adhan-asr due at 2026-11-21T15:15:00+00:00 began
        a prayer moved later across the first start comes once the ledger could be read
          15:06 disk hangs; start; 15:10 asr 15:15; read; 15:14 disk well; 16:30
          heard: 15:15 adhan-asr
        a prayer that was skipped and is then moved to later, once or twice, is said to be skipped at its first time
          14:00 start; mute until 15:05; 15:06 asr 15:30; read; {15:07|15:40 asr 16:00; read}; 16:30
          once: adhan-asr is now due at 2026-11-21T1{5:3|6:0}0:00+00:00. It does not come again: it was skipped at its earlier \
        time, 2026-11-21T15:00:00+00:00
          heard: nothing
        """

    @Test(arguments: Scene.all(iqamas)) func `an iqama for which they wait stays, unless its rule changes`(
        _ scene: Scene
    ) throws {
        try scene.play()
    }

    static let iqamas = """
        an iqama stays through several corrections while they wait
          14:00 iqama asr +15m; start; 15:05 asr 15:10; read; 15:06 asr 15:12; read; 15:07 asr 15:14; read; 16:00
          heard: 15:00 adhan-asr; 15:15 iqama-asr
        a reload changes an iqama for which they wait only where it changes the rules
          14:00 iqama asr +15m; iqama isha +15m; start; 15:05 asr 15:10; {pause 5s|iqama isha +20m|iqama asr +20m}; reload; 16:00
          files: nothing
          21:00
          heard: 15:00 adhan-asr; 15:{15|15|30} iqama-asr; 18:00 adhan-maghrib; 20:00 adhan-isha; 20:{15|20|15} iqama-isha
        an adhan that is about to sound is prepared once although its iqama moves
          14:00 start; 14:59:55 asr-iqama 15:20; read; 16:00
          heard: 15:00 adhan-asr; 15:20 iqama-asr
          unsaid: is not called now
        an iqama does not change when the clock is doubted and trusted again while they wait
          14:00 iqama asr +15m; asks clock; start; trusted; 15:05 asr 15:10; doubted; 15:06 trusted; 16:00
          heard: 15:00 adhan-asr; 15:15 iqama-asr
        an iqama for which they wait outlives a restart
          14:00 iqama asr +15m; iqama isha +15m; start; 15:02 pin; kill; 15:{03|12} asr 15:10; start; 11-22T16:00
          heard: 15:00 adhan-asr; 15:15 iqama-asr; 18:00 adhan-maghrib; 20:00 adhan-isha; 20:15 iqama-isha; \
        11-22 05:00 adhan-fajr; 11-22 12:00 adhan-dhuhr; 11-22 15:10 adhan-asr; 11-22 15:25 iqama-asr
        a config that changes its rules changes it after a restart, too, and no other
          14:00 iqama asr +15m; iqama isha +15m; start; 15:05 pin; kill; 15:06 iqama isha +20m; asr 15:10; start
          15:07 pin; kill; 15:08 iqama asr +20m; start; 21:00
          heard: 15:00 adhan-asr; 15:30 iqama-asr; 18:00 adhan-maghrib; 20:00 adhan-isha; 20:20 iqama-isha
        an iqama that a person takes away while it is waited for has its line in the journal, and others do not
          11:00 iqama dhuhr +30m; iqama asr +30m; start; 15:10 iqama dhuhr none; iqama asr none; reload; 11-22T16:00
          once: 2026-11-21 iqama-asr due at 2026-11-21T15:30:00+00:00 does not come: the timetable or the rules have changed, \
        and have none today
          once: does not come:
        another lead of iftar moves the iqama of a Maghrib that was called
          2027-02-10T17:00 ramadan 2027-02-08 2027-03-10; iftar 2m; recordings iftar; iqama maghrib +10m; start
          18:05 iftar 5m; reload; 19:00
          heard: 18:00 iftar; 18:02 adhan-maghrib; 18:15 iqama-maghrib
        a recording of iftar that a person has mended sounds, although it could not be played before
          2027-02-10T17:00 ramadan 2027-02-08 2027-03-10; iftar instead; recordings iftar; missing iftar.mp3; card gone
          start; 18:01 missing nothing; reload plays; 19:00
          heard: 18:01 iftar
        iftar whose time was moved into the past still gives way where its recording hangs
          2027-02-10T17:00 ramadan 2027-02-08 2027-03-10; iftar instead; recordings iftar; start
          17:59 maghrib 17:58:30; card slow 1h; read; 17:59:01.99 card plays; 19:00
          heard: 17:59:02 adhan-maghrib
        """

    @Test(arguments: Scene.all(fridays, after: "2026-11-27T11:00")) func `a Friday's calls and khutbahs come once each`(
        _ scene: Scene
    ) throws {
        try scene.play()
    }

    static let fridays = """
        Dhuhr that is left to the khutbah is skipped once that has called it, also after a restart
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:02 {|off until 12:04}; 12:29
          rows: nothing
          14:00
          heard: 12:30 jumuah-1
          rows: adhan-dhuhr skipped: called before the khutbah instead; jumuah-1 completed
        Dhuhr that is left to a khutbah that nobody heard is missed with it
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:20 card gone; 14:00
          rows: adhan-dhuhr missed: jumuah-1 was to call it: no sound card; jumuah-1 missed: no sound card
        Dhuhr and a khutbah while the box was off are both missed for that
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:02 off until 13:30; 14:00
          rows: adhan-dhuhr missed: jumuah-1 was to call it: not running; jumuah-1 missed: not running
        muted by somebody, Dhuhr is skipped as the khutbah that was to call it
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:02 mute until 13:00; 14:00
          rows: adhan-dhuhr skipped: muted, by amina; jumuah-1 skipped: muted, by amina
        Dhuhr whose khutbah loses its call after Dhuhr's grace is missed
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:10 called dhuhr; silent jumuah; reload; 14:00
          heard: 12:30 jumuah-1
          rows: adhan-dhuhr missed: it was left to jumuah-1, which does not call it any more
        Dhuhr that was left to the khutbah is called where a person takes the khutbah's call away
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:02 {khutbah none|called dhuhr; silent jumuah}; reload; 14:00
          heard: 12:02 adhan-dhuhr{|; 12:30 jumuah-1}
          rows: adhan-dhuhr completed
        khutbahs that a person adds after three that have begun all come
          khutbah 12:10 12:40 13:10; start; 13:15 khutbah 13:30 14:00 14:30; reload; 14:59
          heard: 12:00 adhan-dhuhr; 12:10 jumuah-1; 12:40 jumuah-2; 13:10 jumuah-3; 13:30 jumuah-4; 14:00 jumuah-5; 14:30 jumuah-6
        a Friday with a khutbah that has begun has no iqama of Dhuhr
          khutbah 12:30; iqama dhuhr 13:30; start; 12:35 khutbah none; reload; 14:00
          heard: 12:00 adhan-dhuhr; 12:30 jumuah-1
        a khutbah that a person moves into the past is called within its margin, or is missed for that
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:25 khutbah 12:{24:30|20}; reload; 14:00
          heard: {12:25 jumuah-1|nothing}
          has: jumuah-1 {completed|missed: its time was moved from}
        a khutbah that has begun does not begin again at the time that a person gives it then
          khutbah 12:30; called khutbah; recordings jumuah; start; 12:40 khutbah 12:39:30; reload; 14:00
          heard: 12:30 jumuah-1
          rows: adhan-dhuhr skipped: called before the khutbah instead; jumuah-1 completed
        khutbahs that a person writes after others and a restart have their numbers, and the journal says so
          khutbah 12:10 12:40; called khutbah; recordings jumuah; start; 13:00 khutbah 13:50 14:30 15:30; off until 13:01; 17:00
          heard: 12:10 jumuah-1; 12:40 jumuah-2; 15:00 adhan-asr; 15:30 jumuah-3
          twice: It does not come again: it was completed at its earlier time
        Dhuhr is called where the khutbah before it was not heard
          khutbah 11:20; called khutbah; recordings jumuah; card gone; start; 11:58 card plays; 14:00
          heard: 12:00 adhan-dhuhr
        Dhuhr is not called during a khutbah before it whose adhan was not heard
          khutbah 11:55; called khutbah; recordings jumuah; card gone; start; 11:58 card plays; 14:00
          heard: nothing
          rows: jumuah-1 missed: no sound card; adhan-dhuhr missed: jumuah-1
        a khutbah that a person takes away after it has begun does not take the next one's place
          khutbah 12:30 13:30; start; 13:00 khutbah 13:30 14:30; reload; 14:59
          heard: 12:00 adhan-dhuhr; 12:30 jumuah-1; 13:30 jumuah-2; 14:30 jumuah-3
        a khutbah that vanishes from the timetable after Dhuhr was left to it is still called
          khutbahs 12:30 13:30; called khutbah; recordings jumuah; start; 12:10 khutbahs none; read; 14:00
          heard: 12:30 jumuah-1; 13:30 jumuah-2
        the khutbahs of a Friday do not change once the first has begun
          khutbahs 12:30 13:30; start; 12:40 khutbahs 13:30 14:30; read; 14:59
          heard: 12:00 adhan-dhuhr; 12:30 jumuah-1; 13:30 jumuah-2
          12-04T14:59
          said: 2026-12-04 jumuah-1 at 2026-12-04T13:30:00+00:00
          said: 2026-12-04 jumuah-2 at 2026-12-04T14:30:00+00:00
        a Friday's khutbahs keep their times and numbers through a restart
          khutbahs 12:30 13:30; recordings jumuah; start; 12:45 pin; kill; 12:50 khutbahs 13:45; start; 14:59
          heard: 12:00 adhan-dhuhr; 12:30 jumuah-1; 13:30 jumuah-2
        """

    @Test func `the sixth khutbah of a Friday can be read from the ledger`() throws {
        #expect(try Occasion(named: "jumuah-6") == .jumuah(6))
    }
}
