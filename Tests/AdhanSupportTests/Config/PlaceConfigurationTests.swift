import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// How the place is determined and used.
@Suite struct PlaceConfigurationTests {
    private let rig: ConfigRig
    private var directory: TestDirectory { rig.directory }
    private var locations: Locations { rig.locations }
    private var store: PlaceStore { PlaceStore(locations) }

    init() throws { rig = try ConfigRig() }

    private func load(_ text: String) throws -> Configuration { try rig.load(text) }

    private func rochdale() throws -> Place {
        Place(
            name: "Rochdale",
            coordinates: try Coordinates(latitude: 53.6, longitude: -2.2, elevation: 120),
            timezone: "Europe/London"
        )
    }

    @Test func `coordinates in the config are the place, without a remark`() throws {
        let place = try load("[place]\nlatitude = 53.6\nlongitude = -2.2\ntimezone = \"Europe/London\"\n").place
        #expect(place.knowledge == .given && place.isSet)
        #expect(place.place.coordinates == (try Coordinates(latitude: 53.6, longitude: -2.2)))
        #expect(try place.withheld == nil && place.remarks.isEmpty && load("").timetable.room == .zero)
        // The fallback's sun says nothing of a mosque's own times.
        #expect(try load("[timetable]\ncheck = \"reject\"").timetable.check == .off)
        #expect(try load("[place]\ntimezone = \"Europe/London\"").timetable.check == .reject)
    }

    @Test(arguments: [
        ("Europe/London", 51.5083, -0.1253), ("Asia/Shanghai", 31.2333, 121.4667),
        // Zones that share their rules with another, and old names, which are not in any table.
        ("Europe/Amsterdam", 52.3667, 4.9), ("Asia/Kuala_Lumpur", 3.1667, 101.7), ("Asia/Calcutta", 22.5333, 88.3667),
        ("US/Eastern", 40.7142, -74.0064),
    ])
    func `a zone alone gives its point as the place`(zone: String, latitude: Double, longitude: Double) throws {
        let configuration = try load("[place]\ntimezone = \"\(zone)\"\n")
        let place = configuration.place
        #expect(place.knowledge == .zonePoint && place.isSet)
        #expect(place.place.coordinates == (try Coordinates(latitude: latitude, longitude: longitude)))
        #expect(place.place.timezone == zone && place.place.name == zone)
    }

    /// The zones, and the nearest valid name; without one, an offset, or a city without a zone of its own.
    @Test(
        arguments: [
            ("BST gmt Europe/Lodnon europe/london London America/London Eurpoe/London", "Europe/London"),
            ("PST", "America/Los_Angeles"), ("EST EST5EDT", "America/New_York"),
            ("Asia/Kuala Lumpur", "Asia/Kuala_Lumpur"),
            ("Turkey", "Europe/Istanbul"), ("posix/Asia/Tokyo right/Asia/Tokyo", "Asia/Tokyo"),
            ("US/Estern", "US/Eastern"),
            ("Asia/Mecca Asia/Makkah Asia/Medina", "Asia/Riyadh"),
            (
                "Asia/Islamabad Asia/Manchester GMT+1 Etc/GMT+1 GMT-1 Etc/GMT Zulu UTC Etc/UTC +03 UTC+3 Factory localtime",
                nil
            ),
        ] as [(String, String?)]
    )
    func `a zone that denotes no place is refused with its line and the nearest valid name`(
        zones: String,
        right: String?
    ) throws {
        for zone in zones == "Asia/Kuala Lumpur" ? [zones[...]] : zones.split(separator: " ") {
            let faults = try rig.faults("[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"\(zone)\"\n")
            let hint = right.map { "; did you mean \"\($0)\"?" } ?? "write the mosque's Area/Place"
            #expect(faults.first?.hasPrefix("F:4: timezone '\(zone)': ") == true, "\(faults)")
            #expect(faults.last?.contains(hint) == true, "\(faults)")
        }
    }

    @Test func `if tzdata has no files for old names, its list of links is used`() throws {
        let zones = directory.file("zones")
        for area in ["Asia", "Europe"] {
            try FileManager.default.createDirectory(atPath: "\(zones)/\(area)", withIntermediateDirectories: true)
        }
        for name in ["Asia/Kolkata", "Europe/London"] {
            try FileManager.default.copyItem(
                atPath: URL(filePath: SystemZones.file(of: name)).resolvingSymlinksInPath().path,
                toPath: "\(zones)/\(name)"
            )
        }
        try directory.write(
            Array("# version x\nL Asia/Kolkata Asia/Calcutta\nL Europe/London GB\n".utf8),
            to: "zones/tzdata.zi"
        )
        func times(_ zone: String) throws -> Binary.Outcome {
            let place = ["--latitude", "22.57", "--longitude", "88.36", "--date", "2026-06-01", "--format", "csv"]
            return try Binary.run(["times", "--timezone", zone] + place, in: directory, environment: ["TZDIR": zones])
        }
        let (old, new) = (try times("Asia/Calcutta"), try times("Asia/Kolkata"))
        #expect(old.code == 0 && old.errors.isEmpty && old.output == new.output, "\(old.text)")
        let country = try times("GB")
        let words = "timezone 'GB': that is not the full name of a place's zone; did you mean \"Europe/London\"?"
        #expect(country.errors.contains(words))
    }

    @Test func `at a zone's point the limits are wider, and calculated times are not called`() throws {
        let city = "city = \"Rochdale\"\ncountry = \"United Kingdom\""
        let configuration = try load("[place]\ntimezone = \"Europe/London\"\n\(city)\n")
        let place = configuration.place
        #expect(configuration.timetable.room == .minutes(90))
        #expect(place.withheld == SkippedSources([.bundle, .calculation], because: "place not set"))
        #expect(place.city == PlaceConfiguration.City(name: "Rochdale", country: "United Kingdom"))
        #expect(place.place.name == "Rochdale")
        let remark = try #require(place.remarks.first)
        #expect(
            place.remarks.count == 1
                && remark.words.contains(
                    "differ by 1h30m more than usual. Times calculated for that point do not sound"
                )
        )
        #expect(remark.advice == "put latitude and longitude into [place]")
        let allowed = try load("[place]\ntimezone = \"Europe/London\"\nallow_fallback = true\n").place
        let words = "Times calculated for that point sound, by allow_fallback"
        #expect(allowed.withheld == nil && allowed.remarks.first?.words.contains(words) == true)
    }

    @Test func `a zone that does not fit gets a remark with a suggestion`() throws {
        let place = try load("[place]\nlatitude = -53.6\nlongitude = -2.2\ntimezone = \"Europe/London\"\n").place
        #expect(place.knowledge == .given && place.withheld == nil && place.remarks.count == 1)
        #expect(place.remarks.first?.words.hasSuffix("did you mean latitude = 53.6?") == true)
    }

    @Test func `without a place the last known one is used, and its adhans are called`() throws {
        #expect(try load("").place.knowledge == .fallback)
        try store.keep(rochdale())
        for text in ["", "[place]\nname = \"Elsewhere\"\nallow_fallback = true\n"] {
            let configuration = try load(text)
            let place = configuration.place
            #expect(try place.knowledge == .remembered && place.isSet && place.place == rochdale())
            #expect(place.withheld == nil && configuration.timetable.room == .zero)
            let words = "the config has no place, so the last known place is used, Rochdale (53.6, -2.2, Europe/London)"
            #expect(place.remarks.first?.words == words)
        }
        #expect(try Configuration.load(nil, locations).place.knowledge == .remembered)
        // What the config states has priority.
        #expect(try load("[place]\ntimezone = \"Europe/Paris\"\n").place.knowledge == .zonePoint)
    }

    @Test func `the place is stored only if it has changed`() throws {
        try store.keep(rochdale())
        func inode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: store.file)[.systemFileNumber] as? Int
        }
        let first = try inode()
        try store.keep(rochdale())
        #expect(try inode() == first)
        try store.keep(.fallback)
        #expect(try inode() != first && store.load() == .fallback)
        let long = Place(
            name: String(repeating: "e\u{301}", count: 100_000),
            coordinates: Place.fallback.coordinates,
            timezone: "Europe/London"
        )
        try store.keep(long)
        #expect(try store.load()?.name == String(repeating: "e\u{301}", count: 100))
    }

    @Test(arguments: [
        ("", "it is not JSON"), ("[]", "of another kind"), ("{\"name\":\"x\"}", "'latitude' is missing"),
        (
            #"{"name":"x","latitude":"53","longitude":0,"elevation":0,"timezone":"UTC"}"#,
            "'latitude' is of another kind"
        ),
        (#"{"name":"x","latitude":91,"longitude":0,"elevation":0,"timezone":"UTC"}"#, "91.0 is not a latitude"),
        (#"{"name":"x","latitude":9,"longitude":0,"elevation":0,"timezone":"A/B"}"#, "timezone 'A/B'"),
        (#"{"name":"x","latitude":9,"longitude":0,"elevation":0,"timezone":"../../etc"}"#, "timezone '../../etc'"),
        (#"{"name":"x","latitude":9,"longitude":0,"elevation":0,"timezone":"BST"}"#, "timezone 'BST'"),
        (String(repeating: "x", count: 20_000), "more than 16384 bytes"),
    ])
    func `a damaged stored place is reported and not used`(text: String, reason: String) throws {
        try FileManager.default.createDirectory(atPath: locations.state, withIntermediateDirectories: true)
        try directory.write(Array(text.utf8), to: "state/place.json")
        let place = try load("").place
        #expect(place.knowledge == .fallback && place.withheld?.areAll == true)
        let remark = try #require(place.remarks.first)
        #expect(remark.words.hasPrefix(store.file + ": ") && remark.words.contains(reason), "\(remark.words)")
        // The next known place replaces it.
        try store.keep(rochdale())
        #expect(try load("").place.knowledge == .remembered)
    }
}
