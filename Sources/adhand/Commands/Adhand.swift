import AdhanCore
import ArgumentParser

struct Adhand: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Calls a mosque's prayers, each once and at its second, and records them in a ledger.",
        version: Release.version,
        subcommands: [
            Setup.self, Run.self, Status.self, Times.self, TimetableCommand.self, AudioCommand.self, CacheCommand.self,
            Methods.self, Hijri.self,
            History.self, Rehearse.self, Play.self, Stop.self, MuteCommand.self, Unmute.self, SetCommand.self,
            SettingsCommand.self, RefreshCommand.self,
            Reload.self, Restart.self,
            Clock.self,
            CheckConfig.self, ConfigCommand.self, Doctor.self, Simulate.self, DisplayCommand.self, Kiosk.self,
            PanelCommand.self,
            MirrorCommand.self, SyncCommand.self, NotifyCommand.self, ResourcesCommand.self, Publish.self,
            Export.self, Import.self,
        ]
    )

    private static let panelPeople =
        "a caretaker adds and removes people on the page. Its address: sudo adhand panel status"

    /// Commands that people guess, and the command to type instead. docs/mistakes.md has a row for each answer.
    private static let guesses: [(words: [String], answer: String)] = [
        (["devices", "card", "speaker", "hdmi", "bluetooth"], "the sound devices: adhand audio devices"),
        (["check"], "the config: adhand check-config. The whole box: sudo adhand doctor"),
        (["test-sound", "test", "sound", "azan"], "a sound now: adhand play. A whole prayer: adhand rehearse"),
        (["start"], "sudo systemctl start adhand"),
        (["log", "logs", "journal"], "what was called: adhand history. The log: sudo journalctl -u adhand"),
        (["why"], "what became of each adhan: adhand history"),
        (["volume"], "a volume: adhand set volume 60"),
        (["silence", "silent", "quiet", "pause"], "to silence the adhans for two hours: adhand mute 2h"),
        (["today", "prayers", "adhan"], "today's times: adhand times"),
        (["month", "calendar"], "the times of a month: adhand times --days 30"),
        (["iqama", "iqamah"], "the iqamas: adhand times. To set one: sudo adhand config set iqama.isha +10m"),
        (["jumuah", "jumma", "jummah", "friday"], "Jumu'ah: sudo adhand config set jumuah.times 13:15"),
        (["ramadan"], "the Hijri date: adhand hijri. To correct it: adhand set hijri.adjust +1"),
        (["eid"], "the Eid prayer: sudo adhand config set eid.fitr 08:00 eid.adha 08:00"),
        (["config get", "config list"], "the settings: adhand config show"),
        (["name", "mosque"], "the mosque's name: sudo adhand config set place.name \"Central Mosque\""),
        (["place", "city", "location"], "the place: sudo adhand setup"),
        (["recording"], "the recording: sudo adhand config set audio.adhan /srv/adhan/adhan.mp3"),
        (["next"], "the next adhan: adhand status"),
        (["info", "show", "state"], "how the box is: adhand status"),
        (["version"], "the version: adhand --version"),
        (["backup"], "an archive of the box: sudo adhand export mosque.zip"),
        (["restore"], "from an archive: sudo adhand import mosque.zip"),
        (["panel start"], "to start the page: sudo adhand panel enable"),
        (["panel stop"], "to stop the page: sudo adhand panel disable"),
        (["panel people", "panel users", "panel add", "panel remove", "panel passwd"], panelPeople),
        (["update"], "the timetable: adhand refresh. The config: adhand reload"),
    ]

    /// The answer to a command that people guess; nil for another.
    static func answer(toGuess words: String) -> String? { guesses.first { $0.words.contains(words) }?.answer }
}
