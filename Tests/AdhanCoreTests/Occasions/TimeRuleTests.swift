import Testing

@testable import AdhanCore

@Suite struct TimeRuleTests {
    @Test(arguments: [
        ("13:30", TimeRule.clock(13 * 3600 + 1800)), ("begins", .beside(.begins, seconds: 0)),
        ("begins+10m", .beside(.begins, seconds: 600)), ("iqama-15m", .beside(.iqama, seconds: -900)),
        ("+20m", .beside(.adhan, seconds: 1200)), ("adhan+1h5m", .beside(.adhan, seconds: 3900)),
        ("sunrise-45m", .beside(.time(.sunrise), seconds: -2700)),
        (" asr - 20m ", .beside(.time(.asr), seconds: -1200)),
    ])
    func `a rule is read`(text: String, rule: TimeRule) throws {
        #expect(try TimeRule(text) == rule)
    }

    @Test(arguments: [
        "", "25:00", "begin+10m", "+20", "iqama-", "-", "zuhr-5m", "+20m+5m", "13.30", "++5m", "+\u{660}m",
    ])
    func `what is no rule is refused with its text`(text: String) {
        let error = #expect(throws: InvalidValue.self) { try TimeRule(text) }
        #expect(error?.description.hasPrefix("\"\(text.trimmed)\" is not a time of the day; ") == true)
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
        let error = #expect(throws: InvalidValue.self) { try TimeRule("begins+7h") }
        #expect(error?.description == "\"begins+7h\" is further than 6h from the time that it counts from")
    }
}
