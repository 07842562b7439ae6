import AdhanCore
import Testing

@Suite struct DurationWordsTests {
    @Test(arguments: [
        (0, "less than a minute"), (59, "less than a minute"), (60, "1 minute"), (119, "1 minute"), (120, "2 minutes"),
        (7199, "119 minutes"), (7200, "2 hours"), (172_799, "47 hours"), (172_800, "2 days"), (-7200, "2 hours"),
        (Int64.max, "106751991167300 days"), (Int64.min, "106751991167300 days"),
    ])
    func `a duration is rounded for people`(seconds: Int64, words: String) {
        #expect(Duration.seconds(seconds).roughly == words)
    }
}
