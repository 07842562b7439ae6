import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A person mutes, stops, tries recordings, corrects the config and changes settings.
@Suite struct PersonScenes {
    @Test(arguments: Scene.all(mutes)) func `a mute silences what falls due in it, and no more`(_ scene: Scene) throws {
        try scene.play()
    }

    static let mutes = """
        what falls due in a mute is skipped with who muted it, and the next is called, also over a power cut
          11:00 start; mute until 15:00; {11:30|off until 11:59}; 16:00
          heard: 15:00 adhan-asr
          rows: adhan-dhuhr skipped: muted, by amina; adhan-asr completed
        muted in the last seconds before its second, it does not sound
          11:00 start; 11:59:{59|58|55|51|50} mute until 13:00; 14:00
          heard: nothing
          rows: adhan-dhuhr skipped: muted, by amina
        a mute taken back before the second has no effect
          11:00 start; mute until 13:00; 11:59 unmute; 13:00
          heard: 12:00 adhan-dhuhr
        a mute ends an adhan that sounds, and a mute taken back does not begin it again
          11:00 start; 12:00:10 mute until 13:00; 12:00:20 unmute; 13:00
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr stopped: by amina
          lasted: 10s
        a mute does not reach back to what fell due before it and could not sound
          11:00 card {broken|gone}; start; 12:02 mute until 14:00; card {broken|plays}; 13:00
          heard: nothing
          rows: adhan-dhuhr missed: {not an MP3 file|no sound card}
        a mute during an adhan silences the next one, too, which waits for its end
          11:00 asr 12:00:05; start; 12:00:10 mute until 13:00; 14:00
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr stopped: by amina; adhan-asr skipped: muted, by amina
        a mute covers lesser sounds, too
          14:00 tarhim asr 5m; recordings tarhim; start; mute until 16:00; 16:00
          rows: tarhim-asr skipped: muted, by amina; adhan-asr skipped: muted, by amina
        """

    @Test(arguments: Scene.all(trials)) func `a person stops and tries recordings`(_ scene: Scene) throws {
        try scene.play()
    }

    static let trials = """
        a stopped adhan is recorded with who stopped it, and is not called again
          11:00 start; stop
          stopped: nothing
          12:00:05 stop
          stopped: 2026-11-21 adhan-dhuhr
          12:01 restart; 14:00
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr stopped: by amina
        a trial stops for the adhan, which is at its second, and has no row
          11:00 length 10m; start; 11:55 trial; 13:00
          files: trial.mp3; dhuhr.mp3
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
        no trial begins while an adhan sounds or is near, nor during another trial
          11:00 start; 11:59:31 trial refused; 12:00:05 trial refused; 12:01 trial; trial refused; stop
          stopped: trial.mp3
          12:02 trial
        a trial without a card is given up after five seconds, and the reason is reported
          11:00 card gone; start; 11:30 trial; 11:30:04
          ended: nothing
          11:30:05
          ended: trial.mp3: missed no device was found within 5s, so nothing was heard
        a trial whose card is plugged in is heard to its end
          11:00 card gone; start; 11:30 trial; 11:30:03 card plays; 11:31
          files: trial.mp3
          ended: trial.mp3: completed
          once: the sound device virtual was found
        a clock set back does not have a trial wait longer for a card
          11:00 card gone; start; 11:30 trial; 11:30:03 clock 11:20; 11:20:01
          ended: trial.mp3: missed no device was found within 5s, so nothing was heard
        a trial with a card is heard to its end
          11:00 start; 11:30 trial; 11:31
          ended: trial.mp3: completed heard whole: 30s
        """

    @Test(arguments: Scene.all(duas)) func `a dua follows an adhan, and never delays one`(_ scene: Scene) throws {
        try scene.play()
    }

    static let duas = """
        the dua follows the adhan after a pause and has no row
          11:00 dua; pause 5s; start; 13:00
          files: dhuhr.mp3; dua.mp3
          times: 12:00; 12:00:35
          rows: adhan-dhuhr completed
          ended: the dua after 2026-11-21 adhan-dhuhr: completed heard whole
        a dua that a reload brings does not follow an adhan that is over
          11:00 start; 12:30 dua; reload; 15:30
          files: asr.mp3; dua.mp3
        a dua that cannot sound is reported and leaves the adhan complete
          11:00 dua; start; 12:00:10 card broken; 13:00
          rows: adhan-dhuhr completed
          ended: the dua after 2026-11-21 adhan-dhuhr: missed not an MP3 file
          card plays; 16:00
          files: dhuhr.mp3; asr.mp3; dua.mp3
        an adhan that is stopped or interrupted has no dua
          11:00 dua; start; 12:00:10 stop; 14:00 card unplugged 3s; 16:00
          files: dhuhr.mp3; asr.mp3
          has: adhan-dhuhr stopped
        the adhan after one that was stopped has its dua
          11:00 dua; start; 12:00:10 stop; 16:00
          files: dhuhr.mp3; asr.mp3; dua.mp3
        an adhan that had just ended when it was stopped is complete, and has no dua
          11:00 dua; card late; start; 12:00:29 card plays; {stop|sigterm}; 13:00
          files: dhuhr.mp3
          rows: adhan-dhuhr completed
          finished: {no|yes}
        a dua without a card is given up after a minute
          11:00 dua; start; 12:00:10 card gone; 12:01:31
          ended: nothing
          12:01:34
          ended: the dua after 2026-11-21 adhan-dhuhr: missed no sound card; 0s heard
        a stop during the dua ends it, and the adhan stays complete
          11:00 dua; start; 12:00:40 stop; 13:00
          stopped: the dua after 2026-11-21 adhan-dhuhr
          rows: adhan-dhuhr completed
          ended: the dua after 2026-11-21 adhan-dhuhr: stopped stopped by amina
        a mute in the pause keeps the dua silent
          11:00 dua; start; 12:00:31 mute until 13:00; 13:00
          files: dhuhr.mp3
        an adhan due during the dua ends it and is at its second
          11:00 dua; asr 12:00:50; start; 12:01:21
          files: dhuhr.mp3; dua.mp3; asr.mp3
          heard: 12:00 adhan-dhuhr; 12:00:50 adhan-asr
          has: adhan-dhuhr completed
          once: stopped by 2026-11-21 adhan-asr
        an adhan that waits for the one before comes before its dua
          11:00 dua; asr 12:00:20; start; 13:00
          files: dhuhr.mp3; asr.mp3; dua.mp3
          heard: 12:00 adhan-dhuhr; 12:00:30 adhan-asr
        after a power cut during the dua nothing is owed
          11:00 dua; start; 12:00:40 off until 12:01; 14:00
          files: nothing
          rows: adhan-dhuhr completed
        a reminder waits for the end of a dua, up to a minute, and an iqama ends it
          11:00 dua; iqama dhuhr +10m; iqama asr +10m; iqama maghrib +50s; recordings reminder iqama
          remind iqama-dhuhr 555s; remind iqama-asr 10m; start; 12:01
          unsaid: reminder-iqama-dhuhr-9m15s due at 2026-11-21T12:00:45+00:00 began
          12:01:09
          once: reminder-iqama-dhuhr-9m15s due at 2026-11-21T12:00:45+00:00 began
          18:00:49
          unsaid: iqama-maghrib due at 2026-11-21T18:00:50+00:00 began
          18:00:50
          once: iqama-maghrib due at 2026-11-21T18:00:50+00:00 began
          19:00
          files: dhuhr.mp3; dua.mp3; reminder.mp3; iqama.mp3; asr.mp3; reminder.mp3; iqama.mp3; maghrib.mp3; dua.mp3; iqama.mp3
          once: stopped by 2026-11-21 iqama-maghrib
        an iqama that waits for its adhan leaves room for the dua, or the journal says that it does not
          11:00 dua; iqama dhuhr +20s; {start|recordings iqama; start}; 13:00
          files: dhuhr.mp3; {dua.mp3|iqama.mp3}
          heard: 12:00 adhan-dhuhr; {12:00:20|12:00:30} iqama-dhuhr
          {unsaid|once}: its dua is left out for iqama-dhuhr
        a dua that would begin in a khutbah is left out, and the journal says so; one that sounds ends where a khutbah begins
          2026-11-27T11:00 dua; khutbah {12:00:31|12:00:45}; start; 13:00
          files: {dhuhr.mp3|dhuhr.mp3; dua.mp3}
          once: {its dua is left out for jumuah-1|stopped by jumuah-1}
        """

    @Test(arguments: Scene.all(settings)) func `a setting counts from then on`(_ scene: Scene) throws {
        try scene.play()
    }

    static let settings = """
        a prayer that is switched off is skipped with the person's name, also where it is armed or committed already
          11:00 start; {11:00|11:59:55|11:59:59} set adhan.dhuhr off; 13:00
          heard: nothing
          rows: adhan-dhuhr skipped: switched off by amina
          set adhan.dhuhr default; 11-22T13:00
          has: 11-22 adhan-dhuhr completed
        Dhuhr switched off leaves the khutbah that is only announced
          2026-11-27T11:00 khutbah 12:30; {called dhuhr|called khutbah; recordings jumuah}; start; set adhan.dhuhr off; 14:00
          heard: {12:30 jumuah-1|nothing}
        a setting outlives a reload of the config
          11:00 start; set adhan.dhuhr off; reload; 13:00
          heard: nothing
        who switches Dhuhr off switches Friday's calls off, too
          2026-11-27T11:00 khutbah 13:00; called both; first-adhan 20m; recordings jumuah jumuah-adhan; start
          set adhan.dhuhr off; 14:00
          heard: nothing
          rows: adhan-dhuhr skipped: switched off by amina; jumuah-1-adhan skipped: switched off by amina; \
        jumuah-1 skipped: switched off by amina
        a volume of zero skips the prayer
          11:00 start; 12:30 set volume.asr 0; 16:00
          has: adhan-asr skipped
        """

    @Test(arguments: Scene.all(reloads)) func `a reload forgets nothing but the config`(_ scene: Scene) throws {
        try scene.play()
    }

    static let reloads = """
        with a full disk and no place for marks, what was called is not called again, and its row is written later
          11:00 start; 11:30 disk full; marks full; 12:01 reload; 12:02 reload; 12:03 reload; 12:10
          heard: 12:00 adhan-dhuhr
          disk well; 12:12
          rows: adhan-dhuhr completed
        the verdict on the clock stays, also where the next look at it hangs
          11:00 asks clock; start; trusted; 11:59:45 reload; 12:05
          heard: 12:00 adhan-dhuhr
        where a reload lets the clock be trusted, the ledger is kept from then on
          13:00 asks clock; start; doubted; 13:10 asks nothing; reload; 13:20 off until 16:00; 16:10
          has: adhan-asr missed
        told to reload around its second, it is at its second, once
          11:00 start; {11:59:48|11:59:49|11:59:50|11:59:51|11:59:55|11:59:57|11:59:58|11:59:59|12:00|12:00:01|12:00:20|12:00:31}
          reload; 12:10
          heard: 12:00 adhan-dhuhr
          rows: adhan-dhuhr completed
          lasted: 30s
          reloads: 1
        told to reload while a slow device opens, it waits, and the prayer is at its second
          11:00 card slow 7s; start; 11:59:55 reload; 12:10
          heard: 12:00 adhan-dhuhr
        a corrected config is taken up at once within the grace, and calls it
          11:00 card gone; start; 12:02 reload plays; 12:10
          heard: 12:02 adhan-dhuhr
          rows: adhan-dhuhr completed
        a config corrected after the days were loaded at midnight is taken up at once, too
          23:00 isha 23:59; card gone; start; 11-22T00:02 reload plays; 11-22T00:10
          heard: 11-22 00:02 adhan-isha
        """

    @Test func `a mute stays over a reload, though its file could not be written`() throws {
        let scripted = try ScriptedBox("11:00 start; mute until 13:00")
        scripted.box.saved.mute = nil
        try scripted.play("reload; 16:00")
        #expect(try scripted.rows() == ["adhan-dhuhr skipped: muted, by amina", "adhan-asr completed"])
    }

    @Test func `an adhan is heard to its end before the config changes`() throws {
        let scripted = try ScriptedBox("11:00 start; 12:00:05")
        let playing = scripted.box.player
        try scripted.play("reload; 12:00:29")
        #expect(scripted.box.player === playing)
        try scripted.play("12:00:31")
        #expect(scripted.box.player !== playing && scripted.box.reloads == 1)
    }

    @Test func `the ledger has the recording of each day's turn, also after restarts`() throws {
        let scripted = try ScriptedBox("00:00")
        let box = scripted.box
        box.settings.sounds.ofPrayers = [:]
        box.settings.sounds.adhan = Recordings("a.mp3", ["b.mp3", "c.mp3"])
        for day in 21..<25 { try scripted.play("start; 11-\(day)T14:00 kill") }
        let rows = try box.ledger.entries(.first..<(.last)).filter { $0.state == .completed }
        #expect(rows.count > 8)
        for row in rows {
            let prayer = try #require(row.key.occasion.prayer)
            #expect(row.file == box.settings.sounds.adhan.turn(of: prayer, on: row.key.date))
        }
        #expect(Set(rows.compactMap(\.file)) == ["a.mp3", "b.mp3", "c.mp3"])
    }
}
