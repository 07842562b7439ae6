import Testing

@testable import AdhanAudio

struct CardNumberCheckTests {
    private let cards = [
        SoundCard(number: 0, id: "vc4hdmi", title: "vc4-hdmi"),
        SoundCard(number: 1, id: "Device", title: "USB Audio Device"),
    ]

    @Test func `a card by its number gets a warning, with the name to write instead`() {
        let found = CardNumberCheck.remarks(
            ["plughw:1,0", "plughw:CARD=Device", "hw:4", "default"],
            cards,
            config: "/etc/adhand/config.toml"
        )
        #expect(
            found == [
                CardNumberCheck.Remark(
                    words: "plughw:1,0 is the card that has number 1, which may be another after the next boot",
                    advice: "write into [audio] devices of /etc/adhand/config.toml: \"plughw:CARD=Device,DEV=0\""
                ),
                CardNumberCheck.Remark(
                    words: "hw:4 is the card that has number 4, which may be another after the next boot",
                    advice: "write the card's name; the names there are: adhand audio devices"
                ),
            ]
        )
    }
}
