import Testing

/// Sounds that meet: nothing sounds beside an adhan or a khutbah.
@Suite struct OccasionScenes {
    @Test(arguments: Scene.all(ends)) func `a greater sound ends a lesser one`(_ scene: Scene) throws {
        try scene.play()
    }

    static let ends = """
        a tarhim that is longer than its lead is faded out for the adhan
          04:00 tarhim fajr 6m; recordings tarhim; length 10m; start; 06:00
          heard: 04:54 tarhim-fajr; 05:00 adhan-fajr
          rows: tarhim-fajr stopped: by adhan-fajr; adhan-fajr completed
        a tarhim that the power cut interrupted is not begun again, and the adhan is on time
          04:00 tarhim fajr 6m; recordings tarhim; length 4m; start; 04:56 off until 04:57; 06:00
          heard: 04:54 tarhim-fajr; 05:00 adhan-fajr
        a reminder that another sounds through is skipped for that one
          11:00 iqama dhuhr +20m; remind iqama-dhuhr 2m 1m; recordings reminder; length 5m; start; 13:00
          has: reminder-iqama-dhuhr-1m skipped: reminder-iqama-dhuhr-2m sounds
        a reminder ends for the iqama that it announces
          14:00 iqama asr +15m; remind iqama-asr 1m; recordings iqama reminder; length 3m; start; 16:00
          heard: 15:00 adhan-asr; 15:14 reminder-iqama-asr-1m; 15:15 iqama-asr
          has: reminder-iqama-asr-1m stopped: by iqama-asr
        what is longer than its lead ends for an occasion without a recording, too
          2027-03-09T07:00 fitr 08:00; takbir 1m; recordings takbir; length 10m; start; 09:00
          heard: 07:59 takbir-1; 08:00 eid-1
          has: takbir-1 stopped: by eid-1
        a lesser sound that fails holds up no adhan: its tries end at 14:59:46, and the delay of a failed adhan would be too long
          14:00 remind adhan-asr 59s; recordings reminder; start; card dies; 14:59:49 card plays; 16:00
          heard: 15:00 adhan-asr
        a first adhan that is longer than its lead leaves the khutbah's own adhan its second
          2026-11-27T12:00 khutbah 13:00; called khutbah; first-adhan 2m; recordings jumuah jumuah-adhan; length 3m; start
          12:59:50
          lasted: 1m48s
          14:00
          heard: 12:58 jumuah-1-adhan; 13:00 jumuah-1
        a recording that cannot be played does not keep the next one waiting
          04:00 tarhim fajr 6m; remind adhan-fajr 5m; recordings tarhim reminder; missing tarhim.mp3; start; 06:00
          heard: 04:55 reminder-fajr-5m; 05:00 adhan-fajr
        of two lesser sounds at the same time one is skipped, which is no fault
          04:00 tarhim fajr 6m; remind adhan-fajr 5m; recordings tarhim reminder; length 140s; start; 06:00
          rows: tarhim-fajr completed; reminder-fajr-5m skipped: tarhim-fajr sounds; adhan-fajr completed
        imsak ends a call to suhoor
          2027-02-10T04:00 ramadan 2027-02-08 2027-03-10; suhoor 15m; recordings suhoor imsak; length 7m; start; 04:59
          heard: 04:45 suhoor-15m; 04:50 imsak
          has: suhoor-15m stopped: by imsak
        the takbir before a second Eid prayer ends for the first
          2027-03-10T07:50 ramadan 2027-02-08 2027-03-10; fitr 08:00 08:15; takbir 20m; recordings takbir eid; length 9m; start; 09:00
          heard: 07:55 takbir-2; 08:00 eid-1; 08:15 eid-2
          has: takbir-2 stopped: by eid-1
        """

    @Test(arguments: Scene.all(adhans)) func `adhans and khutbahs have their seconds`(_ scene: Scene) throws {
        try scene.play()
    }

    static let adhans = """
        an adhan due during another follows it while its grace lasts
          11:00 asr 12:01; length 4m; start; 13:00
          heard: 12:00 adhan-dhuhr; 12:04 adhan-asr
          once: began 3m after its second
        an adhan whose grace runs out during another is missed for it
          11:00 asr 12:01; length 7m; start; 13:00
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed; adhan-asr missed: another adhan
        two adhans within the ten seconds of arming are both called
          11:00 asr 12:00:05; start; 13:00
          heard: 12:00 adhan-dhuhr; 12:00:30 adhan-asr
        two adhans close to one another both sound, and what comes between them does not
          11:00 asr 12:02; iqama dhuhr +100s; tarhim asr 90s; recordings iqama tarhim; length 90s; start; 12:01:59
          once: adhan-dhuhr due at 2026-11-21T12:00:00+00:00 began
          unsaid: adhan-asr due at 2026-11-21T12:02:00+00:00 began
          12:02
          once: adhan-asr due at 2026-11-21T12:02:00+00:00 began
          14:00
          has: tarhim-asr
          lacks: tarhim-asr completed
        in a khutbah nothing else sounds, not even a trial
          2026-11-27T11:00 khutbah 12:30; lasting 30m; remind adhan-asr 2h30m; recordings reminder jumuah; start
          12:45 trial refused; 13:00
          heard: 12:00 adhan-dhuhr; 12:30 jumuah-1
          has: reminder-asr-2h30m skipped: khutbah of jumuah-1
        what still sounds when the khutbah begins is faded out
          2026-11-27T12:10 khutbah 12:30; remind jumuah-1 1m; recordings reminder; length 3m; start; 13:00
          heard: 12:29 reminder-jumuah-1-1m; 12:30 jumuah-1
          has: reminder-jumuah-1-1m stopped: by jumuah-1
        what a khutbah keeps from being announced is told once, with the reason
          2026-11-27T14:00 khutbah 15:10; iqama asr +15m; start; 15:14:59
          unsaid: is not announced
          15:20 reload; 17:00
          once: is not announced: khutbah of jumuah-1
          heard: 15:00 adhan-asr; 15:10 jumuah-1
        two khutbahs one after another each have their adhan at its second
          2026-11-27T11:00 khutbah 12:30 12:50; lasting 20m; called khutbah; recordings jumuah; start; 12:29:49
          unsaid: is ready
          12:29:50
          once: is ready
          12:49:49
          once: is ready
          12:49:50
          twice: is ready
          13:30
          heard: 12:30 jumuah-1; 12:50 jumuah-2
        dhuhr is called on a Friday even if it begins later than the khutbah
          2026-11-27T11:00 khutbah 11:50; start; 13:00
          heard: 11:50 jumuah-1; 12:00 adhan-dhuhr
        an adhan that is off is skipped, not missed, after a power cut
          14:00 adhan asr off; start; 14:30 off until 15:30; 16:00
          rows: adhan-asr skipped: off in [adhan]
        the small hours belong to the evening's Isha, and no other time of the clock does
          14:00 adhan isha {00:30|17:30|21:15}; start; 11-22T04:00
          heard: 15:00 adhan-asr; 18:00 adhan-maghrib; {11-22 00:30|20:00|21:15} adhan-isha
        """

    @Test(arguments: Scene.all(congregations))
    func `an iqama and what is only announced come once, at their time`(_ scene: Scene) throws { try scene.play() }

    static let congregations = """
        an iqama that is due during its adhan comes when that has ended
          14:00 iqama asr +3m; iqama maghrib +1m; length 210s; recordings {jumuah|iqama}; start; 15:03:29
          heard: 15:00 adhan-asr
          15:03:31
          heard: 15:00 adhan-asr; 15:03{|:30} iqama-asr
          18:03:29
          heard: 15:00 adhan-asr; 15:03{|:30} iqama-asr; 18:00 adhan-maghrib
          18:03:31
          heard: 15:00 adhan-asr; 15:03{|:30} iqama-asr; 18:00 adhan-maghrib; 18:0{1|3:30} iqama-maghrib
        an iqama that waits for its adhan is announced after a restart that ended the adhan
          14:00 iqama asr +1m; length 5m; start; 15:02 sigterm; 15:02:05 start; 16:00
          has: adhan-asr stopped
          heard: 15:00 adhan-asr; 15:01 iqama-asr
        an iqama that waits for its adhan is announced once after the power or the process was lost
          14:00 iqama asr +1m; length 5m; start; 15:01:30 off until {15:01:40|15:16|15:17}; +30s off until +60s; 16:00
          rows: adhan-asr interrupted: the power or the process was lost
          heard: 15:00 adhan-asr{; 15:01 iqama-asr|; 15:01 iqama-asr|}
        an iqama waits no longer than its adhan sounds
          14:00 iqama asr +1m; recordings iqama; length 5m; start; 15:02 off until 15:03; 16:00
          heard: 15:00 adhan-asr
          has: iqama-asr missed: not running
        an iqama that was muted is not announced after an unmute, unless it is moved
          14:00 asr-iqama 15:15; start; 15:14 mute until 18:00; 15:15:20 unmute; 15:17
          once: is not announced
          heard: 15:00 adhan-asr
          clock 14:50; asr-iqama 15:25; read; 16:00
          once: is not announced
          heard: 15:00 adhan-asr; 15:25 iqama-asr
        restarted seconds before an adhan, what was due before it waits until that has ended
          2026-12-21T11:00 asr 12:02; iqama dhuhr +100s; recordings iqama; start; 12:01 off until 12:01:49; 13:00
          heard: 12:00 adhan-dhuhr; 12:02 adhan-asr; 12:02:30 iqama-dhuhr
          once: iqama-dhuhr due at 2026-12-21T12:01:40+00:00 is ready
          unsaid: is not called now
        an occasion without a recording is announced once, and has no row, also where its recording is set a moment later
          14:00 iqama asr +15m; start; {15:20|15:15:10 recordings iqama} ; reload; 16:00
          heard: 15:00 adhan-asr; 15:15 iqama-asr
          rows: adhan-asr completed
        a recording that a reload brings owes nothing for the time before
          14:00 remind adhan-asr 10m; start; 15:30 recordings reminder; reload; 16:00
          rows: adhan-asr completed
        without a place nothing is announced by another city's times
          14:00 iqama asr +15m; unplaced; start; 16:00
          heard: nothing
        a recording that is added before a restart owes no rows for what was due before it
          2026-11-20T14:00 iqama asr +15m; start; 11-21T19:00 kill; recordings iqama; start; 11-22T16:00
          lacks: iqama-asr missed; 11-21 iqama
          has: 11-22 iqama-asr completed
        what is due while the box is off is missed, also where it is no adhan
          14:00 iqama asr +15m; recordings iqama; start; 15:10 off until 15:20; 19:00
          rows: adhan-asr completed; iqama-asr missed: not running; adhan-maghrib completed
        a reload with another rule loses nothing that was due before it
          14:00 iqama asr +15m; recordings iqama; start; 15:10 card gone; 15:15:20
          remind adhan-asr 10m; recordings reminder; reload gone; 16:00
          rows: adhan-asr completed; iqama-asr missed: no sound card
        what was heard is not announced once its recording is taken away
          14:00 iqama asr +15m; recordings iqama; length 10s; start; 15:15:15 silent iqama; reload; 16:00
          heard: 15:00 adhan-asr; 15:15 iqama-asr
        a reminder that a reload takes away leaves the others; one that it brings for the past is owed no row
          14:00 remind adhan-asr 10m 2m; recordings reminder; length 10s; start; 14:55 remind adhan-asr 2m; reload
          14:57 remind adhan-asr 15m 10m 2m; reload; 15:10
          heard: 14:50 reminder-asr-10m; 14:58 reminder-asr-2m; 15:00 adhan-asr
          rows: reminder-asr-10m completed; reminder-asr-2m completed; adhan-asr completed
        a time that a changed config moves into the past is missed with that reason
          14:00 iqama asr +30m; recordings iqama; start; 15:10 iqama asr +5m; reload; 16:00
          rows: adhan-asr completed; iqama-asr missed: its time was moved from 2026-11-21T15:30:00+00:00 to \
        2026-11-21T15:05:00+00:00, which was past
        an occasion without a recording is announced although the clock steps over its second, within a minute
          14:00 iqama asr +15m; start; 15:14:{58|30|30} clock 15:{15:02|15:50|16:10}; 16:00
          heard: 15:00 adhan-asr{; 15:15 iqama-asr|; 15:15 iqama-asr|}
        while an adhan waits for a sound card, a reminder without a recording is announced
          14:00 iqama asr +15m; remind iqama-asr 10m; card gone; start; 16:00
          heard: 15:05 reminder-iqama-asr-10m; 15:15 iqama-asr
        in Ramadan the adhan of Maghrib follows the recording of iftar, and never sounds with it
          2027-02-10T00:00 ramadan 2027-02-08 2027-03-10; suhoor 1h; iftar 2m; recordings suhoor iftar; start; 22:00
          heard: 04:00 suhoor-1h; 04:50 imsak; 05:00 adhan-fajr; 12:00 adhan-dhuhr; 15:00 adhan-asr; 18:00 iftar; \
        18:02 adhan-maghrib; 20:00 adhan-isha
        Eid al-Adha has its prayer too
          2027-05-15T22:00 ramadan 2027-02-08 2027-03-10; adha 08:30; start; 05-16T10:00
          heard: 05-16 05:00 adhan-fajr; 05-16 08:30 eid-1
        """

    @Test(
        arguments: Scene.all(
            iftars,
            after: "2027-02-10T17:00 ramadan 2027-02-08 2027-03-10; iftar instead; recordings iftar"
        )
    )
    func `iftar sounds with Maghrib or in its place, and one of them is heard`(_ scene: Scene) throws {
        try scene.play()
    }

    static let iftars = """
        iftar may sound in place of the adhan, which the ledger says, and Maghrib is reminded of
          remind adhan-maghrib 10m; recordings reminder; start; 19:00
          heard: 17:50 reminder-maghrib-10m; 18:00 iftar
          has: adhan-maghrib skipped: iftar sounds instead
        where the recording of iftar cannot be played, the adhan of Maghrib is called, also after a restart
          missing iftar.mp3; start; 17:59:40 {|off until 18:00:20}; 19:00
          heard: 18:00{|:20} adhan-maghrib
          rows: adhan-maghrib completed; iftar skipped: adhan-maghrib sounded instead
        where the recording of iftar is read too slowly, the adhan of Maghrib is called on time
          start; 17:59:40 card slow 40s; 17:59:52 card plays; 19:00
          heard: 18:00 adhan-maghrib
          has: iftar skipped: adhan-maghrib sounded instead
        however late it is armed, iftar that hangs gives way in time, or two seconds later
          start; 17:59:40 card slow 40s; off until {17:59:50.004|17:59:57.5|18:00:01}; {17:59:57.99|17:59:59.49|18:00:02.99}
          unsaid: iftar due at 2027-02-10T18:00:00+00:00 is not called now
          card plays; {17:59:58|17:59:59.5|18:00:03}
          once: iftar due at 2027-02-10T18:00:00+00:00 is not called now
          19:00
          heard: 18:00{||:03} adhan-maghrib
        where the adhan in place of iftar is not heard either, it is tried again
          missing iftar.mp3; card dies
          start; 18:00:05 card plays; 19:00
          heard: 18:00:15 adhan-maghrib
          has: iftar skipped: adhan-maghrib sounded instead
        the clock steps back before the first sample of the adhan in place of iftar, which is called at its second
          missing iftar.mp3; start; 17:59:59 clock 17:59:30; 19:00
          heard: 18:00 adhan-maghrib
        an adhan that is called later than Maghrib begins is called although iftar is over
          adhan maghrib begins+3m
          missing {nothing|iftar.mp3}; card gone; start; 18:06 card plays; 19:00
          once: adhan-maghrib due at 2027-02-10T18:03:00+00:00 began
        a device that takes seven seconds to open still plays iftar
          card slow 7s; start; 18:01
          heard: 18:00 iftar
        muted, iftar and the adhan that it replaces give the same reason
          start; mute until 19:00; 19:00
          rows: adhan-maghrib skipped: muted, by amina; iftar skipped: muted, by amina
        iftar in place of the adhan does not begin with the iqama or after it
          iqama maghrib +2m; card gone; start
          18:02:10 card plays; 19:00
          heard: 18:02 iqama-maghrib
          has: iftar missed: no sound card
        a Maghrib that nobody heard is missed, not skipped for a recording that was not heard either
          card gone; start; 19:00
          rows: adhan-maghrib missed: iftar was to sound instead: no sound card; iftar missed: no sound card
        iftar that can be played again does not sound after the adhan in its place
          missing iftar.mp3; start; 18:00:05 missing nothing; stop; 19:00
          heard: 18:00 adhan-maghrib
        iftar that begins late keeps the adhan silent, also where the device comes late
          card gone; start; 18:00:30
          lacks: adhan-maghrib
          card plays; 19:00
          files: iftar.mp3
          has: adhan-maghrib skipped: iftar sounds instead
        """
}
