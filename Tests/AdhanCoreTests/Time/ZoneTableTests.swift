import AdhanCore
import Testing

@Suite struct `tzdata's table of zones` {
    @Test func `has a zone's countries, point and name, and skips lines that are not rows`() throws {
        let text = """
            # a comment\twith\ttabs
            GB,GG,IM,JE\t+513030-0000731\tEurope/London
            IN\t+2232+08822\tAsia/Kolkata\ta comment

            US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
            XX\t+9100+00000\tNowhere/Beyond_The_Pole
            XX\t4042-0740\tNowhere/Without_A_Sign
            XX\t+404-0740\tNowhere/Short
            XX\t+40 2-07400\tNowhere/With_A_Blank
            XX\t\tNowhere/Empty
            XX\t+4042
            """
        let rows = ZoneTable(Array(text.utf8)).rows
        #expect(rows.map(\.zone) == ["Europe/London", "Asia/Kolkata", "America/New_York"])
        #expect(rows.map(\.countries) == [["GB", "GG", "IM", "JE"], ["IN"], ["US"]])
        #expect(rows.map(\.point.latitude) == [51.5083, 22.5333, 40.7142])
        #expect(rows.map(\.point.longitude) == [-0.1253, 88.3667, -74.0064])
    }

    @Test(arguments: ["zone.tab", "zone1970.tab"])
    func `of this system can be read to its last row`(name: String) throws {
        let bytes = try ZoneRules.installedBytes(name)
        let rows = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
        #expect(ZoneTable(bytes).rows.count == rows.count)
        #expect(rows.count > 300)
    }
}
