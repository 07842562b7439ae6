import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport
@testable import adhand

struct StatusTextTests {
    private func report(isVerbose: Bool = false, _ change: (inout StatusReport) -> Void) -> String {
        var report = StatusReport.example()
        (report.version, report.next) = (Release.version, nil)
        (report.now, report.since) = ("2026-11-27T10:00:00+00:00", "2026-11-21T10:00:00+00:00")
        report.date = "2026-11-27"
        change(&report)
        return report.text(isVerbose: isVerbose)
    }

    @Test func `a self-test that is untried has no time at which it was tried`() {
        func text(_ state: String, _ words: String) -> String {
            report(isVerbose: true) { $0.selfTest = .init(state: state, words: words, at: "2026-11-27T09:00:00+00:00") }
        }
        #expect(text("untried", "mended").contains("self-test  untried: mended, off from now on"))
        #expect(text("ok", "fine").contains(", tried at 09:00,"))
    }

    @Test func `a newer version that is installed and does not run yet is named`() {
        #expect(!report { _ in }.contains("still runs"))
        let words = "\(Release.version), and 0.0.9 still runs: sudo adhand restart --when-quiet"
        #expect(report { $0.version = "0.0.9" }.contains("installed  \(words)\n"))
    }

    private func next(_ prayer: String, _ clock: String, withheld: String? = nil) -> StatusReport.Next {
        let at = "2026-11-27T\(clock):00+00:00"
        return .init(prayer: prayer, date: "2026-11-27", at: at, inSeconds: 7200, source: "file", withheld: withheld)
    }

    private func upcoming(_ occasion: String, _ at: String, iqama: String? = nil, withheld: String? = nil)
        -> StatusReport.Upcoming
    {
        .init(occasion: occasion, date: String(at.prefix(10)), at: at, iqama: iqama, withheld: withheld)
    }

    @Test func `what comes next has a line each, within 80 columns`() {
        let text = report { report in
            report.upcoming = [
                upcoming("jumuah-1", "2026-11-27T13:00:00+00:00", iqama: "2026-11-27T13:25:00+00:00"),
                upcoming("iqama-asr", "2026-11-27T14:30:00+00:00", withheld: "muted"),
                upcoming("reminder-iqama-maghrib-2", "2026-11-28T17:30:00+00:00"),
            ]
        }
        #expect(
            text.contains(
                """
                then       jumuah-1                  13:00, prayer at 13:25
                           iqama-asr                 14:30, will NOT sound: muted
                           reminder-iqama-maghrib-2  tomorrow 17:30

                """
            ),
            "\(text)"
        )
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    }

    @Test func `after a next adhan that will not sound, the next that will is shown`() {
        let silent = next("dhuhr", "12:00", withheld: "switched off by amina")
        let text = report { ($0.next, $0.nextSounding) = (silent, next("asr", "14:10")) }
        #expect(
            text.contains(
                """
                next       dhuhr 12:00, in 2h, from file
                           the next that will sound: asr 14:10

                """
            ),
            "\(text)"
        )
        #expect(report { $0.next = silent }.contains("the next that will sound: none is known\n"))
        #expect(!report { $0.next = next("dhuhr", "12:00") }.contains("the next that will sound"))
    }

    @Test func `of today's prayers it is said which will not sound, why, and which were before the installation`() {
        let text = report { report in
            report.today = [
                .init(prayer: "fajr", at: "2026-11-27T06:10:00+00:00", state: "completed"),
                .init(prayer: "dhuhr", at: "2026-11-27T12:00:00+00:00", withheld: "off in [adhan]"),
                .init(prayer: "asr", at: "2026-11-27T14:30:00+00:00", begins: "2026-11-27T14:10:00+00:00"),
            ]
        }
        let line = "fajr 06:10 completed · dhuhr 12:00 will NOT sound: off in [adhan]"
        #expect(text.contains("today      \(line)\n           asr 14:30 (begins 14:10)\n"), "\(text)")
        let first = report {
            $0.today = [.init(prayer: "fajr", at: "2026-11-27T06:13:00+00:00", isBeforeFirstStart: true)]
        }
        #expect(first.contains("today      fajr 06:13 before adhand first ran here\n"), "\(first)")
    }

    private func adhan(
        _ prayer: Prayer,
        _ date: String,
        _ hour: Int,
        _ minute: Int,
        _ outcome: AdhanForecast.Outcome,
        file: String = "/srv/adhan.mp3",
        sha256: String? = nil,
        on device: String = "USB Audio"
    ) throws -> StatusReport.Adhan {
        let forecast = AdhanForecast(
            key: OccasionKey(try CivilDate(date), .adhan(prayer)),
            at: try .utc(date, hour, minute),
            source: .file,
            sound: SoundChoice(file: file, volume: Volume(percent: 80), sha256: sha256),
            device: device,
            outcome: outcome
        )
        return StatusReport.Adhan(forecast, .utc)
    }

    /// The adhans of the next 24 hours, Fajr with that outcome.
    private func adhans(
        fajr outcome: AdhanForecast.Outcome = .sounds,
        all others: AdhanForecast.Outcome = .sounds,
        sha256: String? = nil
    ) throws -> [StatusReport.Adhan] {
        let hours: [(Prayer, Int)] = [(.dhuhr, 12), (.asr, 15), (.maghrib, 18), (.isha, 20)]
        let last = others == .sounds ? outcome : others
        return try hours.map { try adhan($0, "2026-11-27", $1, 0, others, sha256: sha256) }
            + [adhan(.fajr, "2026-11-28", 5, 0, last)]
    }

    @Test func `what keeps several adhans silent is said once`() throws {
        let words = "the clock is not trusted: nothing vouches for it"
        let clock = AdhanSilence(.clock, words, isChosen: false, undo: "adhand clock")
        let adhans = try adhans(all: .silent(clock))
        let text = report { report in
            (report.adhans, report.health) = (adhans, .degraded)
        }
        #expect(
            text.hasPrefix(
                """
                adhand needs attention: no adhan will sound
                Dhuhr today 12:00, Asr today 15:00, Maghrib today 18:00, Isha today 20:00 and Fajr tomorrow 05:00 \
                will NOT sound: the clock is not trusted: nothing vouches for it. What to do: adhand clock
                now 
                """
            ),
            "\(text)"
        )
    }

    @Test func `a missing card is said once, with what to do`() throws {
        let card = Fault(.cardMissing, detail: "Unknown PCM default")
        let silence = AdhanSilence(.device, card.sentence, isChosen: false, undo: card.remedy)
        let adhans = try adhans(all: .silent(silence))
        let text = report { report in
            (report.adhans, report.health) = (adhans, .degraded)
            report.next = next("dhuhr", "12:00", withheld: card.sentence)
            report.today = adhans.dropLast().map {
                .init(prayer: String($0.occasion.dropFirst(6)), at: $0.at, withheld: card.sentence)
            }
            report.upcoming = [upcoming("iqama-dhuhr", adhans[0].at, withheld: card.sentence)]
            report.audio = .init(state: "failing", words: card.sentence)
            report.selfTest = .init(state: "failing", words: card.sentence)
            report.problems = [.init(.sound, nil, card, what: nil, command: nil)]
            report.problems[0].call = .init(occasion: "adhan-dhuhr", at: adhans[0].at)
            report.problems.append(
                .init(.missed, "1", what: "fajr was missed: \(card.sentence)", advice: "adhand history")
            )
        }
        #expect(text.ranges(of: "Unknown PCM").count == 1, "\(text)")
        #expect(text.ranges(of: "plugged in").count == 1 && text.ranges(of: "adhand audio devices").count == 1)
        // Where the clock keeps the adhans silent, the card has a place of its own.
        let two = report { report in
            report.audio = .init(state: "failing", words: card.sentence)
            report.selfTest = .init(state: "failing", words: card.sentence)
            report.problems = [.init(.sound, nil, card, what: nil, command: nil)]
        }
        #expect(two.ranges(of: "Unknown PCM").count == 1 && two.contains("\naudio      failing: see below\n"), "\(two)")
        for line in ["audio      failing: see above", "!          fajr was missed: see above"] {
            #expect(text.contains("\n\(line)\n"), "\(text)")
        }
    }

    @Test func `a fault that silences no adhan has its advice and its command on lines of their own`() {
        let fault = Fault(.recordingUnusable, file: "/srv/dua.mp3", detail: "'/srv/dua.mp3' is empty")
        let text = report { $0.problems = [.init(.recording, "/srv/dua.mp3", fault, what: nil, command: "cp it")] }
        #expect(text.hasSuffix(" committee’s page\n           → cp it\n"), "\(text)")
    }

    @Test(arguments: [false, true])
    func `a corrected Hijri date is said with who has corrected it, as a person writes it`(isVerbose: Bool) {
        let text = report(isVerbose: isVerbose) {
            $0.settings = ["volume 40 by bilal", "hijri.adjust 1448-06-01=2026-11-10 by amina"]
        }
        let words =
            "1 Jumada al-Akhira 1448 is 10 November 2026, as amina set it. To undo: adhand set hijri.adjust default"
        #expect(text.contains("\n           \(words)\n"), "\(text)")
        #expect(text.contains("volume 40 by bilal. To undo") == isVerbose && !text.contains("1448-06-01="), "\(text)")
    }

    /// README's status has the lines of adhans.
    @Test func `the first line says that every adhan will sound, and all is within 80 columns`() throws {
        let adhans = try adhans()
        let text = report { $0.adhans = adhans }
        let lines = text.split(separator: "\n")
        #expect(lines.first == "adhand is healthy: every adhan of the next 24 hours will sound")
        #expect(lines.count <= 12 && lines.allSatisfy { $0.count <= 80 }, "\(text)")
        #expect(!text.contains("T10:00"), "times are those of a person")
    }

    @Test func `adhans with the placeholder are not all well: the first lines say so, with what to do`() throws {
        let adhans = try adhans(sha256: RecordingName.placeholderSHA256)
        let report = StatusReport.example { ($0.now, $0.adhans) = ("2026-11-27T10:00:00+00:00", adhans) }
        let lines = report.lines(isVerbose: false)
        #expect(
            lines.prefix(7).map(\.text) == [
                "adhand is healthy: every adhan of the next 24 hours will sound, some only with the placeholder tone",
                "Dhuhr today 12:00 will sound: placeholder tone (no recording chosen), volume 80, on USB Audio",
                "Asr today 15:00 will sound: placeholder tone (no recording chosen), volume 80, on USB Audio",
                "Maghrib today 18:00 will sound: placeholder tone (no recording chosen), volume 80, on USB Audio",
                "Isha today 20:00 will sound: placeholder tone (no recording chosen), volume 80, on USB Audio",
                "Fajr tomorrow 05:00 will sound: adhan.mp3, volume 80, on USB Audio",
                "to choose a recording: sudo adhand config set audio.adhan FILE",
            ],
            "\(lines.map(\.text))"
        )
        #expect(lines.first?.tone == .notice && lines[6].tone == .notice, "a remark, which is neither green nor red")
        #expect(report.line.hasSuffix(", placeholder tone") && report.health == .healthy)
        let all = adhans.filter { $0.isPlaceholder == true }
        #expect(StatusReport.Adhan.placeholderWords(all) == ", but only with the placeholder tone")
        #expect(StatusReport.Adhan.placeholderWords(Array(adhans.suffix(1))).isEmpty)
    }

    @Test func `a fault is told as one, and what is not tested yet as that`() throws {
        let broken = AdhanSilence(.recording, "there is no file '/a'", isChosen: false, undo: "put it there")
        let faulty = try adhans(fajr: .silent(broken))
        let text = report { ($0.adhans, $0.health) = (faulty, .degraded) }
        #expect(text.hasPrefix("adhand needs attention: 1 of 5 adhans will NOT sound\n"), "\(text)")
        #expect(text.contains(" will NOT sound: there is no file '/a'. What to do: put it there\n"), "\(text)")
        let untested = try adhans(fajr: .untested)
        let early = report { $0.adhans = untested }
        #expect(early.hasPrefix("adhand has started: the sound is not tested yet\n"), "\(early)")
        #expect(early.contains("\nFajr tomorrow 05:00 is not tested yet: adhan.mp3, volume 80, on USB Audio\n"))
        #expect(report { $0.adhans = [] }.hasPrefix("adhand has started: it has no timetable yet\n"))
    }

    @Test func `an Eid of months ahead is a detail`() {
        func text(isVerbose: Bool) -> String {
            report(isVerbose: isVerbose) { $0.upcoming = [upcoming("eid-1", "2027-03-09T08:00:00+00:00")] }
        }
        #expect(text(isVerbose: true).contains("then       eid-1  Tue 9 March 2027 08:00\n"))
        #expect(!text(isVerbose: false).contains("eid-1"))
    }

    @Test func `the status in the README is what the program prints`() throws {
        let (today, tomorrow) = ("2026-11-21", "2026-11-22")
        let off = AdhanSilence(
            .switchedOff,
            "switched off",
            who: "amina",
            since: try .utc("2026-11-20", 21),
            isChosen: true,
            undo: "adhand set adhan.fajr default"
        )
        let times: [(Prayer, String, Int, Int, AdhanForecast.Outcome)] = [
            (.dhuhr, today, 11, 59, .sounds), (.asr, today, 14, 14, .sounds), (.maghrib, today, 16, 6, .sounds),
            (.isha, today, 17, 35, .sounds), (.fajr, tomorrow, 6, 7, .silent(off)),
        ]
        let adhans = try times.map { prayer, date, hour, minute, outcome in
            try adhan(prayer, date, hour, minute, outcome, file: "/srv/adhan/muezzin.mp3", on: "default")
        }
        func at(_ clock: String, _ date: String = today) -> String { "\(date)T\(clock):00+00:00" }
        let text = report { report in
            report.now = at("10:30")
            report.adhans = adhans
            report.next = .init(prayer: "dhuhr", date: today, at: at("11:59"), inSeconds: 89 * 60, source: "file")
            report.upcoming = [
                upcoming("iqama-dhuhr", at("12:15")),
                upcoming("jumuah-1", at("13:15", "2026-11-27"), iqama: at("13:40")),
            ]
            report.hijri = "1448-06-11"
            report.today = [.init(prayer: "fajr", at: at("06:06"), state: "completed")]
            report.today += adhans.dropLast().map { .init(prayer: String($0.occasion.dropFirst(6)), at: $0.at) }
        }
        let readme = try String(contentsOfFile: Binary.root + "/README.md", encoding: .utf8)
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0 != "    $ adhand status" }.dropFirst().prefix { !$0.isEmpty }
        #expect(lines.map { $0.dropFirst(4) + "\n" }.joined() == text)
    }
}
