import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// Cards that appear and change their numbers while a daemon runs. `Tests/Shims/alsa-cards.c` stands in for the kernel's list. The ALSA
/// config finds the device by the card's driver, as the system's does: a file with the card's number in its name.
@Suite(.serialized) struct RenumberedCardTests {
    private let directory: TestDirectory
    private let sound: String

    init() throws {
        directory = try TestDirectory()
        sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1), in: directory)
        let source = Binary.root + "/Tests/Shims/alsa-cards.c"
        let shim = directory.file("alsa-cards.so")
        try ChildProcess.run(["cc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
        let arguments = "@args [ CARD ] @args.CARD { type string }"
        try directory.write(
            Array(
                """
                cards.@hooks [ {
                    func load_for_all_cards
                    files [ { @func concat strings [ "\(directory.path)/" { @func private_string } ".conf" ] } ]
                    errors false
                } ]
                ctl.hw { \(arguments) type hw card $CARD }
                pcm.horn {
                    \(arguments)
                    @func refer
                    name { @func concat strings [ "cards." { @func card_driver card $CARD } ".pcm.horn:CARD=" $CARD ] }
                }

                """.utf8
            ),
            to: "alsa.conf"
        )
        for driver in ["Desk", "Hall"] {
            try directory.write(
                Array(
                    """
                    \(driver).pcm.horn {
                        \(arguments)
                        type file
                        slave.pcm.type null
                        file { @func concat strings [ "\(directory.path)/\(driver)" { @func card_inum card $CARD } ".card" ] }
                        format raw
                    }

                    """.utf8
                ),
                to: "\(driver).conf"
            )
        }
    }

    /// Sets the present cards, from number 0 on.
    private func plug(_ cards: [String]) throws {
        try directory.write(Array((cards.joined(separator: " ") + "\n").utf8), to: "cards")
    }

    /// The cards that have played since the last call, with their numbers.
    private func sounded() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { name in
            guard name.hasSuffix(".card") else { return false }
            let file = directory.file(name)
            defer { unlink(file) }
            return TestDirectory.bytes(of: file).contains { $0 != 0 }
        }
    }

    @Test func `a card that came after the start and then got another number is found by its name each time`() throws {
        try plug(["Desk"])
        let devices = "\"horn:CARD=Hall\", \"horn:CARD=Desk\""
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\ndevices = [\(devices)]\nadhan = \"\(sound)\"\nlead_in = \"500ms\"\n",
            in: directory,
            environment: [
                "LD_PRELOAD": directory.file("alsa-cards.so"), "ALSA_CONFIG_PATH": directory.file("alsa.conf"),
                "ADHAND_CARDS": directory.file("cards"),
            ]
        )
        #expect(daemon.says("self-test: horn:CARD=Desk plays"), "\(daemon.running.text)")
        let turns = [
            (["Desk", "Hall"], "Hall1.card"), (["Hall", "Desk"], "Hall0.card"),
            (["Desk", "Shelf", "Hall"], "Hall2.card"),
            (["Shelf", "Desk"], "Desk1.card"),
        ]
        for (cards, file) in turns {
            try plug(cards)
            let played = try daemon.command("play", sound)
            #expect(played.code == 0, "\(played.text)")
            let heard = try sounded()
            #expect(heard == [file], "\(played.text)")
        }
        daemon.stop()
    }
}
