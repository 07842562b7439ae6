import AdhanSystem
import AdhanTestSupport
import Glibc
import Testing

@Suite struct JSONFileTests {
    @Test func `a file that is as it should be is not written again, but closed to others again`() throws {
        let directory = try TestDirectory()
        let file = JSONFile<[String]>(directory.file("texts.json"), limit: 1000, mode: 0o600)
        func look() -> stat {
            var status = stat()
            _ = stat(directory.file("texts.json"), &status)
            return status
        }
        try file.save(["secret"])
        let first = look()
        #expect(first.st_mode & 0o777 == 0o600)
        #expect(chmod(directory.file("texts.json"), 0o644) == 0)
        try file.save(["secret"])
        #expect(look().st_mode & 0o777 == 0o600 && look().st_ino == first.st_ino)
        try file.save(["other"])
        #expect(look().st_ino != first.st_ino)
    }
}
