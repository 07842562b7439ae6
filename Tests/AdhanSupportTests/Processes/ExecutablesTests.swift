import AdhanSupport
import Testing

@Suite struct ExecutablesTests {
    @Test(arguments: [
        ("/usr/bin", "sudo apt install --reinstall adhand"),
        ("/usr/libexec/adhand", "sudo apt install --reinstall adhand"),
        ("/usr/local/bin", "sudo make install"), ("/usr/local/libexec/adhand", "sudo make install"),
        (nil, "sudo make install"),
    ])
    func `it is installed again as it was installed`(folder: String?, command: String) {
        #expect(Executables.installCommand(folder) == command)
    }
}
