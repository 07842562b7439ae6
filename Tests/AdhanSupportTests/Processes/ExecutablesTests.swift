import AdhanSupport
import Testing

@Suite struct ExecutablesTests {
    @Test(arguments: [
        ("/usr/libexec/adhand", "sudo apt install --reinstall adhand"),
        ("/usr/local/libexec/adhand", "sudo make install"),
        (nil, "sudo make install"),
    ])
    func `it is installed again as it was installed`(folder: String?, command: String) {
        #expect(Executables.installCommand(folder) == command)
    }
}
