import AdhanCore
import AdhanImport
import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSetup

struct SetupPlanTests {
    private let directory = Result { try TestDirectory() }

    /// A box with an empty config, or with this one, and these answers.
    private func plan(
        _ config: String = "",
        _ answers: KeyValuePairs<SetupTopic, String> = [:],
        timezone: String? = "Europe/London",
        hasDisplay: Bool = true,
        servesDisplay: Bool = false
    ) throws -> SetupPlan {
        let directory = try directory.get()
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: false,
            environment: ["HOME": directory.path, "XDG_CONFIG_HOME": directory.path]
        )
        let box = try SetupBox(
            locations,
            folders: [directory.path],
            timezone: timezone,
            hasDisplay: hasDisplay,
            servesDisplay: servesDisplay,
            DocumentReader()
        )
        let file = directory.file("config.toml")
        var plan = try SetupPlan(box, ConfigSource(file: file, main: Array(config.utf8), additions: []))
        for (topic, answer) in answers { try plan.answer(topic, answer) }
        return plan
    }

    private func text(_ plan: SetupPlan) throws -> String {
        String(decoding: try plan.revision().texts.main, as: UTF8.self)
    }

    private func refusal(_ plan: inout SetupPlan, _ topic: SetupTopic, _ answer: String) throws -> String {
        let before = try text(plan)
        let refusal = #expect(throws: SetupRefusal.self, "\(answer)") { try plan.answer(topic, answer) }
        #expect(try text(plan) == before, "\(answer)")
        return refusal?.description ?? ""
    }

    private static let rochdale = """
        [place]
        name = "Rochdale"
        latitude = 53.6177
        longitude = -2.1552
        timezone = "Europe/London"

        """

    @Test func `every proposal together is a config that can be used, and needs no change when asked again`() throws {
        var plan = try plan("", [.place: "Rochdale"])
        for topic in plan.topics.dropFirst() { try plan.answer(topic, "") }
        #expect(
            try text(plan) == Self.rochdale + """

                [calculation]
                method = "moonsighting"
                madhab = "hanafi"
                high_latitude = "seventh-of-night"

                [audio]
                devices = ["default"]

                [display]
                languages = ["en", "ar"]

                """
        )
        #expect(plan.wantsScreen)
        var again = try self.plan(try text(plan))
        for topic in again.topics {
            #expect(again.question(topic).proposal?.isGuess == false, "\(topic)")
            try again.accept(topic)
        }
        #expect(try text(again) == text(plan))
    }

    @Test func `a place that only the clock's zone suggests is a guess`() throws {
        let guess = try #require(try plan().question(.place).proposal)
        #expect(guess.isGuess && guess.words.hasPrefix("London: 51.5085, -0.1257, Europe/London, the largest city"))
        #expect(try plan(timezone: nil).question(.place).proposal == nil)
        var plan = try plan(timezone: nil)
        #expect(try refusal(&plan, .place, "") == "there is no proposal: please answer")
    }

    @Test func `one of several cities is chosen by its number`() throws {
        var plan = try plan()
        #expect(try refusal(&plan, .place, "Springfield").contains("there are several"))
        let choices = plan.question(.place).choices
        #expect(choices.first == "Springfield, Missouri, United States")
        #expect(try refusal(&plan, .place, "99").contains("there is no number 99; they go to \(choices.count)"))
        try plan.answer(.place, "1")
        #expect(plan.configuration.place.place.timezone == "America/Chicago")
        #expect(plan.question(.place).choices.isEmpty)
    }

    @Test(arguments: [
        "53.6097, -2.1561", "53°36'34.92\"N 2°9'21.96\"W", "https://www.openstreetmap.org/#map=15/53.6097/-2.1561",
    ])
    func `coordinates get the name and the zone of the nearest city`(text: String) throws {
        let plan = try plan("", [.place: text])
        let place = plan.configuration.place.place
        #expect(place.name == "Rochdale" && place.timezone == "Europe/London")
        #expect(abs(place.coordinates.latitude - 53.6097) < 0.0001)
    }

    /// docs/mistakes.md has the others.
    @Test func `a wrong answer is refused with what to answer, and changes nothing`() throws {
        var plan = try plan(Self.rochdale)
        for (topic, answer, words) in [
            (.place, "-48.0, -123.0", "write a city"), (.place, String(repeating: "x", count: 5000), "too long"),
            (.recording, ",", "write one file"), (.method, "mwl isna", "no method is called 'mwl-isna'"),
        ] as [(SetupTopic, String, String)] {
            #expect(try refusal(&plan, topic, answer).contains(words))
        }
    }

    @Test func `the method of a person, with the rule that belongs to it`() throws {
        var plan = try plan(Self.rochdale, [.method: "ISNA"])
        let isna = "method = \"isna\"\nmadhab = \"shafi\"\nhigh_latitude = \"seventh-of-night\"\n"
        #expect(try text(plan).hasSuffix(isna))
        try plan.answer(.method, "turkey, shafi")
        #expect(try text(plan).hasSuffix("method = \"turkey\"\nmadhab = \"shafi\"\nhigh_latitude = \"diyanet\"\n"))
    }

    @Test func `a method that the mosque has decided stays, whatever its timetable is nearest to`() throws {
        var plan = try plan(Self.rochdale + "[calculation]\nmethod = \"mwl\"\nmadhab = \"shafi\"\n")
        _ = try writeYearOfRochdale(plan)
        for topic in [SetupTopic.timetable, .method] { try plan.answer(topic, "") }
        #expect(plan.configuration.calculation.method.name == "mwl")
        try plan.answer(.method, "hanafi")
        #expect(plan.configuration.calculation.method.name == "mwl")
    }

    private static let british =
        "[calculation]\nmethod = \"moonsighting\"\nmadhab = \"hanafi\"\nhigh_latitude = \"seventh-of-night\"\n"

    @Test func `far away the customary method comes first, and that of the former place is a choice`() throws {
        var plan = try plan(Self.rochdale + Self.british + "[calculation.offsets]\nfajr = 2\n")
        #expect(plan.question(.method).choices.isEmpty)
        try plan.answer(.place, "Makkah")
        let question = plan.question(.method)
        #expect(question.proposal?.words.hasPrefix("umm-al-qura shafi, middle-of-night. ") == true)
        #expect(
            question.choices == [
                "umm-al-qura shafi, middle-of-night (Umm al-Qura University, Makkah), customary there",
                "moonsighting hanafi, seventh-of-night (Moonsighting Committee Worldwide), as at the former place",
            ]
        )
        #expect(question.notes.last?.hasPrefix("The mosque has moved by 5027 km") == true, "\(question.notes)")
        #expect(plan.methodProposals.map(\.source) == [.customary, .current])
        try plan.answer(.method, "")
        #expect(plan.configuration.calculation.method == .ummAlQura)
        #expect(plan.configuration.calculation.offsets == .none, "they belong to the former method")
        #expect(plan.summary(.method).last?.contains("customary there is taken. The former one: moonsight") == true)
        try plan.answer(.method, "2")
        #expect(plan.configuration.calculation.method == .moonsighting)
        #expect(plan.configuration.calculation.offsets[.fajr] == 2)
        #expect(plan.summary(.method).last?.contains("Customary there: umm-al-qura") == true)
        #expect(try refusal(&plan, .method, "3") == "there is no number 3; they go to 2")
        // A part without an answer is the customary one.
        try plan.answer(.method, "hanafi")
        #expect(plan.configuration.calculation.method == .ummAlQura && plan.summary(.method).count == 2)
    }

    @Test(arguments: [
        ("Strasbourg", "france", "Kehl", "mwl shafi"), ("Rochdale", "mwl", "Manchester, UK", "mwl shafi"),
        ("Rochdale", "mwl", "London, UK", "moonsighting hanafi"),
    ])
    func `another country, or 100 km, is far away`(from: String, method: String, to: String, first: String) throws {
        var plan = try plan("", [.place: from, .method: "\(method) shafi"])
        plan = try self.plan(try text(plan))
        try plan.answer(.place, to)
        let words = plan.question(.method).proposal?.words
        #expect(words?.hasPrefix(first) == true, "\(words ?? "none")")
    }

    @Test func `a method that was answered for another place is forgotten with it`() throws {
        let before = Self.rochdale + Self.british
        var plan = try plan(before, [.place: "Makkah", .method: "", .place: "Rochdale"])
        #expect(plan.question(.method).proposal?.words.hasPrefix("moonsighting hanafi") == true)
        try plan.answer(.method, "")
        #expect(try text(plan) == before)
    }

    @Test func `a timetable of the former place, of which no day can be used, is kept only with these words`() throws {
        var plan = try plan(Self.rochdale)
        let name = try writeYearOfRochdale(plan)
        plan = try self.plan(Self.rochdale + "[timetable]\nfile = \"\(name)\"\n")
        #expect(plan.question(.timetable).proposal?.words == name)
        try plan.answer(.place, "Jakarta")
        let words = "\(name), though no day of it can be used at this place; write none to leave it out"
        #expect(plan.question(.timetable).proposal?.words == words)
        try plan.answer(.timetable, "")
        #expect(plan.configuration.timetable.file == name)
        #expect(plan.summary(.timetable).first?.hasPrefix("\(name): no day of it can be used at this place") == true)
    }

    @Test func `a timetable is read, and the calculation nearest to it is proposed`() throws {
        var plan = try plan(Self.rochdale)
        let name = try writeYearOfRochdale(plan)
        #expect(plan.question(.timetable).choices == [name])
        try plan.answer(.timetable, "")
        #expect(plan.timetable?.days.count ?? 0 > 360 && plan.configuration.timetable.file == name)
        #expect(plan.summary(.timetable).first?.hasPrefix("\(name): 36") == true, "\(plan.summary(.timetable))")
        let proposal = try #require(plan.question(.method).proposal)
        #expect(proposal.words.hasPrefix("karachi hanafi"), "\(proposal.words)")
        try plan.answer(.method, "")
        #expect(plan.configuration.calculation.method.name == "karachi")
        // Its iqamas would count; it has none.
        #expect(plan.question(.iqama).proposal?.words == "none yet")
        try plan.answer(.timetable, "none")
        #expect(plan.timetable == nil && plan.configuration.timetable.file == nil)
    }

    /// A year from today in `times.csv`, calculated by another method than the one that is customary.
    private func writeYearOfRochdale(_ plan: SetupPlan) throws -> String {
        let place = plan.configuration.place.place
        let zone = try SystemZones.find(place.timezone)
        let calculator = PrayerCalculator(
            coordinates: place.coordinates,
            zone: zone,
            method: .karachi,
            madhab: .hanafi
        )
        let today = zone.wall(at: LinuxClock().wall()).date
        let rows = (0..<365).map { offset in
            let day = calculator.day(today.adding(days: offset))
            return "\(day.date)," + Prayer.allCases.map { zone.clockText(day[$0]) }.joined(separator: ",") + "\n"
        }
        let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + rows.joined()
        return try directory.get().write(Array(text.utf8), to: "times.csv")
    }

    @Test func `recordings of the folder are proposed, Fajr's by its name`() throws {
        let directory = try directory.get()
        let tone = TestDirectory.bytes(of: Binary.root + "/Resources/adhan.mp3")
        try directory.write(tone, to: "Makkah.mp3")
        try directory.write(tone, to: "Makkah Fajr.mp3")
        try directory.write(Array("no sound".utf8), to: "broken.mp3")
        var plan = try plan(Self.rochdale, [.recording: ""])
        let sounds = plan.configuration.audio.plan
        #expect(sounds.adhan.files == [directory.file("Makkah.mp3")])
        #expect(sounds.ofPrayers[.fajr]?.files == [directory.file("Makkah Fajr.mp3")])
        #expect(plan.summary(.recording).allSatisfy { $0.hasSuffix(" s") }, "\(plan.summary(.recording))")
        #expect(try refusal(&plan, .recording, directory.file("broken.mp3")).contains("broken.mp3"))
    }

    @Test func `five values of the iqama, as minutes or as times`() throws {
        var plan = try plan(Self.rochdale, [.iqama: "20, 13:30 +15 5 21:15"])
        #expect(
            try text(plan).hasSuffix(
                """
                [iqama]
                fajr = "+20m"
                dhuhr = "13:30"
                asr = "+15m"
                maghrib = "+5m"
                isha = "21:15"

                """
            )
        )
        for answer in ["none", "timetable"] {
            try plan.answer(.iqama, answer)
            #expect(try text(plan) == Self.rochdale)
        }
        var other = try self.plan(Self.rochdale + "\n[iqama]\nisha = \"20:00\"\n")
        try other.answer(.iqama, "timetable")
        #expect(try text(other).contains("isha = \"timetable\"\n") && text(other).contains("asr = \"timetable\"\n"))
    }

    @Test func `a congregation that is never after its adhan is refused, and one on some days remarked`() throws {
        var plan = try plan(Self.rochdale)
        for (answer, words) in [
            ("20 13:30 15 5 03:00", "the iqama of isha is more than 6h after the adhan on "),
            ("20 10:30 15 5 15", "the iqama of dhuhr is before the prayer begins on every day"),
        ] {
            let refusal = try refusal(&plan, .iqama, answer)
            #expect(refusal.hasPrefix(words) && refusal.hasSuffix("; write another time, or minutes after the adhan"))
        }
        try plan.answer(.iqama, "05:00 13:30 15 5 15")
        let words = "the iqama of fajr is before the prayer begins on "
        #expect(plan.summary(.iqama).contains { $0.hasPrefix(words) }, "\(plan.summary(.iqama))")
        try plan.answer(.iqama, "20 13:30 15 5 15")
        #expect(!plan.summary(.iqama).contains { $0.hasPrefix("the iqama of fajr") })
    }

    @Test func `the digits of other scripts are understood`() throws {
        var plan = try plan("", [.place: "٥٣٫٦٠٩٧، -٢٫١٥٦١"])
        #expect(plan.configuration.place.place.coordinates == (try Coordinates(latitude: 53.6097, longitude: -2.1561)))
        #expect(try refusal(&plan, .place, "Springfield").contains("there are several"))
        try plan.answer(.place, "১")
        #expect(plan.configuration.place.place.name == "Springfield")
        try plan.answer(.iqama, "٢٠ ١٣:٣٠ ١٥ ٥ ۱۵")
        let iqamas = "fajr = \"+20m\"\ndhuhr = \"13:30\"\nasr = \"+15m\"\nmaghrib = \"+5m\"\nisha = \"+15m\""
        #expect(try text(plan).contains(iqamas))
    }

    @Test func `a file keeps the digits of its name, and is chosen by a number in any script`() throws {
        let directory = try directory.get()
        let name = try directory.write(TestDirectory.bytes(of: Binary.root + "/Resources/adhan.mp3"), to: "أذان ١.mp3")
        for answer in [name, "١"] {
            var plan = try plan(Self.rochdale)
            try plan.answer(.recording, answer)
            #expect(plan.configuration.audio.plan.adhan.files == [name])
        }
    }

    @Test func `a screen that is served is not called none`() throws {
        var plan = try plan(Self.rochdale, servesDisplay: true)
        try plan.answer(.screen, "")
        #expect(plan.wantsScreen && plan.summary(.screen) == ["en"])
        try plan.answer(.screen, "no")
        let off = "the page stays on. To turn it off: sudo systemctl disable --now adhand-display"
        #expect(plan.summary(.screen) == [off])
        plan = try self.plan(Self.rochdale)
        try plan.answer(.screen, "no")
        #expect(plan.summary(.screen) == ["no screen"])
    }

    @Test func `only the lines of the answers change in a config that is there`() throws {
        let before = """
            # Ours. Do not lose this line.
            [place]
            name = "Masjid an-Noor"   # as on the door
            latitude = 51.5
            longitude = -0.1
            timezone = "Europe/London"
            city = "London"
            country = "UK"
            [audio]
            volume = 70

            """
        let plan = try plan(before, [.place: "Rochdale", .device: "silent"])
        #expect(
            try text(plan) == """
                # Ours. Do not lose this line.
                [place]
                name = "Masjid an-Noor"   # as on the door
                latitude = 53.6177
                longitude = -2.1552
                timezone = "Europe/London"
                [audio]
                volume = 70
                devices = ["silent"]

                """
        )
    }

    @Test func `a key that conf.d has is changed there`() throws {
        let directory = try directory.get()
        try directory.write(Array(Self.rochdale.utf8), to: "config.toml")
        mkdir(directory.file("conf.d"), 0o700)
        try directory.write(Array("[audio]\ndevices = [\"silent\"]\n".utf8), to: "conf.d/50.toml")
        var plan = try SetupPlan(try plan().box, ConfigSource(reading: directory.file("config.toml")))
        try plan.answer(.device, "default")
        let files = try plan.revision().files
        #expect(files.map(\.path) == [directory.file("conf.d/50.toml")])
        #expect(files.map { String(decoding: $0.after, as: UTF8.self) } == ["[audio]\ndevices = [\"default\"]\n"])
    }

    @Test func `a config that is wrong already is not set up`() {
        #expect(throws: ConfigError.self) { try plan("[plce]\n") }
    }

    @Test func `without the display nobody is asked for its languages`() throws {
        #expect(try !plan(hasDisplay: false).topics.contains(.screen))
        let plan = try plan(Self.rochdale, [.screen: "no"])
        #expect(!plan.wantsScreen && plan.configuration.display.languages == [.english])
    }

    @Test func `the page's languages are those of the country, with Arabic`() throws {
        var plan = try plan()
        for (city, languages) in [
            ("Istanbul", "tr, ar"), ("Karachi", "ur, ar"), ("Cairo, Egypt", "ar"), ("Paris, France", "fr, ar"),
            ("Chicago", "en, ar"),
        ] {
            try plan.answer(.place, city)
            #expect(plan.question(.screen).proposal?.words == languages)
        }
    }
}
