import AdhanTestSupport
import AdhanCore
import AdhanSupport
import Testing

@testable import AdhanSetup

struct CityListTests {
    private static let list = Result { try CityList(in: Binary.root + "/Resources") }

    private func titles(_ text: String) throws -> [String] { try Self.list.get().search(text).cities.map(\.title) }

    @Test(arguments: [
        ("Rochdale", "Rochdale, England, United Kingdom"), ("rochdale", "Rochdale, England, United Kingdom"),
        ("Rochdal", "Rochdale, England, United Kingdom"), ("Rocdhale", "Rochdale, England, United Kingdom"),
        ("Rochdale, UK", "Rochdale, England, United Kingdom"), ("Mecca", "Makkah, Saudi Arabia"),
        ("Mekke", "Makkah, Saudi Arabia"), ("مكة", "Makkah, Saudi Arabia"), ("İstanbul", "Istanbul, Turkey"),
        ("Istanbul, Türkiye", "Istanbul, Turkey"), ("Malmö", "Malmö, Sweden"), ("Malmo", "Malmö, Sweden"),
        ("Birmingham", "Birmingham, England, United Kingdom"),
        ("birmingham , alabama", "Birmingham, Alabama, United States"),
        ("Birmingham, US", "Birmingham, Alabama, United States"), ("ঢাকা", "Dhaka, Bangladesh"),
        ("New York", "New York City, New York, United States"), ("Москва", "Moscow, Russia"),
        ("كراچی", "Karachi, Pakistan"), ("Bradford, England", "Bradford, England, United Kingdom"),
        ("Rochester, NY", "Rochester, New York, United States"), ("Rochester ny", "Rochester, New York, United States"),
        ("Washington DC", "Washington, District of Columbia, United States"), ("London, ON", "London, Ontario, Canada"),
        ("Vancouver B.C.", "Vancouver, British Columbia, Canada"), ("Geelong, VIC", "Geelong, Victoria, Australia"),
        ("Paris France", "Paris, France"), ("Cordoba, Spain", "Córdoba, Spain"),
        ("Cordoba Spain", "Córdoba, Spain"), ("New York NY", "New York City, New York, United States"),
        ("Bradford united kingdom", "Bradford, England, United Kingdom"),
    ])
    func `a city is found by its name, in any spelling`(text: String, title: String) throws {
        #expect(try titles(text).first == title)
    }

    @Test func `cities of one name come with what tells them apart, the largest first`() throws {
        let found = try titles("Springfield")
        #expect(found.count > 3 && found.count <= 9)
        #expect(found.allSatisfy { $0.hasPrefix("Springfield, ") } && Set(found).count == found.count, "\(found)")
        #expect(try titles("Springfield, Illinois") == ["Springfield, Illinois, United States"])
    }

    @Test func `only a city that is called so is sure, and a text that names no city finds none`() throws {
        for (text, isSure) in [
            ("Rochdale", true), ("Mekke", true), ("Rochdal", false), ("Roch", false), ("Hackney", false),
        ] {
            #expect(try Self.list.get().search(text).isSure == isSure, "\(text)")
        }
        let long = String(repeating: "a", count: 5000)
        for text in ["", ",", "  ", "!!", "Xyzzyplugh", "Rochdale, France", "Rochdale France", "Rochester, ZZ", long] {
            #expect(try titles(text) == [], "\(text.prefix(20))")
        }
    }

    @Test func `a city has its own point and zone`() throws {
        let city = try #require(try Self.list.get().search("Leeds").cities.first)
        #expect(city.timezone == "Europe/London" && city.country == "GB")
        #expect(city.coordinates.distance(to: try Coordinates(latitude: 53.8, longitude: -1.549)) < 2)
    }

    @Test func `the nearest city to a point is found, none in the sea, and the largest of a zone`() throws {
        let list = try Self.list.get()
        #expect(list.largest(in: "Europe/London")?.name == "London" && list.largest(in: "Etc/UTC") == nil)
        #expect(list.nearest(to: try Coordinates(latitude: 53.61, longitude: -2.16), within: 50)?.name == "Rochdale")
        #expect(list.nearest(to: try Coordinates(latitude: -48, longitude: -123), within: 200) == nil)
        // Over the date line.
        #expect(list.nearest(to: try Coordinates(latitude: -18.14, longitude: -179.9), within: 300)?.country == "FJ")
    }

    @Test func `each city is found by its own name, and its zone is tzdata's`() throws {
        let text = String(decoding: TestDirectory.bytes(of: Binary.root + "/Resources/cities.tsv"), as: UTF8.self)
        var zones: Set<String> = []
        for line in text.split(separator: "\n") where !line.hasPrefix("=") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            #expect(fields.count == 8, "\(line)")
            guard fields.count == 8 else { continue }
            #expect(CityList.key(fields[0]) == fields[6].prefix { $0 != "|" }, "\(line)")
            zones.insert(String(fields[5]))
        }
        for zone in zones { #expect(throws: Never.self, "\(zone)") { try SystemZones.find(zone) } }
    }

    @Test func `damaged lines are left out`() {
        let list = CityList(
            bytes: Array("=GB\tUnited\nA\tGB\t\tx\t1\tEurope/London\ta\t\n\t\nB\tGB\t\t1\t2\tUTC\tb\t".utf8)
        )
        #expect(list.search("a").cities.isEmpty)
        #expect(list.search("b").cities.map(\.title) == ["B, GB"])
    }
}
