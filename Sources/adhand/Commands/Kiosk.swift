import AdhanSupport
import ArgumentParser
import Glibc

struct Kiosk: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say how to show the display's page on a screen of this box.",
        discussion: """
            It changes nothing. The page's address is that of [display] listen in the config. Exit code: 0; 78 if the \
            config is wrong, or lets the kernel choose the port.
            """
    )

    @OptionGroup var options: CommonOptions

    func run() throws {
        let (configuration, _) = try options.box.load()
        let listen = configuration.display.listen
        guard listen.port != 0 else {
            throw Ending(
                EX_CONFIG,
                "[display] listen has port 0, so the page's address changes; give it one, such as 8080"
            )
        }
        // Not wrapped: its long lines are there to be copied.
        print(KioskGuide(listen: listen, file: configuration.file).text, terminator: "")
    }
}
