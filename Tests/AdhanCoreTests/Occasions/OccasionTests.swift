import AdhanTestSupport
import Testing

@testable import AdhanCore

@Suite struct OccasionTests {
    @Test(arguments: [
        ("adhan-fajr", Occasion.adhan(.fajr)), ("iqama-isha", .iqama(.isha)), ("tarhim-fajr", .tarhim(.fajr)),
        ("jumuah-1", .jumuah(1)), ("jumuah-2-adhan", .firstAdhan(2)), ("imsak", .imsak), ("suhoor-1h", .suhoor(3600)),
        ("iftar", .iftar), ("eid-1", .eid(1)), ("takbir-1", .takbir(1)), ("adhan-all", .absence),
        ("reminder-fajr-10m", .reminder(.adhan(.fajr), 600)),
        ("reminder-iqama-fajr-1m30s", .reminder(.iqama(.fajr), 90)),
        ("reminder-jumuah-1-1h30m", .reminder(.jumuah(1), 5400)),
    ])
    func `each occasion is found by its name`(name: String, occasion: Occasion) throws {
        #expect(occasion.name == name)
        #expect(try Occasion(named: name) == occasion)
    }

    @Test(arguments: [
        "", "adhan", "adhan-sunrise", "jumuah-0", "jumuah-9", "reminder-jumuah-5-10m", "reminder-tarhim-fajr-1m",
        "reminder-fajr",
        "reminder-fajr-1",
        "reminder-fajr-60s", "reminder-adhan-fajr-1m", "reminder-fajr-0s", "reminder-fajr-2d", "reminder--1m",
        "suhoor-1",
        "suhoor-999999999d", "reminder-1m",
    ])
    func `another name is refused`(name: String) {
        #expect(throws: InvalidValue.self) { try Occasion(named: name) }
    }

    @Test func `only calls to prayer end other sounds`() {
        #expect([Occasion.adhan(.fajr), .jumuah(1), .firstAdhan(1)].allSatisfy { $0.isCall })
        #expect(![Occasion.iqama(.fajr), .tarhim(.fajr), .iftar, .eid(1), .takbir(1), .imsak].contains { $0.isCall })
    }
}
