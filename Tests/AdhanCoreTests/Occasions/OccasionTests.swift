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
        #expect(try occasion.name == name && Occasion(named: name) == occasion)
    }

    @Test(arguments: [
        "", "adhan", "adhan-sunrise", "jumuah-0", "jumuah-9", "reminder-jumuah-5-10m", "reminder-tarhim-fajr-1m",
        "reminder-fajr", "reminder-fajr-1", "reminder-fajr-60s", "reminder-adhan-fajr-1m", "reminder-fajr-0s",
        "reminder-fajr-2d", "reminder--1m", "suhoor-1", "suhoor-999999999d", "reminder-1m",
    ])
    func `another name is refused`(name: String) { #expect(throws: InvalidValue.self) { try Occasion(named: name) } }

    @Test func `only calls to prayer end other sounds`() {
        #expect([Occasion.adhan(.fajr), .jumuah(1), .firstAdhan(1)].allSatisfy { $0.isCall })
        #expect(![Occasion.iqama(.fajr), .tarhim(.fajr), .iftar, .eid(1), .takbir(1), .imsak].contains { $0.isCall })
    }
}

@Suite struct TimeRuleTests {
    @Test(arguments: [
        ("13:30", TimeRule.clock(13 * 3600 + 1800)), ("begins", .beside(.begins, seconds: 0)),
        ("begins+10m", .beside(.begins, seconds: 600)), ("iqama-15m", .beside(.iqama, seconds: -900)),
        ("+20m", .beside(.adhan, seconds: 1200)), ("adhan+1h5m", .beside(.adhan, seconds: 3900)),
        ("sunrise-45m", .beside(.time(.sunrise), seconds: -2700)),
        (" asr - 20m ", .beside(.time(.asr), seconds: -1200)),
    ])
    func `a rule is read`(text: String, rule: TimeRule) throws { #expect(try TimeRule(text) == rule) }

    @Test(arguments: [
        "", "25:00", "begin+10m", "+20", "iqama-", "-", "zuhr-5m", "+20m+5m", "13.30", "++5m", "+\u{660}m",
    ])
    func `what is no rule is refused with its text`(text: String) {
        #expect(refusal { try TimeRule(text) }.hasPrefix("\"\(text.trimmed)\" is not a time of the day; "))
    }

    @Test(arguments: [
        ("20 min", "+20m"), ("2 hours", "+2h"), ("1.15 pm", "13:15"), ("sunrise - 30", "sunrise-30m"),
        ("15m before iqama", nil), ("45m before sunrise", nil), ("20 minutes before asr", nil),
        ("10m after adhan", nil), ("10 min after", "+10m"), ("10 after", "+10m"), ("10 min before", nil),
    ])
    func `what was meant is suggested only where it is clear`(text: String, meant: String?) {
        #expect(TimeRule.meant(by: text) == meant)
    }

    @Test func `a distance of more than six hours is refused`() {
        let words = "\"begins+7h\" is further than 6h from the time that it counts from"
        #expect(refusal { try TimeRule("begins+7h") } == words)
    }
}
