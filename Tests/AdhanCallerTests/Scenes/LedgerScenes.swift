import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// Faults of the file, the card, the disk and the power. Each is a row or a log line; the daemon goes on, and calls nothing twice.
@Suite struct LedgerScenes {
    @Test(arguments: Scene.all(power)) func `a power cut is never a burst, and nothing is missed in silence`(
        _ scene: Scene
    ) throws {
        try scene.play()
    }

    static let power = """
        back seven hours after a power cut nothing old sounds, and each passed prayer since the first start is missed
          08:00 start; 08:30 off until 15:30; 17:00
          heard: nothing
          rows: adhan-dhuhr missed: not running; adhan-asr missed: not running
        what was missed in a power cut is recorded and reported once, in the first moment
          11:00 start; 11:30 off until 12:30; 12:30
          once: 2026-11-21 adhan-dhuhr missed
        started two minutes after maghrib it sounds late and the row says how late
          16:00 start; off until 18:02; 18:10
          heard: 18:02 adhan-maghrib
          rows: adhan-maghrib completed
          once: began 2m after its second
        a prayer later than the grace is missed, to the millisecond
          16:00 start; 16:01 off until {18:05|18:05:00.001}; 19:00
          has: adhan-maghrib {completed|missed}
        killed in mid-adhan the prayer is interrupted and not called again
          11:00 start; 12:00:10
          rows: adhan-dhuhr started
          restart; 14:00
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr interrupted: the power or the process was lost
        an absence of more than seven days is one row
          2026-11-01T11:00 start; 13:00 off until 11-21T18:01; 11-21T21:00
          heard: 12:00 adhan-dhuhr; 11-21 18:01 adhan-maghrib; 11-21 20:00 adhan-isha
          rows: adhan-dhuhr completed; adhan-all missed: not running, from 2026-11-01T12:00:01+00:00 to \
        2026-11-21T17:56:00+00:00; 11-21 adhan-maghrib completed; 11-21 adhan-isha completed
        a power cut while the disk works on a late prayer's row does not have it heard twice
          11:00 start; card slow 3s; off until 12:02; 12:02:01 disk slow 500ms; 12:02:03.2
          marks: started
          marks lost; off until 12:02:10; 12:10
          once: began on virtual
        weeks without power after a first start that called nothing are one row
          2026-11-01T13:00 start; 13:10 off until 11-21T13:00; 11-21T13:10
          rows: adhan-all missed: not running, from 2026-11-01T13:00:01+00:00 to 2026-11-21T12:55:00+00:00
        restarted in mid-adhan, the prayers after it are called
          00:00 start; 05:00:10 restart; 12:00:10 restart; 15:00:10 restart; 18:00:10 restart; 20:00:10
          heard: 05:00 adhan-fajr; 12:00 adhan-dhuhr; 15:00 adhan-asr; 18:00 adhan-maghrib; 20:00 adhan-isha
        stopped in the last two seconds before its second, it is called after the restart
          11:00 start; 11:59:{58|59} sigterm
          has: adhan-dhuhr missed
          finished: yes
          off until {11:59:59|12:00:03}; 13:00
          heard: {12:00|12:00:03} adhan-dhuhr
          rows: adhan-dhuhr completed
        sigterm during an adhan fades it and records it as stopped, with who
          11:00 start; 12:00:10 sigterm
          finished: yes
          rows: adhan-dhuhr stopped: by SIGTERM
          lasted: 10s
        """

    @Test(arguments: Scene.all(trouble)) func `a fault of card or disk is recorded, and costs what it must`(
        _ scene: Scene
    ) throws {
        try scene.play()
    }

    static let trouble = """
        a prayer whose file cannot be decoded is missed with the reason, said once, and the next one is tried
          11:00 card broken; start; 14:00
          rows: adhan-dhuhr missed: not an MP3 file
          once: cannot sound: not an MP3 file
          card plays; 16:00
          has: adhan-asr completed
        a file put right within the grace is called late
          11:00 card broken; start; 12:03 card plays; 14:00
          heard: 12:03:01 adhan-dhuhr
          rows: adhan-dhuhr completed
        without a sound card the prayer is missed, not completed
          11:00 card gone; start; 14:00
          heard: nothing
          rows: adhan-dhuhr missed: no sound card
        a player that never answers costs that prayer, and no other occasion's row
          11:00 card mute; start; 13:00
          rows: adhan-dhuhr missed: its recording was not ready in time
          card plays; 16:00
          has: adhan-asr completed
        a full disk does not keep the prayer from sounding, and its rows arrive when there is room
          11:00 start; 11:30 disk full; 12:10
          heard: 12:00 adhan-dhuhr
          marks: completed
          rows: nothing
          disk well; 12:12
          rows: adhan-dhuhr completed
          once: a row that waited is in the ledger now
          12:13
          marks: nothing
        killed in mid-adhan with a full disk, the mark keeps it from sounding again
          11:00 start; 11:30 disk full; 12:00:10 restart; 12:20
          heard: 12:00 adhan-dhuhr
          disk well; 12:30
          has: adhan-dhuhr interrupted
        a disk that hangs does not delay a prayer
          11:00 start; 11:30 disk hangs; 12:10
          heard: 12:00 adhan-dhuhr
          disk well; 12:11
          rows: adhan-dhuhr completed
        killed after the adhan while the disk hangs, it is completed and not interrupted
          11:00 start; 11:30 disk hangs; 12:02 kill; disk well; start; 12:20
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
          lasted: 30s
        with an unreadable ledger it calls on time, and nothing late
          10:00 start; 11:00 kill; 12:02 disk unreadable; start; 16:00
          heard: 15:00 adhan-asr
          disk well; 17:00
          has: adhan-dhuhr missed; adhan-asr completed
        what is due at the very second of the first start, and cannot sound, has its row
          12:00 card broken; start; 13:00
          has: adhan-dhuhr missed
        what is due at the very second of the start sounds, though no disk takes its row
          12:00 disk full; marks full; start; 12:05
          heard: 12:00 adhan-dhuhr
        restarted in mid-adhan while neither disk takes a row, it is not called again
          11:00 start; 11:30 disk full; marks full; 12:00:10 restart; 12:30
          heard: 12:00 adhan-dhuhr
          disk well; 12:32
          rows: adhan-dhuhr missed: its row cannot be written anywhere, and an earlier process may have called it
        a small step of the clock after such a restart does not call it again either
          11:00 start; 11:30 disk full; marks full; 12:00:10 restart; 12:00:20 clock +1s; 12:30
          heard: 12:00 adhan-dhuhr
        a ledger that does not answer at the start is waited for ten seconds, and the prayer is at its second
          11:59:30 disk hangs; start; 12:10
          heard: 12:00 adhan-dhuhr
          once: the ledger's disk has not answered for 10.0 s
        a late prayer whose row the disk refuses is called as soon as it is marked
          11:00 card gone; start; 12:01:50 kill; 12:02 card slow 3s; start; 12:02:01 disk full; 12:04
          heard: 12:02:03 adhan-dhuhr
          said: is not in the ledger
        a late prayer whose row the disk does not answer for is called once it is marked, and not before
          11:00 card gone; start; 12:01:50 kill; 12:02 card slow 3s; start; 12:02:01 disk hangs; marks {well|full}; 12:04
          heard: {12:02:04 adhan-dhuhr|nothing}
          {unsaid|said}: could not be marked
        a late prayer waits for its mark where both disks are slow, and is not called without one
          11:00 card gone; start; 12:01:50 kill; 12:02 card slow 3s; start; 12:02:01 disk hangs
          marks {well|full}; marks slow 3s; 12:04
          heard: {12:02:06 adhan-dhuhr|nothing}
          {unsaid|said}: it could not be marked
        muted and unmuted around its second with a full disk, what was called is completed
          11:00 start; 11:59:59
          rows: adhan-dhuhr started
          disk full; mute until 12:30; 11:59:59.5 unmute; 12:00:30 disk well; 12:05
          files: dhuhr.mp3
          rows: adhan-dhuhr completed
        a disk that was slow once is well again when it has answered
          11:00 start; 11:59:55 disk hangs; 12:00:05 disk well; 12:00:10
          once: is not in the ledger
          once: that waited
        a card that is plugged in two minutes after the second is heard, and nothing is begun without it
          11:00 card gone; start; 12:02
          rows: nothing
          card plays; 12:10
          files: dhuhr.mp3
          rows: adhan-dhuhr completed
        killed while it looks for a card, it is called after the restart
          11:00 card gone; start; 12:{00:02|01:57|04:56} kill; 12:{00:05|02|04:59} card plays; start; 13:00
          heard: 12:{00:05|02|04:59} adhan-dhuhr
          rows: adhan-dhuhr completed
        when the grace is over it is missed, once, with the reason
          11:00 card gone; start; 12:06
          rows: adhan-dhuhr missed: no sound card
          card plays; 13:00
          heard: nothing
        """

    @Test(arguments: Scene.all(unread)) func `a ledger that is not read or not trusted calls nothing twice`(
        _ scene: Scene
    ) throws {
        try scene.play()
    }

    /// A ledger that cannot be read, or does not answer, when the process begins or its clock is set; and marks that are older than its row.
    static let unread = """
        started seconds before a prayer while its disk hangs, it calls it on time
          11:59:{57|54|51|46|40|57|54|51|46|40} disk hangs; marks {well|well|well|well|well|hang|hang|hang|hang|hang}; start; 12:01
          heard: 12:00 adhan-dhuhr
          disk well; marks well; 12:10
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
        a disk that answers within the time that there is has its rows judged before the prayer
          11:59:46 disk slow 8s; start; 12:01
          heard: 12:00 adhan-dhuhr
          unsaid: nothing is called late
        the rows of an absence are written when it answers, though a prayer was called before that
          2026-11-19T11:00 start; 13:00 kill; 11-21T11:00 disk hangs; start; 11-21T12:10
          heard: 12:00 adhan-dhuhr; 11-21 12:00 adhan-dhuhr
          disk well; 11-21T12:20
          has: adhan-asr missed; 11-20 adhan-isha missed; 11-21 adhan-fajr missed; 11-21 adhan-dhuhr completed
        what was called before a restart is known by its mark while the ledger hangs
          11:00 start; 11:59:50 disk hangs; 12:01 restart; 12:10 disk well; 12:20
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
        a clock that shows 2098 for a while with a full disk calls nothing again
          11:00 start; 11:30 disk full; 12:01 clock 2098-01-25T12:01; +20s clock 12:01:20; 12:30
          once: 2026-11-21 adhan-dhuhr due at 2026-11-21T12:00:00+00:00 began
        what was called while it could not be read is known afterwards, though it lacks the row
          11:59 disk unreadable; start; 12:01
          heard: 12:00 adhan-dhuhr
          disk full; 12:20
          once: the ledger is read
          heard: 12:00 adhan-dhuhr
        an adhan interrupted by a crash is reported at once, by its mark
          11:00 start; 11:30 disk full; 12:00:10 kill; disk unreadable; start; 12:00:12
          once: adhan-dhuhr interrupted: the power or the process was lost
          unsaid: adhan-dhuhr completed
        it is tried each minute until it can be read, and reported once; the next failure is reported again
          09:00 disk unreadable; start; 09:05
          once: a test wants it so; prayers are called on time
          unsaid: the ledger is read
          disk well; 09:20
          once: the ledger is read
          disk unreadable; clock 10:00; 10:01
          twice: a test wants it so; prayers are called on time
        it is waited for ten seconds, and no longer
          11:00 disk hangs; start; 11:00:09.9
          unsaid: nothing is called late
          11:00:10
          once: nothing is called late
          11:01
          once: nothing is called late
          unsaid: the marks in memory
        a clock set back while it is waited for does not prolong the wait
          11:59:30 disk hangs; start; 11:59:35
          unsaid: nothing is called late
          clock 11:59:25
          once: nothing is called late
        an absence of forty days begins where the ledger ends, though a prayer was called before it was read
          2026-10-10T11:00 start; 10-12T13:00 kill; 11-21T11:00 disk unreadable; start; 11-21T12:10 disk well; 11-21T12:20
          has: from 2026-10-12T12:00:01+00:00 to 2026-11-21T11:59:59+00:00; 11-21 adhan-dhuhr completed
        with a ledger that is known to hang, a clock set back by weeks delays no prayer
          11:00 disk hangs; start; 11:01 clock 10-12T11:59:55; 10-12T12:05
          heard: 10-12 12:00 adhan-dhuhr
        a clock set back into an absence has the ledger read before anything is said of those days
          2026-10-01T11:00 start; 10-19T21:00 off until 11-10T11:00; 11-21T11:00 off until 11-21T11:10
          11-21T11:11 disk slow 3s; clock 10-27T11:30; 10-27T11:40
          has: 10-19 adhan-all missed; to 2026-11-10T10:55:00+00:00
          has: 10-24 adhan-asr missed
        a clock set back by seconds over the start does not cost the prayer between
          12:00:20 disk unreadable; start; 12:00:22 clock 11:59:55; 12:05
          heard: 12:00 adhan-dhuhr
        a clock set back by hours over the start does not cost the prayer between, without any disk
          13:00 disk unreadable; marks full; start; 13:01 clock 11:00; 12:05
          heard: 12:00 adhan-dhuhr
        the first start is the one by the clock with which the ledger was first read
          14:00 asks clock; disk unreadable; start; trusted; 14:01 clock 11:00; trusted; disk well
          11:10 off until 13:00; trusted; 13:10
          has: adhan-dhuhr missed
        the mark of its beginning, found at once, late or before a slow ledger, does not interrupt a completed adhan
          11:00 start; 12:00:10 marks full; 12:01
          marks: started
          kill; marks slow {0s|12s|12s}; disk slow {0s|0s|20s}; start; 12:20
          once: 2026-11-21 adhan-dhuhr completed
          unsaid: 2026-11-21 adhan-dhuhr interrupted
          unsaid: was not written
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
        a prayer whose end is in a mark is not ended again when the ledger answers first
          11:00 start; 12:00:10 disk full; 12:01 kill; disk well; marks slow 4s; start; 12:10
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
        an adhan broken off days ago, of which only a mark knows that is read late, is interrupted
          11:00 start; 11:30 disk full; 12:00:10 kill; 11-30T12:10 disk well; marks slow 12s; start; 11-30T12:20
          has: adhan-dhuhr interrupted
        while the marks hang the ledger is read, and their folder is named
          11:00 start; 11:30 kill; 12:00:04 marks hang; start; 12:00:20
          files: dhuhr.mp3
          once: the marks in memory have not answered
          unsaid: nothing is called late
          12:10
          rows: adhan-dhuhr completed
          marks well; 12:11
          once: the marks in memory are read
        """
}
