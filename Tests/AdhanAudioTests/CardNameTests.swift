@testable import AdhanAudio
import Testing

/// Names of devices that hold a card's number, which may be another's after the next boot.
struct CardNameTests {
    @Test(
        arguments: [
            ("hw:0", 0, "hw:CARD=Hall"), ("plughw:1,0", 1, "plughw:CARD=Hall,DEV=0"),
            ("hw:2,3,1", 2, "hw:CARD=Hall,DEV=3,SUBDEV=1"), ("plughw:CARD=1,DEV=7", 1, "plughw:CARD=Hall,DEV=7"),
            ("hdmi:CARD=0,DEV=1", 0, "hdmi:CARD=Hall,DEV=1"), ("sysdefault:12", 12, "sysdefault:CARD=Hall"),
            ("plug:hw:0", 0, "plug:hw:CARD=Hall"), ("plug:'hw:0,1'", 0, "plug:'hw:CARD=Hall,DEV=1'"),
            ("plug:SLAVE='hw:3'", 3, "plug:SLAVE='hw:CARD=Hall'"), ("dmix:0", 0, "dmix:CARD=Hall"),
            ("surround51:0", 0, "surround51:CARD=Hall"),
        ] as [(String, Int, String)]
    )
    func `a card's number in a name is found, and the name to write instead`(name: String, card: Int, instead: String)
        throws
    {
        let device = try #require(CardReference(name))
        #expect(device.number == card && device.name(by: "Hall") == instead)
        #expect(CardReference(instead)?.number == nil)
    }

    @Test(arguments: [
        "default", "silent", "", ":", "hw:", "plug:", "hw:CARD=Device", "plughw:CARD=Device,DEV=0", "plughw:Device,0",
        "file:FILE=/tmp/0,FORMAT=raw", "pulse:0", "hw:99999999999999999999", "hw:CARD=2nd", "plug:SLAVE=",
        "plug:'default'",
    ])
    func `a name without a card number is left alone`(name: String) { #expect(CardReference(name)?.number == nil) }

    @Test func `a card by its number gets a warning, with the name to write instead`() {
        let cards = [
            SoundCard(number: 0, id: "vc4hdmi", title: "vc4-hdmi"),
            SoundCard(number: 1, id: "Device", title: "USB Audio Device"),
        ]
        let devices = ["plughw:1,0", "plughw:CARD=Device", "hw:4", "default"]
        let found = CardNumberCheck.remarks(devices, cards, config: "/etc/adhand/config.toml")
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
