import AdhanCore
import ArgumentParser

/// The root command.
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

    /// Commands that people guess, and the command to type instead.
    static let otherNames = [
        "adhand devices": "the sound devices: adhand audio devices",
        "adhand check": "the config: adhand check-config. The whole box: sudo adhand doctor",
        "adhand test": "a sound now: adhand play. A whole prayer: adhand rehearse",
        "adhand start": "sudo systemctl start adhand",
        "adhand log": "what was called: adhand history. The log: journalctl -u adhand",
        "adhand logs": "what was called: adhand history. The log: journalctl -u adhand",
        "adhand volume": "a volume: adhand set volume 60",
        "adhand today": "today's times: adhand times",
        "adhand next": "the next adhan: adhand status",
        "adhand version": "the version: adhand --version",
        "adhand panel start": "to start the page: sudo adhand panel enable",
        "adhand panel stop": "to stop the page: sudo adhand panel disable",
        "adhand panel people": panelPeople, "adhand panel users": panelPeople, "adhand panel add": panelPeople,
        "adhand panel remove": panelPeople, "adhand panel passwd": panelPeople,
        "adhand update": "the timetable: adhand refresh. The config: adhand reload",
    ]
}
